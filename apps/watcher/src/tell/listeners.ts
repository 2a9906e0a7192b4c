/** Recipients: the users of the tenant whose rules have a channel of the watcher. */
import type { CallApi } from '@greenwave/client/callTypes'
import { listRows } from '@greenwave/client/listPages'
import { type NotifyRules, parseNotifyRules } from '@greenwave/contract/records/notify'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { isAssigned } from '@greenwave/contract/wire/ids'
import { infoOf } from '@greenwave/contract/wire/tolerant'
import type { User } from '@greenwave/contract/wire/users'
import { timeZone } from '@greenwave/controller/timeZone'

/** Most users who are notified; the others are named in the log. */
const MOST_LISTENERS = 500
/** Users of a page. */
const PAGE_ROWS = 500

/** A user with rules of notification. */
export interface Listener {
  readonly userId: string
  readonly email: string
  /** The customer of a customer user; null for administrators, who may choose customers. */
  readonly customerId: string | null
  readonly rules: NotifyRules
}

/** The users of the tenant. */
interface FetchedListeners {
  /** Users with rules or with a requested test message, by id. */
  readonly listeners: ReadonlyMap<string, Listener>
  /** How many more there are of them than may be. */
  readonly left: number
  /** The ids of all users. */
  readonly users: ReadonlySet<string>
}

/** Fetches all users. */
export async function fetchListeners(call: CallApi<WatcherCall>): Promise<FetchedListeners> {
  const listeners = new Map<string, Listener>()
  const users = new Set<string>()
  let left = 0
  const rows = listRows((page) =>
    call('users', { query: { pageSize: PAGE_ROWS, page, sortProperty: 'createdTime', sortOrder: 'ASC' } }),
  )
  for await (const user of rows) {
    users.add(user.id.id)
    const listener = listenerOf(user)
    if (!listener) continue
    if (listeners.size < MOST_LISTENERS) listeners.set(listener.userId, listener)
    else left += 1
  }
  return { listeners, left, users }
}

/** Returns a user as listener; undefined without rules for a channel of the watcher and without a test. */
function listenerOf({ id, email, customerId, additionalInfo }: User): Listener | undefined {
  const rules = parseNotifyRules(additionalInfo, timeZone().name)
  if (!rules || !(rules.email || rules.push || rules.monthly || rules.test)) return undefined
  return { userId: id.id, email, customerId: isAssigned(customerId) ? customerId.id : null, rules }
}

/** Returns whether a user may sign in: disabled users are not notified. */
export async function mayBeTold(call: CallApi<WatcherCall>, userId: string): Promise<boolean> {
  const { additionalInfo } = await call('user', { params: { userId } })
  return infoOf(additionalInfo).userCredentialsEnabled !== false
}
