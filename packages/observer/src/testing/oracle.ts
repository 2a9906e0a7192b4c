/**
 * Long: one part for each line of the table of incidents. A slow second opinion: it reads a whole history, looks back
 * from each moment as far as a rule needs, and says which incidents were open from when to when. It shares no code with
 * the observer. It takes each message as a whole sample, so it knows nothing of samples in parts.
 */
import { greenStart, isServed } from '@greenwave/controller/cycle'
import { localTimeAt, secondsOfDay } from '@greenwave/controller/deviceClock'
import { runningAt } from '@greenwave/controller/schedule'
import type { ControllerSettings, Program } from '@greenwave/controller/settings'
import { readSettings } from '@greenwave/controller/settingTable/allSettings'
import { allDeliveries } from '@greenwave/controller/settingTable/delivery'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { parseSettingKey, settingsOfController } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { IncidentCode } from '../incident.ts'
import { type Episode, type History, inOrder } from './history.ts'

type Lamp = 'R' | 'Y' | 'G' | '?'

/** One second that was seen. */
interface Second {
  readonly ts: number
  readonly n: readonly number[]
  readonly clockMs: number | null
  readonly lamps: readonly Lamp[]
  /** Seconds since the first sample, by whole seconds. */
  readonly at: number
  readonly lost: number
  readonly gap: boolean
  readonly wanted: Wanted | null
  readonly changing: boolean
  /** Not within 5 s after a gap. */
  readonly calm: boolean
}

