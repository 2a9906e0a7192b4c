/** Compares the attributes of an entity on both platforms, and writes those that are missing or differ. */
import type { CallApi } from '@greenwave/client/callTypes'
import type { Attribute, ValueOwnerType } from '@greenwave/contract/wire/attributes'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import { byKey, COPIED_SCOPES, copiedValues, MODE_KEY } from './copiedValues.ts'
import type { CopyContext } from './copyContext.ts'
import { isStoredAlike } from './exactJson.ts'

/** Differences between the attributes of two entities. */
export interface ComparedValues {
  /** Keys that are missing on the other platform. */
  readonly missing: readonly string[]
  /** Keys whose values differ. */
  readonly differing: readonly string[]
  /** Writes both. */
  readonly write: (targetId: string) => Promise<void>
}

/** Of an entity without attributes. */
export const NO_VALUES: ComparedValues = { missing: [], differing: [], write: async () => undefined }

/**
 * Compares attributes. Those that the other platform has alone are left alone.
 * @param targetId the entity there; undefined if it is still to be made
 */
export async function compareValues(
  { from, to, ids }: CopyContext,
  owner: ValueOwnerType,
  sourceId: string,
  targetId: string | undefined,
): Promise<ComparedValues> {
  const [source, target] = await Promise.all([
    fetchScopes(from, owner, sourceId),
    targetId === undefined ? [[], []] : fetchScopes(to, owner, targetId),
  ])
  const copied = copiedValues(source[0] ?? [], source[1] ?? [])
  const hold = ids.translate(copied.SERVER_SCOPE[JUNCTION_KEYS.hold])
  const missing: string[] = []
  const differing: string[] = []
  const writes = COPIED_SCOPES.map((scope, i) => {
    const there = byKey(target[i] ?? [])
    const values = Object.entries(copied[scope]).map(([key, value]) => [key, ids.translate(value)] as const)
    const written = values.filter(([key, value]) => !Object.hasOwn(there, key) || !isStoredAlike(there[key], value))
    for (const [key] of written) (Object.hasOwn(there, key) ? differing : missing).push(key)
    return { scope, body: Object.fromEntries(written) }
  })
  // A hold counts only if it is written just before its mode: docs/holds.md.
  const [server, shared] = writes
  if (server && shared && hold !== undefined && Object.hasOwn(shared.body, MODE_KEY)) {
    server.body[JUNCTION_KEYS.hold] = hold
  }
  return {
    missing,
    differing,
    async write(id) {
      for (const { scope, body } of writes) {
        const params = { entityType: owner, entityId: id, scope }
        if (Object.keys(body).length > 0) await to('saveAttributes', { params, body })
      }
    },
  }
}

function fetchScopes(
  call: CallApi,
  owner: ValueOwnerType,
  entityId: string,
): Promise<readonly (readonly Attribute[])[]> {
  return Promise.all(
    COPIED_SCOPES.map((scope) => call('attributes', { params: { entityType: owner, entityId, scope } })),
  )
}
