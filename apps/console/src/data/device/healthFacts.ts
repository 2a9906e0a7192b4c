/** Facts about a junction's health from the attributes that lists follow. */
import { type Hold, holdInForce, holdNotOver } from '@greenwave/contract/records/holds'
import { JUNCTION_KEYS, parseJunctionState, parseMute } from '@greenwave/contract/records/watch'
import { parseInteger } from '@greenwave/controller/integer'
import { MODE_KEY } from '@greenwave/controller/keys'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { HealthFacts } from '../health.ts'
import type { ListedState } from './listedState.ts'

/** How long a controller may be away before that counts as wrong, milliseconds. */
const AWAY_MS = 30_000

/** Returns the facts of a junction as far as lists follow it. */
export function healthFacts(device: ListedState): HealthFacts {
  const { server, shared, client, connectivity, nowMs } = device
  const { active, online, lastConnectMs, lastActivityMs, lastDisconnectMs } = connectivity
  const neverConnected = !active && lastConnectMs === null && lastActivityMs === null
  const awaySinceMs = online || neverConnected ? null : (lastDisconnectMs ?? lastActivityMs)
  const hold = holdOf(device)
  const isAway = awaySinceMs !== null && nowMs - awaySinceMs >= AWAY_MS
  return {
    known: server !== undefined,
    watcherState: parseJunctionState(plainValues(server)),
    seen: isAway ? { level: 4, code: 'offline', sinceMs: awaySinceMs } : null,
    reportedMode: parseInteger(client?.[MODE_KEY]?.value) ?? parseInteger(shared?.[MODE_KEY]?.value) ?? null,
    neverConnected: server !== undefined && neverConnected,
    muteUntilMs: parseMute(server?.[JUNCTION_KEYS.mute]?.value)?.until ?? null,
    holdUntilMs: hold?.until ?? null,
    heldBy: hold?.by || null,
  }
}

/** Returns the hold of a junction, as far as lists follow it; undefined without one. */
function holdOf({ server, shared }: Pick<ListedState, 'server' | 'shared'>): Hold | undefined {
  const facts = { hold: server?.[JUNCTION_KEYS.hold], held: server?.[JUNCTION_KEYS.held], mode: shared?.[MODE_KEY] }
  return shared ? holdInForce(facts)?.hold : holdNotOver(facts)
}

function plainValues(attributes: TimedValues = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.values(JUNCTION_KEYS).map((key) => [key, attributes[key]?.value]))
}