/** What the settings want at a moment. */
interface Wanted {
  readonly mode: number
  readonly plan: number
  readonly program: Program | null
  readonly number: number
  readonly cycle: number
  readonly yellow: number
  readonly red: number
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

const GAP = 3000
const PHASES = [0, 1, 2]

/** Returns the episodes of all incidents that a history must raise. */
export function oracle(history: History): readonly Episode[] {
  const seconds = secondsOf(history)
  const lampEpisodes = ofLamps(seconds, history)
  return inOrder([...lampEpisodes, ...ofConnection(history)])
}

// --- what was seen -----------------------------------------------------------------------------------------------

function secondsOf(history: History): readonly Second[] {
  const found: Second[] = []
  let attributes: { shared: TimedValues; client: TimedValues } | null = null
  let before: Wanted | null = null
  let changeEnds = 0
  let longest = 0
  let start = NO_CHANGE
  let calmFrom = 0
  let missed = true
  const change = (from: Wanted | null, to: Wanted, atMs: number) => {
    const running = Math.max(from?.cycle ?? 0, atMs < changeEnds ? longest : 0)
    longest = Math.max(running, to.cycle)
    const leaving = Math.max(0, to.yellow) + Math.max(1, to.red)
    changeEnds = Math.max(changeEnds, atMs + 1000 * (running + 2 * to.cycle + leaving + 5))
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
    const gap = !last || missed || step > GAP
    const clockStep = last && clockMs !== null && last.clockMs !== null ? clockMs - last.clockMs : null
    const passed = last ? secondsPassed(step, clockStep) : 0
    const wanted = attributes && wantedBy(attributes, clockMs ?? ts)
    if (gap) calmFrom = ts + 5000
    if (wanted && before) {
      const clockWasSet = clockStep !== null && Math.abs(clockStep - step) >= 2000
      const day = (s: { clockMs: number | null; ts: number }) => secondsOfDay(localTimeAt(s.clockMs ?? s.ts))
      const midnight = last && day({ clockMs, ts }) < day(last) && wanted.cycle > 0 && 86_400 % wanted.cycle !== 0
      if (wanted.text !== before.text || clockWasSet || midnight) change(before, wanted, ts)
    }
    before = wanted
    missed = false
    start = NO_CHANGE
    found.push({
      ts,
      n: counts,
      clockMs,
      lamps: PHASES.map((phase) => lampOf(counts.slice(phase * 3, phase * 3 + 3))),
      at: (last?.at ?? 0) + passed,
      lost: gap ? Math.max(1, passed - 1) : Math.max(0, passed - 1),
      gap,
      wanted,
      changing: ts < changeEnds,
      calm: ts >= calmFrom,
    })
  }
  return found
}

function settingTimes(values: TimedValues): number[] {
  return Object.entries(values).flatMap(([key, { ts, value }]) =>
    parseSettingKey(key) && value !== '' && value !== null ? [ts] : [],
  )
}

function secondsPassed(step: number, clockStep: number | null): number {
  const byTime = Math.max(1, Math.round(step / 1000))
  if (clockStep === null || clockStep < 0 || Math.abs(clockStep - step) >= 2000) return byTime
  const byClock = Math.round(clockStep / 1000)
  if (byClock === byTime) return byClock
  return step >= 750 && Math.abs(step - byTime * 1000) <= 250 ? byTime : byClock
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
  if (settingTimes(shared).length + settingTimes(client).length === 0) return null
  const value = (values: TimedValues) =>
    Object.fromEntries(Object.entries(values).map(([key, one]) => [key, one.value]))
  const [asked, told] = [value(shared), value(client)]
  const at = secondsOfDay(localTimeAt(shownMs))
  const runs = readSettings({ ...asked, ...told }, settingsOfController(told))
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
  const wishes = readSettings(asked, settingsOfController(told))
  return {
    ...timesOf(runs, number),
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

// --- what it means -----------------------------------------------------------------------------------------------

type Say = 'yes' | 'no' | 'between' | 'unjudged'

/** Opens and closes an incident by what is said of each second. */
interface Terms {
  readonly raiseTimes: number
  readonly raiseMs: number
  readonly clearTimes: number
  readonly clearMs: number
}

interface Said {
  readonly ts: number
  readonly say: Say
  /** A change forgets what was only suspected. */
  readonly forgets?: boolean
  /** Nothing counts towards the end of what is open. */
  readonly resets?: boolean
}

function episodes(code: IncidentCode, said: readonly Said[], terms: Terms): Episode[] {
  const found: Episode[] = []
  let from = 0
  let raisedMs: number | null = null
  said.forEach(({ ts, say }, i) => {
    if (raisedMs === null) {
      if (say !== 'yes') return
      const yes = lookBack(said, from, i, 'yes', (one) => one.say === 'no' || one.say === 'between' || !!one.forgets)
      const [first] = yes
      if (first && yes.length >= terms.raiseTimes && ts - first.ts >= terms.raiseMs) raisedMs = ts
      return
    }
    if (say !== 'no') return
    const no = lookBack(said, from, i, 'no', (one) => one.say === 'yes' || one.say === 'between' || !!one.resets)
    const [first] = no
    if (!first || no.length < terms.clearTimes || ts - first.ts < terms.clearMs) return
    found.push({ code, raisedMs, clearedMs: ts })
    raisedMs = null
    from = i + 1
  })
  if (raisedMs !== null) found.push({ code, raisedMs, clearedMs: null })
  return found
}

/** Returns what said so, from the newest back to where something ended it; the oldest first. */
function lookBack(said: readonly Said[], from: number, to: number, what: Say, ends: (one: Said) => boolean): Said[] {
  const found: Said[] = []
  for (let i = to; i >= from; i -= 1) {
    const one = said[i]
    if (!one || ends(one)) break
    if (one.say === what) found.unshift(one)
  }
  return found
}

function ofLamps(seconds: readonly Second[], history: History): readonly Episode[] {
  const known = (one: Second) => one.wanted !== null
  const always = (code: IncidentCode, holds: (one: Second) => boolean, times: number) =>
    episodes(
      code,
      seconds.map((one): Said => {
        if (!known(one)) return { ts: one.ts, say: 'unjudged' }
        const isThere = holds(one)
        return { ts: one.ts, say: isThere ? 'yes' : 'no', resets: !isThere && !one.calm }
      }),
      { raiseTimes: times, raiseMs: 0, clearTimes: 1, clearMs: 10_000 },
    )
  const conflict = always('conflict', isConflict, 2)
  const lamps = always('lamps', isContradicting, 2)
  const dark = always('dark', isDark, 3)

  const paused = (one: Second): Said | null => {
    if (one.wanted === null) return { ts: one.ts, say: 'unjudged' }
    return one.changing || !one.calm ? { ts: one.ts, say: 'unjudged', forgets: one.changing, resets: true } : null
  }
  const judgedBy = (judge: (i: number, one: Second, wanted: Wanted) => Say): Said[] =>
    seconds.map((one, i) => paused(one) ?? { ts: one.ts, say: one.wanted ? judge(i, one, one.wanted) : 'unjudged' })

  const allRed = episodes(
    'all-red',
    judgedBy((i) => sayAllRed(seconds, i)),
    {
      raiseTimes: 1,
      raiseMs: 0,
      clearTimes: 1,
      clearMs: 10_000,
    },
  )
  const frozen = episodes(
    'frozen',
    judgedBy((i) => sayFrozen(seconds, i)),
    {
      raiseTimes: 1,
      raiseMs: 0,
      clearTimes: 1,
      clearMs: 5000,
    },
  )

  const loud = [...conflict, ...lamps, ...dark, ...allRed, ...frozen]
  const isShadowed = (i: number) => {
    const faulty = (one: Second | undefined) =>
      one !== undefined && (isConflict(one) || isContradicting(one) || isDark(one))
    const ts = seconds[i]?.ts ?? 0
    const open = loud.some(({ raisedMs, clearedMs }) => raisedMs <= ts && (clearedMs === null || ts < clearedMs))
    return open || faulty(seconds[i]) || faulty(seconds[i - 1])
  }
  const cycles = new Map(cyclesOf(seconds, isShadowed).flatMap((cycle) => (cycle.judged ? [[cycle.to, cycle]] : [])))
  const right = (i: number, wrong: readonly number[]) => {
    const cycle = cycles.get(i)
    return cycle !== undefined && !wrong.some((at) => at < i && at > cycle.from)
  }
  const eventRule = (code: IncidentCode, isWrong: (i: number, wanted: Wanted) => boolean) => {
    const wrong: number[] = []
    const said = judgedBy((i, _one, wanted) => {
      if (isShadowed(i)) return 'unjudged'
      if (isWrong(i, wanted)) {
        wrong.push(i)
        return 'yes'
      }
      return right(i, wrong) ? 'no' : 'unjudged'
    })
    return episodes(code, said, { raiseTimes: 1, raiseMs: 0, clearTimes: 2, clearMs: 0 })
  }
  const shortYellow = eventRule('short-yellow', (i, wanted) => isShortYellow(seconds, i, wanted))
  const shortClearance = eventRule('short-clearance', (i, wanted) => isShortClearance(seconds, i, wanted))

  const jumps: number[] = []
  let tracked = false
  const jumpSaid = judgedBy((i, one, wanted) => {
    if (isShadowed(i) || wanted.cycle === 0) return 'unjudged'
    if (isJump(seconds, i)) {
      jumps.push(one.ts)
      tracked = true
      return 'yes'
    }
    const last = jumps.at(-1)
    return tracked && last !== undefined && one.ts - last >= 10 * wanted.cycle * 1000 ? 'no' : 'unjudged'
  })
  const jumped = episodes('countdown-jump', jumpSaid, { raiseTimes: 2, raiseMs: 0, clearTimes: 1, clearMs: 0 })

  const offPlan = episodes(
    'off-plan',
    judgedBy((i, _one, wanted) => {
      if (isShadowed(i)) return 'unjudged'
      const cycle = cycles.get(i)
      return cycle ? (isOffPlan(seconds, cycle, wanted) ? 'yes' : 'no') : 'unjudged'
    }),
    { raiseTimes: 2, raiseMs: 0, clearTimes: 2, clearMs: 0 },
  )

  const afterGapOnly = (judge: (i: number, one: Second) => Say): Said[] =>
    seconds.map((one, i) => {
      if (one.wanted === null) return { ts: one.ts, say: 'unjudged' }
      return one.calm ? { ts: one.ts, say: judge(i, one) } : { ts: one.ts, say: 'unjudged', resets: true }
    })
  const clock = episodes(
    'clock',
    afterGapOnly((_, one) => {
      if (one.clockMs === null) return 'unjudged'
      const off = Math.abs(Math.ceil((one.clockMs - one.ts) / 1000))
      return off > 5 ? 'yes' : off < 3 ? 'no' : 'between'
    }),
    { raiseTimes: 1, raiseMs: 10_000, clearTimes: 1, clearMs: 10_000 },
  )
  const hold = episodes(
    'hold',
    afterGapOnly((i) => sayHold(seconds, i, history)),
    {
      raiseTimes: 1,
      raiseMs: 0,
      clearTimes: 1,
      clearMs: 0,
    },
  )
  return [...loud, ...shortYellow, ...shortClearance, ...jumped, ...offPlan, ...clock, ...hold]
}

function red(one: Second, phase: number) {
  return one.n[phase * 3] ?? -1
}
function yellow(one: Second, phase: number) {
  return one.n[phase * 3 + 1] ?? -1
}
function green(one: Second, phase: number) {
  return one.n[phase * 3 + 2] ?? -1
}

/** Nothing that is known speaks against flashing. */
function couldFlash(one: Second): boolean {
  return PHASES.every((phase) => red(one, phase) <= 0 && green(one, phase) <= 0 && yellow(one, phase) !== 0)
}

function flashes(one: Second): boolean {
  return PHASES.every((phase) => one.lamps[phase] === 'Y')
}

function isConflict(one: Second): boolean {
  const there = PHASES.filter((phase) => green(one, phase) > 0 || yellow(one, phase) > 0)
  return there.length >= 2 && !couldFlash(one)
}

function isContradicting(one: Second): boolean {
  return PHASES.some(
    (phase) => [red(one, phase), yellow(one, phase), green(one, phase)].filter((count) => count > 0).length > 1,
  )
}

function isDark(one: Second): boolean {
  return PHASES.some((phase) => red(one, phase) === 0 && yellow(one, phase) === 0 && green(one, phase) === 0)
}

function holds(one: Second): boolean {
  const lamps = one.lamps.join('')
  return ['GRR', 'RGR', 'RRG'].includes(lamps) && one.n.every((count) => count <= 1)
}

function isNoData(one: Second): boolean {
  return one.n.every((count) => count <= 0) && !isDark(one)
}

function allRed(one: Second): boolean {
  return one.lamps.join('') === 'RRR'
}

function sayAllRed(seconds: readonly Second[], i: number): Say {
  const one = seconds[i]
  if (!one?.wanted || isNoData(one)) return 'unjudged'
  if (!allRed(one)) return one.lamps.includes('?') ? 'unjudged' : 'no'
  let first = i
  while (first > 0 && !seconds[first]?.gap && allRed(seconds[first - 1] as Second)) first -= 1
  const lasted = one.at - (seconds[first]?.at ?? 0) + 1
  return lasted >= longestRed(one.wanted) + 10 ? 'yes' : 'no'
}

/** Counts it second by second over one cycle. */
function longestRed({ program, cycle, yellow: amber, red: least }: Wanted): number {
  if (!program || cycle === 0) return Math.max(0, least)
  const busy = (second: number) =>
    program.phases.some(({ green: go, start }) => go > 0 && second >= start && second < start + go + amber)
  let longest = 0
  let length = 0
  for (let second = 0; second < 2 * cycle; second += 1) {
    length = busy(second % cycle) ? 0 : length + 1
    longest = Math.max(longest, length)
  }
  return Math.max(longest, least)
}

function sayFrozen(seconds: readonly Second[], i: number): Say {
  const one = seconds[i]
  if (!one?.wanted || isNoData(one)) return 'unjudged'
  const same: Second[] = [one]
  for (let j = i; j > 0 && same.length < 4 && !seconds[j]?.gap; j -= 1) {
    const before = seconds[j - 1]
    if (!before || before.n.join() !== one.n.join()) break
    if (before.at !== same[0]?.at) same.unshift(before)
  }
  const stands = same.length >= 4 && one.n.some((count) => count > 1) && !holds(one) && !flashes(one)
  return stands && one.wanted.cycle > 0 ? 'yes' : 'no'
}

/** Returns the index at which the lamp of a phase that shows at `i` began; seconds lost before it do not matter. */
function beganAt(seconds: readonly Second[], phase: number, i: number): number {
  let first = i
  while (first > 0 && !seconds[first]?.gap && seconds[first - 1]?.lamps[phase] === seconds[i]?.lamps[phase]) first -= 1
  return first
}

/** Whether the second before was seen, and so was each one of these. */
function isSeen(seconds: readonly Second[], from: number, to: number): boolean {
  return from > 0 && seconds.slice(from, to + 1).every((one) => one.lost === 0 && !one.gap)
}

function isShortYellow(seconds: readonly Second[], i: number, { yellow: set }: Wanted): boolean {
  return PHASES.some((phase) => {
    const now = seconds[i]?.lamps[phase]
    const was = seconds[i - 1]?.lamps[phase]
    if (set <= 0 || now === was || !isSeen(seconds, i, i)) return false
    if (was === 'G' && now === 'R') return true
    if (was !== 'Y' || now === '?') return false
    const first = beganAt(seconds, phase, i - 1)
    if (seconds[first - 1]?.lamps[phase] !== 'G' || !isSeen(seconds, first, i)) return false
    return set - length(seconds, first, i) > 1
  })
}

function length(seconds: readonly Second[], from: number, to: number): number {
  const [a, b] = [seconds[from], seconds[to]]
  return a && b ? Math.max(b.at - a.at, Math.round((b.ts - a.ts) / 1000)) : 0
}

function beginsGreen(seconds: readonly Second[], i: number, phase: number): boolean {
  const one = seconds[i]
  return i > 0 && one !== undefined && !one.gap && one.lamps[phase] === 'G' && seconds[i - 1]?.lamps[phase] !== 'G'
}

function isShortClearance(seconds: readonly Second[], i: number, { red: set }: Wanted): boolean {
  return PHASES.some(
    (to) =>
      beginsGreen(seconds, i, to) &&
      isSeen(seconds, i, i) &&
      PHASES.some((from) => {
        if (from === to || seconds[i]?.lamps[from] !== 'R') return false
        const first = beganAt(seconds, from, i)
        if (seconds[first - 1]?.lamps[from] !== 'Y' || seconds[first]?.gap || !isSeen(seconds, first, i)) return false
        return set - length(seconds, first, i) > 1
      }),
  )
}

function isJump(seconds: readonly Second[], i: number): boolean {
  const [before, one] = [seconds[i - 1], seconds[i]]
  if (!before || !one || one.gap) return false
  return PHASES.some((phase) => {
    const lamp = one.lamps[phase]
    if (lamp === '?' || before.lamps[phase] !== lamp) return false
    const count = lamp === 'R' ? red : lamp === 'Y' ? yellow : green
    const [from, to] = [count(before, phase), count(one, phase)]
    return (from > 1 || to > 1) && Math.abs(from - to - (one.at - before.at)) > 1
  })
}

interface Turn {
  /** The samples with which it began, and with which the next one did. */
  readonly from: number
  readonly to: number
  readonly judged: boolean
  readonly first: number
}

function cyclesOf(seconds: readonly Second[], isShadowed: (i: number) => boolean): readonly Turn[] {
  const found: Turn[] = []
  let from = 0
  let whole = false
  let first = -1
  let began = new Set<number>()
  seconds.forEach((one, i) => {
    if (i === 0) return
    const begins = PHASES.filter((phase) => beginsGreen(seconds, i, phase))
    const anchor = anchorOf(one.wanted)
    const turning = begins.find((phase) => phase === anchor || began.has(phase))
    const tooLong = one.at - (seconds[from]?.at ?? 0) >= 900
    if (turning === undefined && !tooLong) {
      for (const phase of begins) began.add(phase)
      return
    }
    const seen = turning !== undefined && one.lost === 0
    const inside = seconds.slice(from, i)
    const isClear = inside.every((each) => PHASES.every((phase) => !isUnknown(each, phase)))
    const known = inside.every((each) => each.wanted !== null)
    const undisturbed = inside.every((each, k) => each.calm && !each.changing && !isShadowed(from + k))
    const complete = seconds.slice(from + 1, i + 1).every((each) => each.lost === 0)
    found.push({ from, to: i, first, judged: whole && seen && known && undisturbed && complete && isClear })
    from = i
    whole = seen
    first = turning ?? -1
    began = new Set(turning === undefined ? [] : [turning])
  })
  return found
}

/** A phase of which no lamp is known to be lit, although one may be. */
function isUnknown(one: Second, phase: number): boolean {
  const counts = one.n.slice(phase * 3, phase * 3 + 3)
  return counts.every((count) => count <= 0) && counts.some((count) => count < 0)
}

function anchorOf(wanted: Wanted | null): number {
  const starts = PHASES.map((phase) => {
    const timing = wanted?.program?.phases[phase]
    return timing && timing.green > 0 ? timing.start : Infinity
  })
  const least = Math.min(...starts)
  return least === Infinity ? -1 : starts.indexOf(least)
}

function isOffPlan(seconds: readonly Second[], turn: Turn, wanted: Wanted): boolean {
  const inside = seconds.slice(turn.from, turn.to)
  const [begin] = inside
  const long = (seconds[turn.to]?.at ?? 0) - (begin?.at ?? 0)
  const { program, cycle, offset } = wanted
  if (!program) return true
  if (Math.abs(long - cycle) > 1) return true
  if (PHASES.some((phase) => Math.abs(greensIn(seconds, turn, phase) - (program.phases[phase]?.green ?? 0)) > 1))
    return true
  if (begin && begin.clockMs !== null && turn.first >= 0) {
    const position = secondsOfDay(localTimeAt(begin.clockMs)) - offset - (program.phases[turn.first]?.start ?? 0)
    const late = ((position % cycle) + cycle) % cycle
    if (Math.min(late, cycle - late) > 1) return true
  }
  const firstStart = program.phases[turn.first]?.start ?? 0
  const strays = PHASES.some((phase) => {
    const timing = program.phases[phase]
    if (!timing || timing.green <= 0 || turn.first < 0 || phase === turn.first) return false
    const begins = inside.find((one) => one.lamps[phase] === 'G')
    if (!begins || !begin) return false
    const late = (((begins.at - begin.at - (timing.start - firstStart)) % cycle) + cycle) % cycle
    return Math.min(late, cycle - late) > 1
  })
  if (strays) return true
  return wanted.reportsProgram && wanted.scheduled != null && wanted.scheduled !== wanted.plan
}

function greensIn(seconds: readonly Second[], { from, to }: Turn, phase: number): number {
  let sum = 0
  for (let i = from; i < to; i += 1) {
    const step = (seconds[i + 1]?.at ?? 0) - (seconds[i]?.at ?? 0)
    if (seconds[i]?.lamps[phase] === 'G') sum += step
  }
  return sum
}

function sayHold(seconds: readonly Second[], i: number, history: History): Say {
  const mode = modeAt(seconds, i)
  const one = seconds[i]
  if (!mode || !one?.wanted) return 'unjudged'
  if (mode.mode === 4 || (mode.mode === 0 && one.wanted.byPlan)) return 'no'
  const notes = history.findLast((input) => input.kind === 'notes' && input.atMs <= one.ts)
  const until = notes?.kind === 'notes' ? notes.notes.holdUntilMs : null
  if (until !== null && one.ts < until + 60_000) return 'no'
  // What a plan wanted does not count.
  const planned = seconds.findLastIndex(
    (each, k) => k <= i && each.wanted?.byPlan === true && modeAt(seconds, k)?.mode === 0,
  )
  const sinceMs = Math.max(mode.sinceMs, seconds[planned]?.ts ?? 0)
  return one.ts - sinceMs >= 15 * 60_000 ? 'yes' : 'no'
}

const MODES = new WeakMap<readonly Second[], ({ mode: number; sinceMs: number } | null)[]>()

function modeAt(seconds: readonly Second[], i: number): { mode: number; sinceMs: number } | null {
  const known = MODES.get(seconds)
  if (known) return known[i] ?? null
  const shown = (one: Second | undefined): number | null => {
    if (!one || isConflict(one) || isContradicting(one) || isDark(one) || isNoData(one)) return null
    return flashes(one) ? 0 : holds(one) ? ([1, 2, 4][one.lamps.indexOf('G')] ?? 4) : 4
  }
  const modes: ({ mode: number; sinceMs: number } | null)[] = []
  seconds.forEach((one, k) => {
    const before = modes[k - 1] ?? null
    const now = shown(one)
    const twice = k > 0 && shown(seconds[k - 1]) === now
    if (now === null || now === before?.mode) modes.push(before)
    else if (now === 4) modes.push({ mode: 4, sinceMs: one.ts })
    else modes.push(twice ? { mode: now, sinceMs: seconds[k - 1]?.ts ?? one.ts } : before)
  })
  MODES.set(seconds, modes)
  return modes[i] ?? null
}

// --- the connection ----------------------------------------------------------------------------------------------

function ofConnection(history: History): readonly Episode[] {
  const found: Episode[] = []
  let link: { connected: boolean | null; sinceMs: number | null } = { connected: null, sinceMs: null }
  let attributes: { shared: TimedValues; client: TimedValues } | null = null
  let lampsMs: number | null = null
  let heardMs: number | null = null
  const [first] = history
  let watchedMs = first ? (first.kind === 'message' ? first.message.ts : first.atMs) : 0
  const offline = { openMs: null as number | null, sinceMs: null as number | null, clearMs: null as number | null }
  const silent = { openMs: null as number | null, clearMs: null as number | null }
  const untaken = { openMs: null as number | null, sinceMs: null as number | null }
  let count = 0
  let pending = false
  const deliver = (atMs: number) => {
    const states =
      attributes && hasSettings(attributes) && link.connected === true
        ? allDeliveries({
            desired: attributes.shared,
            reported: attributes.client,
            connected: true,
            connectedSinceMs: link.sinceMs ?? undefined,
            nowMs: atMs,
          }).map((one) => one.state)
        : []
    count = states.filter((state) => state === 'differs' || state === 'notConfirmed').length
    pending = states.includes('saved')
  }
  for (const input of history) {
    if (input.kind === 'message') {
      const { counts, receivedMs } = input.message
      heardMs = Math.max(heardMs ?? 0, receivedMs)
      if (counts.some((one) => one >= 0)) lampsMs = Math.max(lampsMs ?? 0, receivedMs)
      continue
    }
    const { atMs } = input
    if (input.kind === 'link') link = input.link
    if (input.kind === 'attributes') attributes = input.attributes
    if (input.kind === 'gap') watchedMs = atMs
    if (input.kind !== 'tick' || pending) deliver(atMs)
    const wasHeard = heardMs !== null || link.sinceMs !== null || link.connected === true
    if (!attributes || !hasSettings(attributes) || !wasHeard) continue

    const speaks = heardMs !== null && atMs - heardMs <= GAP
    const goneSince =
      link.connected === true || speaks
        ? null
        : link.connected === false && link.sinceMs !== null
          ? Math.max(link.sinceMs, heardMs ?? 0)
          : heardMs
    if (link.connected === true || speaks) {
      offline.sinceMs = null
      if (offline.openMs !== null) {
        offline.clearMs ??= atMs
        if (atMs - offline.clearMs >= 5000) {
          found.push({ code: 'offline', raisedMs: offline.openMs, clearedMs: atMs })
          offline.openMs = null
          offline.clearMs = null
        }
      }
    } else if (goneSince !== null) {
      offline.sinceMs ??= goneSince
      offline.clearMs = null
      if (offline.openMs === null && atMs - Math.max(offline.sinceMs, watchedMs) >= 30_000) {
        offline.openMs = atMs
        if (silent.openMs !== null) found.push({ code: 'silent', raisedMs: silent.openMs, clearedMs: atMs })
        silent.openMs = null
      }
    }

    const shines = lampsMs !== null && atMs - lampsMs <= GAP
    const isQuiet =
      link.connected === true &&
      offline.openMs === null &&
      atMs - Math.max(lampsMs ?? 0, link.sinceMs ?? 0, watchedMs) >= 10_000
    if (shines) {
      if (silent.openMs !== null) {
        silent.clearMs ??= atMs
        if (atMs - silent.clearMs >= 5000) {
          found.push({ code: 'silent', raisedMs: silent.openMs, clearedMs: atMs })
          silent.openMs = null
          silent.clearMs = null
        }
      }
    } else if (link.connected === true && offline.openMs === null) {
      silent.clearMs = null
      if (isQuiet) silent.openMs ??= atMs
    }

    if (count === 0) {
      if (untaken.openMs !== null) found.push({ code: 'not-taken', raisedMs: untaken.openMs, clearedMs: atMs })
      untaken.openMs = null
      untaken.sinceMs = null
    } else {
      untaken.sinceMs ??= atMs
      if (atMs - untaken.sinceMs >= 60_000) untaken.openMs ??= atMs
    }
  }
  if (offline.openMs !== null) found.push({ code: 'offline', raisedMs: offline.openMs, clearedMs: null })
  if (silent.openMs !== null) found.push({ code: 'silent', raisedMs: silent.openMs, clearedMs: null })
  if (untaken.openMs !== null) found.push({ code: 'not-taken', raisedMs: untaken.openMs, clearedMs: null })
  return found
}

function hasSettings({ shared, client }: { shared: TimedValues; client: TimedValues }): boolean {
  return settingTimes(shared).length + settingTimes(client).length > 0
}
