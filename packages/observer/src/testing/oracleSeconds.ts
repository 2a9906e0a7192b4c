/** What the oracle saw: the seconds of a history, and what the settings wanted in each. */
import { greenStart, isServed } from '@greenwave/controller/cycle'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { runningAt } from '@greenwave/controller/schedule'
import type { ControllerSettings, Program } from '@greenwave/controller/settings'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { parseSettingKey, settingsOfController } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { History } from './history.ts'

/** The lamp that a phase shows; `?` for none, or several. */
type Lamp = 'R' | 'Y' | 'G' | '?'

/** One second that was seen. */
export interface Second {
  readonly ts: number
  readonly n: readonly number[]
  readonly clockMs: number | null
  /** The lamp of each phase; one whose value is missing in a single second goes on. */
  readonly lamps: readonly Lamp[]
  /** The phases whose lamp is not known in this second. */
  readonly hidden: readonly boolean[]
  /** Seconds since the first sample, by whole seconds. */
  readonly at: number
  readonly lost: number
  readonly gap: boolean
  readonly wanted: Wanted | null
  /** Whether the settings wanted flashing when it arrived. */
  readonly flashWanted: boolean
  readonly changing: boolean
  /** Not within 5 s after a gap. */
  readonly calm: boolean
}

/** What the settings want at a moment. */
export interface Wanted {
  readonly mode: number
  readonly plan: number
  readonly program: Program | null
  readonly number: number
  readonly cycle: number
  readonly yellow: number
  readonly red: number
  /** The larger of what runs and what was asked for; yellow is never under 3 s. */
  readonly safeYellow: number
  readonly safeRed: number
  readonly offset: number
  readonly scheduled: number | null | undefined
  readonly reportsProgram: boolean
  readonly byPlan: boolean
  readonly text: string
}

/** What held before the attributes of one moment arrived, which are one change. */
interface ChangeStart {
  readonly atMs: number
  readonly before: Wanted | null
  readonly changeEnds: number
  readonly longest: number
  readonly isFirst: boolean
}

const NO_CHANGE: ChangeStart = { atMs: Number.NaN, before: null, changeEnds: 0, longest: 0, isFirst: true }

/** A gap between samples is longer than this, milliseconds. */
export const GAP = 3000
/** The phases, as indices of lists. */
export const PHASES = [0, 1, 2]

/**
 * Returns the seconds of a history that were seen, with what the settings wanted then.
 *
 * @param cycleOf the longest cycle that settings allow, for which a change settles: as set, or longer where greens follow
 *   the demand. Seconds.
 */
