/** Separates values that the watcher writes on its own from those that it writes on behalf of a user. */
import { isSameValue } from '@greenwave/changes/attributeSets'
import { kindOfKey } from '@greenwave/changes/changeKinds'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { Rollout } from '@greenwave/contract/records/rollouts'
import { parseInteger } from '@greenwave/controller/integer'
import { MODE_KEY } from '@greenwave/controller/keys'
import { modeKind } from '@greenwave/controller/mode'

/** Returns whether a record says that the watcher wrote it, in the name of a person whose account it does not have. */
export function namesWatcher({ from, by }: Pick<ChangeRecord, 'from' | 'by'>): boolean {
  return from === 'watcher' && by.id === ''
}

/** Returns whether a change does what the end of a hold does, and nothing else: automatic again. */
export function endsHold({ scope, after }: Pick<ChangeRecord, 'scope' | 'after'>): boolean {
  const mode = parseInteger(after[MODE_KEY])
  const isAutomatic = mode !== undefined && modeKind(mode).kind === 'automatic'
  return scope === 'SHARED_SCOPE' && isAutomatic && Object.keys(after).length === 1
}

/** Returns whether a change of a device writes what a rollout that its person made means to write there. */
export function isOfRollout(
  { scope, by, after }: Pick<ChangeRecord, 'scope' | 'by' | 'after'>,
  { kind, values, by: maker, targets }: Pick<Rollout, 'kind' | 'values' | 'by' | 'targets'>,
  deviceId: string,
): boolean {
  const target = targets.find(({ id }) => id === deviceId)
  if (!target || scope !== 'SHARED_SCOPE' || by.name !== maker.name) return false
  const meant = { ...values, ...target.values }
  return Object.entries(after).every(([key, value]) =>
    kind === 'clock' ? kindOfKey(key) === 'clock' : Object.hasOwn(meant, key) && isSameValue(meant[key], value),
  )
}
