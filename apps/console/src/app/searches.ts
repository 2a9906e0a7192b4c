/** The query parameters that belong to no list, and the default values that addresses leave out. */
import * as z from 'zod/mini'
import { CustomersAddress } from '../features/customers/model/customersAddress.ts'
import { DevicesAddress } from '../features/devices/model/devicesAddress.ts'
import { PastAddress } from '../features/past/model/pastAddress.ts'
import { UsersAddress } from '../features/users/model/usersAddress.ts'

export const DEVICES_DEFAULTS = z.parse(DevicesAddress, {})
export const CUSTOMERS_DEFAULTS = z.parse(CustomersAddress, {})
export const USERS_DEFAULTS = z.parse(UsersAddress, {})

/** `show` is the open tab of the page of what is wrong. */
export const NowSearch = z.extend(PastAddress, {
  show: z.catch(z._default(z.enum(['past']), 'past'), 'past'),
})
export const NOW_DEFAULTS = { page: z.parse(NowSearch, {}).page }

/** `device` is the id of the selected device. */
export const DashboardSearch = z.object({ device: z.catch(z.optional(z.string()), undefined) })

/** `tab` is the open tab of the account page. */
export const AccountSearch = z.object({
  tab: z.catch(z._default(z.enum(['profile', 'security']), 'profile'), 'profile'),
})
export const ACCOUNT_DEFAULTS = z.parse(AccountSearch, {})