export function secondsOf(history: History, cycleOf = ({ cycle }: Wanted) => cycle): readonly Second[] {
  const found: Second[] = []
  let attributes: { shared: TimedValues; client: TimedValues } | null = null
  let before: Wanted | null = null
  let changeEnds = 0
  let longest = 0
  let start = NO_CHANGE
  let calmFrom = 0
  let missed = true
  const change = (from: Wanted | null, to: Wanted, atMs: number) => {
    const next = cycleOf(to)
    const running = Math.max(from ? cycleOf(from) : 0, atMs < changeEnds ? longest : 0)
    longest = Math.max(running, next)
    const leaving = Math.max(0, to.yellow) + Math.max(1, to.red)
    changeEnds = Math.max(changeEnds, atMs + 1000 * (running + 2 * next + leaving + 5))
  }
  for (const input of history) {
    if (input.kind === 'gap') missed = true
    if (input.kind === 'attributes') {
      if (start.atMs === input.atMs) ({ before, changeEnds, longest } = start)
      else start = { atMs: input.atMs, before, changeEnds, longest, isFirst: attributes === null || before === null }
      const { isFirst } = start
      attributes = input.attributes
      const last = found.at(-1)
      const shown = last?.clockMs == null ? input.atMs : last.clockMs + Math.max(0, input.atMs - last.ts)
      const now = wantedBy(attributes, shown)
      const newest = Math.max(0, ...[...settingTimes(attributes.shared), ...settingTimes(attributes.client)])
      if (now && now.text !== before?.text) change(before, now, isFirst ? Math.min(input.atMs, newest) : input.atMs)
      before = now
    }
    if (input.kind !== 'message') continue
    const { ts, counts, clockMs } = input.message
    const last = found.at(-1)
    if (last && ts <= last.ts) continue
    if (counts.every((count) => count < 0)) continue
    const step = last ? ts - last.ts : 0
    const clockStep = last && clockMs !== null && last.clockMs !== null ? clockMs - last.clockMs : null
    const fall = last ? counted(last.n, counts) : null
    const { passed, sure } = last ? secondsPassed(step, clockStep, fall) : { passed: 0, sure: false }
    // An overtaken sample judges nothing any more.
    if (sure && passed < 0) continue
    const gap = !last || missed || (sure ? passed * 1000 : step) > GAP
    const wanted = attributes && wantedBy(attributes, clockMs ?? ts)
    const flashWanted = before !== null && (before.mode === 0 || before.byPlan)
    if (gap) calmFrom = ts + 5000
    if (wanted && before) {
      const clockWasSet = clockStep !== null && wasSet(step, clockStep, fall)
      const midnight = last && dayOf(clockMs ?? ts) !== dayOf(last.clockMs ?? last.ts)
      const cut = midnight && wanted.cycle > 0 && 86_400 % wanted.cycle !== 0
      if (wanted.text !== before.text || clockWasSet || cut) change(before, wanted, ts)
    }
    before = wanted
    missed = false
    start = NO_CHANGE
    const own = PHASES.map((phase) => counts.slice(phase * 3, phase * 3 + 3))
    const hidden = own.map((three) => three.some((count) => count < 0) && three.every((count) => count <= 0))
    found.push({
      ts,
      n: counts,
      clockMs,
      hidden,
      lamps: own.map((three, phase) =>
        hidden[phase] && last && !gap && !last.hidden[phase] ? (last.lamps[phase] ?? '?') : lampOf(three),
      ),
      at: (last?.at ?? 0) + passed,
      lost: gap ? Math.max(1, passed - 1) : Math.max(0, passed - 1),
      gap,
      wanted,
      flashWanted,
      changing: ts < changeEnds,
      calm: ts >= calmFrom,
    })
  }
  return found
}

/** The local day of an instant. A clock that shows an earlier second of the same day passed no midnight. */
function dayOf(ms: number): number {
  return Math.floor(ms / 1000) - secondOfDayAt(ms)
}

function settingTimes(values: TimedValues): number[] {
  return Object.entries(values).flatMap(([key, { ts, value }]) =>
    parseSettingKey(key) && value !== '' && value !== null ? [ts] : [],
  )
}

/** The seconds that all lamps counted down which are lit in both; null if they disagree, or none counts. */
function counted(before: readonly number[], after: readonly number[]): number | null {
  const counting = before.flatMap((from, i) => (from > 1 && (after[i] ?? 0) > 0 ? [i] : []))
  const falls = counting.map((i) => (before[i] ?? 0) - (after[i] ?? 0))
  return falls.every((fall) => fall === falls[0]) ? (falls[0] ?? null) : null
}

/** The clock decides within the lateness of two seconds, the countdowns where it was set, and else the arrival. */
function secondsPassed(step: number, clockStep: number | null, fall: number | null): { passed: number; sure: boolean } {
  const byTime = Math.max(1, Math.round(step / 1000))
  const byFall = fall !== null && fall >= 1 && fall <= byTime && step - fall * 1000 <= 2500
  const without = byFall ? { passed: fall, sure: true } : { passed: byTime, sure: false }
  if (clockStep === null) return without
  const byClock = Math.round(clockStep / 1000)
  if (wasSet(step, clockStep, fall) || (byClock < 0 && fall !== byClock)) return without
  if (byClock === 0 && step >= 750) return { passed: byTime, sure: true }
  if (fall === byClock) return { passed: byClock, sure: true }
  const onTime = Math.abs(step - byTime * 1000) <= 250
  const byArrival = fall === byTime || (fall === null && byClock > byTime && onTime)
  return { passed: byArrival ? byTime : byClock, sure: true }
}

