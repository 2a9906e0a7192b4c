/** The query parameters that belong to no list, and the default values that addresses leave out. */
import * as z from 'zod/mini'
import { CorridorsAddress } from '../features/corridors/model/corridorsAddress.ts'
import { CustomersAddress } from '../features/customers/model/customersAddress.ts'
import { DevicesAddress } from '../features/devices/model/devicesAddress.ts'
import { HistoryAddress } from '../features/history/model/historyAddress.ts'
import { NowAddress } from '../features/now/model/nowAddress.ts'
import { PastAddress } from '../features/past/model/pastAddress.ts'
import { ReportAddress } from '../features/reports/model/reportAddress.ts'
import { NewRolloutAddress } from '../features/rollouts/model/newRolloutAddress.ts'
import { UsersAddress } from '../features/users/model/usersAddress.ts'

export const DEVICES_DEFAULTS = z.parse(DevicesAddress, {})
export const CORRIDORS_DEFAULTS = z.parse(CorridorsAddress, {})
export const CUSTOMERS_DEFAULTS = z.parse(CustomersAddress, {})
export const REPORT_DEFAULTS = z.parse(ReportAddress, {})
export const NEW_ROLLOUT_DEFAULTS = z.parse(NewRolloutAddress, {})
export const USERS_DEFAULTS = z.parse(UsersAddress, {})

/** Parameters of the page of incidents: its list, the filters of past ones, and whether it is shown on a wall. */
export const NowSearch = z.extend(PastAddress, {
  ...NowAddress.shape,
  view: z.catch(z.optional(z.literal('wall')), undefined),
  /** Whether the wall has a map. */
  map: z.catch(z.optional(z.literal('yes')), undefined),
})
const { span } = z.parse(HistoryAddress, {})
export const HISTORY_DEFAULTS = { span }

const { page, show } = z.parse(NowSearch, {})
export const NOW_DEFAULTS = { page, show }

/** `loginError` is why a sign-in through a provider did not succeed. */
export const LoginSearch = z.object({ loginError: z.catch(z.optional(z.string()), undefined) })

/** `device` is the id of the selected device; with `panel` a phone shows the dashboard instead of its card. */
export const DashboardSearch = z.object({
  device: z.catch(z.optional(z.string()), undefined),
  panel: z.catch(z.optional(z.literal('yes')), undefined),
})

/** `tab` is the open tab of the account page. */
export const AccountSearch = z.object({
  tab: z.catch(z._default(z.enum(['profile', 'security', 'notifications']), 'profile'), 'profile'),
})
export const ACCOUNT_DEFAULTS = z.parse(AccountSearch, {})
