/** The query parameters that no list owns, and what each address leaves out because it is the default. */
import * as z from 'zod/mini'
import { CustomersAddress } from '../features/customers/model/customersAddress.ts'
import { DevicesAddress } from '../features/devices/model/devicesAddress.ts'
import { UsersAddress } from '../features/users/model/usersAddress.ts'

export const DEVICES_DEFAULTS = z.parse(DevicesAddress, {})
export const CUSTOMERS_DEFAULTS = z.parse(CustomersAddress, {})
export const USERS_DEFAULTS = z.parse(UsersAddress, {})

/** `device` is the selected one. */
export const DashboardSearch = z.object({ device: z.catch(z.optional(z.string()), undefined) })

export const AccountSearch = z.object({
  tab: z.catch(z._default(z.enum(['profile', 'security']), 'profile'), 'profile'),
})
export const ACCOUNT_DEFAULTS = z.parse(AccountSearch, {})
