/** A junction's attributes of the server scope, parsed. */
import { KIND_KEY, KINDS_KEY } from '@greenwave/contract/records/recordKeys'
import { CONNECTIVITY_KEYS } from '@greenwave/contract/wire/attributes'
import { NOTIFIED_KEY } from '@greenwave/contract/records/notifyRecords'
import { type HoldFacts, holdInForce, parseHold } from '@greenwave/contract/records/holds'
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { JUNCTION_KEYS, parseJunctionState, parseMute } from '@greenwave/contract/records/watch'
import { parseInteger } from '@greenwave/controller/integer'
import { modeKind } from '@greenwave/controller/mode'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Link, Notes } from '@greenwave/observer/rule'
import type { Standing } from '@greenwave/observer/standing'

const { active, lastConnectTime, lastDisconnectTime } = CONNECTIVITY_KEYS

/** The attributes that the watcher follows. The time of the last activity changes all the time and is none of them. */
export const SERVER_KEYS: readonly string[] = [
  active,
  lastConnectTime,
  lastDisconnectTime,
  ...Object.values(JUNCTION_KEYS),
  NOTIFIED_KEY,
  SITE_KEY,
  LEARNED_KEY,
  KINDS_KEY,
  KIND_KEY,
]

/** The attributes that the watcher writes itself. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  JUNCTION_KEYS.level,
  JUNCTION_KEYS.state,
  JUNCTION_KEYS.since,
  JUNCTION_KEYS.mode,
])

/** Returns whether a frame brings only what the watcher wrote. */
export function isOwnWrite(data: Readonly<Record<string, unknown>>): boolean {
  for (const key in data) if (!OWN_KEYS.has(key)) return false
  return true
}

/**
 * Connection state according to the platform. A disconnection newer than the last connection counts at once, long
 * before the flag `active` is cleared. Null where there never was a session.
 */
export function linkOf(server: TimedValues): Link {
  const connectMs = timeOf(server, lastConnectTime)
  const disconnectMs = timeOf(server, lastDisconnectTime)
  if (connectMs === null && disconnectMs === null) return { connected: null, sinceMs: null }
  if (disconnectMs !== null && disconnectMs > (connectMs ?? 0)) return { connected: false, sinceMs: disconnectMs }
  const isActive = String(server[active]?.value) !== 'false'
  return { connected: isActive, sinceMs: connectMs }
}

/**
 * Parses the notes of users about the junction: a hold with its end, a mute. The end of a hold counts until another mode
 * is held, because lamps need a few seconds to return to their program.
 */
export function notesOf(server: TimedValues, holdFacts: HoldFacts): Notes {
  const isAutomatic = modeKind(parseInteger(holdFacts.mode?.value) ?? 0).kind === 'automatic'
  const hold = isAutomatic ? parseHold(holdFacts.hold?.value) : holdInForce(holdFacts)?.hold
  const mute = parseMute(server[JUNCTION_KEYS.mute]?.value)
  return {
    holdUntilMs: hold?.until ?? null,
    mute: mute ? { sinceMs: mute.at, untilMs: mute.until } : null,
  }
}

/** Returns the standing that the watcher wrote last; undefined if it never wrote one that can be read. */
export function writtenStanding(server: TimedValues): Standing | undefined {
  const read = parseJunctionState(Object.fromEntries(Object.entries(server).map(([key, { value }]) => [key, value])))
  if (!read || read.mode === undefined) return undefined
  // Whatever was written is only compared with what is observed.
  return { level: read.level, state: read.state, sinceMs: read.since, mode: read.mode } as Standing
}

function timeOf(server: TimedValues, key: string): number | null {
  const ms = parseInteger(server[key]?.value)
  return ms !== undefined && ms > 0 ? ms : null
}
