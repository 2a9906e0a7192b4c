/**
 * Health of a junction: the one function that derives the state on lists, page and tab from all facts. Without a
 * watcher a junction is never called healthy.
 */
import type { JunctionLevel, JunctionState } from '@greenwave/contract/records/watch'
import { modeChoice } from '@greenwave/controller/mode'
import type { WatchState } from './watch.ts'

/** Code of each state that has a text of its own. */
export const HEALTH_CODES = [
  'conflict',
  'lamps',
  'short-yellow',
  'short-clearance',
  'dark',
  'all-red',
  'frozen',
  'silent',
  'offline',
  'countdown-jump',
  'off-plan',
  'not-taken',
  'calendar',
  'clock',
  'hold',
  'corridor',
  'muted',
  'ok',
  'unknown',
  /** Never connected. */
  'never',
  'not-watched',
  /** An incident that this console does not know. */
  'other',
] as const
export type HealthCode = (typeof HEALTH_CODES)[number]

/** States that need no explanation. */
const QUIET_CODES = ['ok', 'unknown', 'never', 'not-watched'] as const
/** State with a text that explains it and says what to do. */
export type HelpfulCode = Exclude<HealthCode, (typeof QUIET_CODES)[number]>

/** Returns whether a state has a text that explains it. */
export function needsHelp(code: HealthCode): code is HelpfulCode {
  return !QUIET_CODES.some((quiet) => quiet === code)
}

/** Mark of a state. */
type HealthMarkKind = 'danger' | 'fault' | 'deviation' | 'hold' | 'muted' | 'ok' | 'unknown' | 'unwatched'

/** Health of a junction at one time. */
export interface Health {
  readonly level: JunctionLevel
  readonly code: HealthCode
  readonly mark: HealthMarkKind
  /** When this state began, epoch milliseconds; null if that is not known. */
  readonly sinceMs: number | null
  /** When it ends automatically (a mute, a hold), epoch milliseconds; null if it does not or if unknown. */
  readonly untilMs: number | null
  /** Who holds it; null without. */
  readonly by: string | null
  /** False for what was last known before the watch ended. */
  readonly current: boolean
}

/** Problem that a user who looks at the junction sees without a watcher. */
export interface SeenTrouble extends Pick<Health, 'code' | 'sinceMs'> {
  readonly level: Exclude<JunctionLevel, 0 | 1>
}

/** The facts of one junction from which its health follows. */
export interface HealthFacts {
  /** False until the server attributes have arrived. */
  readonly known: boolean
  /** Last state from the watcher; undefined if it never evaluated the junction. */
  readonly watcherState: JunctionState | undefined
  /** Problem visible to this console, with or without a watcher; null if there is none. */
  readonly seen: SeenTrouble | null
  readonly neverConnected: boolean
  /** Mode that the controller reports, else the requested one; null if neither is known. */
  readonly reportedMode: number | null
  /** Ends of a mute and of a hold, epoch milliseconds; null without. */
  readonly muteUntilMs: number | null
  readonly holdUntilMs: number | null
  /** User who holds it; null without a hold or if unknown. */
  readonly heldBy: string | null
}

const LEVEL_MARKS = { 5: 'danger', 4: 'fault', 3: 'deviation', 2: 'hold', 1: 'muted' } as const

/** Returns the mark of a level, which also names the level in texts; `code` distinguishes the states of level 0. */
export function markOf<Level extends keyof typeof LEVEL_MARKS>(level: Level): (typeof LEVEL_MARKS)[Level]
export function markOf(level: JunctionLevel, code?: HealthCode): HealthMarkKind
export function markOf(level: JunctionLevel, code: HealthCode = 'ok'): HealthMarkKind {
  if (level !== 0) return LEVEL_MARKS[level]
  if (code === 'not-watched') return 'unwatched'
  return code === 'ok' ? 'ok' : 'unknown'
}

/** Returns the health of a junction; null while too little is known. */
export function healthOf(facts: HealthFacts, watch: WatchState): Health | null {
  const { watcherState, seen, known, neverConnected } = facts
  if (!known) return null
  const isWatched = watch.kind === 'watched' || (watch.kind === 'unknown' && watcherState !== undefined)
  const reported = watcherState && watcherHealth(watcherState, facts, isWatched)
  const own = seen && health(seen.level, seen.code, seen.sinceMs, facts)
  // A mute silences what it covers; visible danger is still shown.
  if (own && own.level > (isWatched && reported ? reported.level : 0) && !(reported?.code === 'muted' && own.level < 5))
    return own
  if (isWatched)
    return reported ?? (neverConnected ? health(0, 'never', null, facts) : health(0, 'unknown', null, facts))
  if (neverConnected) return health(0, 'never', null, facts)
  if (watch.kind === 'unknown') return null
  if (reported && reported.level >= 3) return reported
  const sinceMs = watch.kind === 'lapsed' && watch.atMs > 0 ? watch.atMs : null
  return { ...health(0, 'not-watched', sinceMs, facts), current: false }
}

function watcherHealth(watcherState: JunctionState, facts: HealthFacts, current: boolean): Health {
  const { level, state, since } = watcherState
  const code = HEALTH_CODES.find((one) => one === state) ?? 'other'
  const shown = code === 'unknown' && facts.neverConnected ? 'never' : code
  return { ...health(level, shown, since > 0 ? since : null, facts), current }
}

function health(level: JunctionLevel, code: HealthCode, sinceMs: number | null, facts: HealthFacts): Health {
  const untilMs = code === 'muted' ? facts.muteUntilMs : code === 'hold' ? facts.holdUntilMs : null
  const by = code === 'hold' ? facts.heldBy : null
  return { level, code, mark: markOf(level, code), sinceMs, untilMs, by, current: true }
}

/**
 * Returns the mode that drives the lamps if it is not automatic: the observed one, else the one that is reported or was
 * requested. Returns null for automatic and while no mode is known.
 */
export function exceptionalMode({ watcherState, reportedMode }: HealthFacts, watch: WatchState): number | null {
  const observed =
    watch.kind === 'watched' && watcherState?.mode !== undefined && watcherState.mode >= 0 ? watcherState.mode : null
  const mode = observed ?? reportedMode
  return mode === null || modeChoice(mode).name === 'automatic' ? null : mode
}