function wasSet(step: number, clockStep: number, fall: number | null): boolean {
  const off = Math.abs(clockStep - step)
  return off > 3000 || (off >= 2000 && fall !== Math.round(clockStep / 1000))
}

function lampOf([red = -1, yellow = -1, green = -1]: readonly number[]): Lamp {
  const lit = [red, yellow, green].filter((count) => count > 0).length
  if (lit !== 1) return '?'
  return red > 0 ? 'R' : yellow > 0 ? 'Y' : 'G'
}

const WANTED = new WeakMap<object, Map<number, Wanted | null>>()

/** Returns what attributes want at a time of the controller's clock. A schedule changes by the minute. */
function wantedBy(attributes: { shared: TimedValues; client: TimedValues }, shownMs: number): Wanted | null {
  const minute = Math.floor(shownMs / 60_000)
  const known = WANTED.get(attributes) ?? new Map<number, Wanted | null>()
  WANTED.set(attributes, known)
  if (!known.has(minute)) known.set(minute, wantedAt(attributes, shownMs))
  return known.get(minute) ?? null
}

function wantedAt({ shared, client }: { shared: TimedValues; client: TimedValues }, shownMs: number): Wanted | null {
  if (!hasSettings({ shared, client })) return null
  const value = (values: TimedValues) =>
    Object.fromEntries(Object.entries(values).map(([key, one]) => [key, one.value]))
  const [asked, told] = [value(shared), value(client)]
  const at = secondOfDayAt(shownMs)
  const runs = parseSettings({ ...asked, ...told }, settingsOfController(told))
  const mode = told.Mode === undefined ? runs.mode : Number(told.Mode)
  const automatic = mode !== 0 && mode !== 1 && mode !== 2
  const scheduled = runningAt(runs, at)
  const reportsProgram = told.Program !== undefined
  const number = !automatic
    ? 0
    : reportsProgram
      ? Number(told.Program)
      : scheduled.kind === 'program'
        ? scheduled.program
        : 0
  const plan = !automatic ? 0 : reportsProgram ? Number(told.Plan ?? 0) : (scheduled.plan ?? 0)
  const wishes = parseSettings(asked, settingsOfController(told))
  return {
    ...timesOf(runs, number),
    safeYellow: Math.max(3, runs.clearance.yellow, wishes.clearance.yellow),
    safeRed: Math.max(runs.clearance.redClearance, wishes.clearance.redClearance),
    mode,
    plan,
    number,
    scheduled: automatic ? scheduled.plan : undefined,
    reportsProgram,
    byPlan: automatic && number === 0,
    text: JSON.stringify([
      mode,
      plan,
      number,
      timesOf(runs, number),
      automatic && scheduled.plan,
      wishes.mode,
      [0, 1, 2].includes(wishes.mode)
        ? [wishes.clearance]
        : [runningAt(wishes, at), timesOf(wishes, programNumber(runningAt(wishes, at)))],
    ]),
  }
}

function programNumber(running: ReturnType<typeof runningAt>): number {
  return running.kind === 'program' ? running.program : 0
}

function timesOf(settings: ControllerSettings, number: number) {
  const program = settings.programs.find((one) => one.number === number) ?? null
  const { yellow, redClearance: red } = settings.clearance
  const ends = (program?.phases ?? []).filter(isServed).map((one) => greenStart(one) + one.green + yellow + red)
  const offset = program ? (offsetRow.at({ program: program.number }).of(settings) ?? 0) : 0
  return { program, yellow, red, cycle: Math.max(0, ...ends), offset }
}

/** Returns whether attributes hold settings. */
export function hasSettings({ shared, client }: { shared: TimedValues; client: TimedValues }): boolean {
  return settingTimes(shared).length + settingTimes(client).length > 0
}
