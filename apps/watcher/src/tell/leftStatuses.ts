/** Delivery statuses of deleted users, which have no reader any more. */
import type { CallApi } from '@greenwave/client/callTypes'
import { userOfStatusKey } from '@greenwave/contract/records/notifyRecords'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { type EntityRef, entityRef } from '@greenwave/contract/wire/ids'
import { unlessRefused } from '../acts/writeQueue.ts'
import { listCustomers } from '../fleet/lists.ts'
import type { Share } from '../fleet/share.ts'

/** Dependencies of removing statuses. */
export interface LeftStatusesDeps {
  readonly call: CallApi<WatcherCall>
  readonly share: Share
  /** Returns the id of the watch asset. */
  readonly assetId: () => Promise<string>
  /** Called when the platform permanently rejects a call. */
  readonly onRefused: (what: string, error: Error) => void
}

/** Removes the statuses of users who are gone, at the watch asset and all customers; the first share does it for all. */
export async function removeLeftStatuses(deps: LeftStatusesDeps, users: ReadonlySet<string>): Promise<void> {
  const { call, share, assetId, onRefused } = deps
  if (share.i !== 1) return
  const removeAt = async ({ entityType, id }: EntityRef): Promise<void> => {
    const params = { entityType, entityId: id, scope: 'SERVER_SCOPE' }
    for (const key of await call('attributeKeys', { params })) {
      const userId = userOfStatusKey(key)
      if (userId === undefined || users.has(userId) || !(await isGone(call, userId))) continue
      await call('deleteAttributes', { params, query: { keys: key } })
    }
  }
  const customers = (await listCustomers(call)).map((id) => entityRef('CUSTOMER', id))
  for (const place of [entityRef('ASSET', await assetId()), ...customers]) {
    await unlessRefused(
      () => removeAt(place),
      // A customer that was just deleted is no trouble.
      (error) => error.status !== 404 && onRefused('to remove what became of messages', error),
    )
  }
}

/** Whether a user is gone, and was not only passed over by a list. */
async function isGone(call: CallApi<WatcherCall>, userId: string): Promise<boolean> {
  let isMissing = false
  await unlessRefused(
    () => call('user', { params: { userId } }),
    ({ status }) => {
      isMissing = status === 404
    },
  )
  return isMissing
}
