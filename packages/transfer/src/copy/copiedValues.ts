/** Which attributes of an entity belong to it, and are copied, and which belong to the platform that they are on. */
import { KIND_KEY } from '@greenwave/contract/records/recordKeys'
import type { Attribute } from '@greenwave/contract/wire/attributes'
import { CONNECTIVITY_KEYS } from '@greenwave/contract/wire/attributes'
import { isSwitchKey } from '@greenwave/contract/records/kindNotes'
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { holdInForce } from '@greenwave/contract/records/holds'
import { isNotifyRecord } from '@greenwave/contract/records/notifyRecords'
import { RUN_KEY } from '@greenwave/contract/records/routes'
import { JUNCTION_KEYS, pulseShare } from '@greenwave/contract/records/watch'
import { WAVE_KEY } from '@greenwave/contract/records/waves'

/** The scopes in the order in which they are written: a hold comes before the mode that it holds. */
export const COPIED_SCOPES = ['SERVER_SCOPE', 'SHARED_SCOPE'] as const
/** Attributes of both scopes, by key. */
export type ScopeValues = Readonly<Record<(typeof COPIED_SCOPES)[number], Readonly<Record<string, unknown>>>>

/** The shared attribute that a hold holds. */
export const MODE_KEY = 'Mode'

/** Attributes that platform and watcher of each side write themselves. */
const OF_ONE_SIDE: ReadonlySet<string> = new Set([
  ...Object.values(CONNECTIVITY_KEYS).filter((key) => key !== CONNECTIVITY_KEYS.inactivityTimeout),
  ...[JUNCTION_KEYS.level, JUNCTION_KEYS.state, JUNCTION_KEYS.since, JUNCTION_KEYS.mode, JUNCTION_KEYS.held, WAVE_KEY],
  LEARNED_KEY,
  KIND_KEY,
  RUN_KEY,
])

/**
 * Selects the attributes to copy. A hold is copied only while in force: a past one would begin again, with the
 * times of the other platform, and end a mode that was chosen since.
 */
export function copiedValues(server: readonly Attribute[], shared: readonly Attribute[]): ScopeValues {
  const find = (list: readonly Attribute[], wanted: string) => {
    const found = list.find(({ key }) => key === wanted)
    return found && { ts: found.lastUpdateTs, value: found.value }
  }
  const facts = {
    hold: find(server, JUNCTION_KEYS.hold),
    held: find(server, JUNCTION_KEYS.held),
    mode: find(shared, MODE_KEY),
  }
  const isHolding = holdInForce(facts) !== null
  const isCopied = ({ key, value }: Attribute) =>
    value !== null &&
    !OF_ONE_SIDE.has(key) &&
    !isNotifyRecord(key) &&
    !pulseShare(key) &&
    !isSwitchKey(key) &&
    (key !== JUNCTION_KEYS.hold || isHolding)
  return {
    SERVER_SCOPE: byKey(server.filter(isCopied)),
    SHARED_SCOPE: byKey(shared.filter(({ value }) => value !== null)),
  }
}

/** Returns the values of attributes by key. */
export function byKey(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
}
