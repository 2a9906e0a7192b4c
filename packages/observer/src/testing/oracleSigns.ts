/** What the oracle reads off the lamps, each by looking back from a second as far as it needs. */
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import type { History } from './history.ts'
import type { Say } from './oracleEpisodes.ts'
import { PHASES, type Second, type Wanted } from './oracleSeconds.ts'

const red = (one: Second, phase: number) => one.n[phase * 3] ?? -1
const yellow = (one: Second, phase: number) => one.n[phase * 3 + 1] ?? -1
const green = (one: Second, phase: number) => one.n[phase * 3 + 2] ?? -1

/** Nothing that is known speaks against flashing. */
function couldFlash(one: Second): boolean {
  return PHASES.every((phase) => red(one, phase) <= 0 && green(one, phase) <= 0 && yellow(one, phase) !== 0)
}

function flashes(one: Second): boolean {
  return PHASES.every((phase) => one.lamps[phase] === 'Y')
}

/** Returns whether two phases have the road. */
export function isConflict(one: Second): boolean {
  const there = PHASES.filter((phase) => green(one, phase) > 0 || yellow(one, phase) > 0)
  return there.length >= 2 && !couldFlash(one)
}

/** Returns whether two phases have the road, and it is no flashing of which phases are out. */
export function isConflictAt(seconds: readonly Second[], i: number): boolean {
  const one = seconds[i]
  if (!one || !isConflict(one)) return false
  const onlyYellow = PHASES.every((phase) => red(one, phase) <= 0 && green(one, phase) <= 0)
  const flashed = one.flashWanted || modeAt(seconds, i - 1)?.mode === 0
  return !(onlyYellow && isDark(one) && flashed)
}

/** Returns whether a phase shows two lamps. */
export function isContradicting(one: Second): boolean {
  return PHASES.some(
    (phase) => [red(one, phase), yellow(one, phase), green(one, phase)].filter((count) => count > 0).length > 1,
  )
}

/** Returns whether a phase shows no lamp. */
export function isDark(one: Second): boolean {
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

/** Says whether all phases have been red for longer than the program has it. */
export function sayAllRed(seconds: readonly Second[], i: number): Say {
  const one = seconds[i]
  if (!one?.wanted || isNoData(one)) return 'unjudged'
  if (one.hidden.includes(true)) return 'unjudged'
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

/** Says whether the countdowns stand still. */
export function sayFrozen(seconds: readonly Second[], i: number): Say {
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

/** Whether the second before was seen, and so was each one of these, and the lamps of a phase in all of them. */
function isSeen(seconds: readonly Second[], from: number, to: number, phase: number): boolean {
  if (from === 0 || seconds[from - 1]?.hidden[phase]) return false
  return seconds.slice(from, to + 1).every((one) => one.lost === 0 && !one.gap && !one.hidden[phase])
}

/** Returns whether a yellow has ended too soon. */
export function isShortYellow(seconds: readonly Second[], i: number, { safeYellow: set }: Wanted): boolean {
  return PHASES.some((phase) => {
    const now = seconds[i]?.lamps[phase]
    const was = seconds[i - 1]?.lamps[phase]
    if (now === was || !isSeen(seconds, i, i, phase)) return false
    if (was === 'G' && now === 'R') return true
    if (was !== 'Y' || now === '?') return false
    const first = beganAt(seconds, phase, i - 1)
    if (seconds[first - 1]?.lamps[phase] !== 'G' || !isSeen(seconds, first, i, phase)) return false
    return set - length(seconds, first, i) > 1
  })
}

function length(seconds: readonly Second[], from: number, to: number): number {
  const [a, b] = [seconds[from], seconds[to]]
  return a && b ? Math.max(b.at - a.at, Math.round((b.ts - a.ts) / 1000)) : 0
}

function beginsGreen(seconds: readonly Second[], i: number, phase: number): boolean {
  const one = seconds[i]
  const before = seconds[i - 1]
  if (!one || !before || one.gap || one.lamps[phase] !== 'G' || before.lamps[phase] === 'G') return false
  return before.lamps[phase] !== '?' || !before.hidden[phase]
}

/** Returns whether a green has begun too soon after another one. */
export function isShortClearance(seconds: readonly Second[], i: number, { safeRed: set }: Wanted): boolean {
  return PHASES.some(
    (to) =>
      beginsGreen(seconds, i, to) &&
      isSeen(seconds, i, i, to) &&
      PHASES.some((from) => {
        if (from === to || seconds[i]?.lamps[from] !== 'R') return false
        const first = beganAt(seconds, from, i)
        if (
          !['Y', 'G'].includes(seconds[first - 1]?.lamps[from] ?? '?') ||
          seconds[first]?.gap ||
          !isSeen(seconds, first, i, from)
        )
          return false
        return set - length(seconds, first, i) > 1
      }),
  )
}

/** Returns whether a countdown has jumped. */
export function isJump(seconds: readonly Second[], i: number): boolean {
  const [before, one] = [seconds[i - 1], seconds[i]]
  if (!before || !one || one.gap) return false
  return PHASES.some((phase) => {
    const lamp = one.lamps[phase]
    if (lamp === '?' || before.lamps[phase] !== lamp) return false
    const count = lamp === 'R' ? red : lamp === 'Y' ? yellow : green
    const [from, to] = [count(before, phase), count(one, phase)]
    return from > 0 && to > 0 && (from > 1 || to > 1) && Math.abs(from - to - (one.at - before.at)) > 1
  })
}

/** A cycle. */
interface Turn {
  /** The samples with which it began, and with which the next one did. */
  readonly from: number
  readonly to: number
  readonly evaluated: boolean
  readonly first: number
}

/** Returns the cycles that were seen to end. */
export function cyclesOf(seconds: readonly Second[], isShadowed: (i: number) => boolean): readonly Turn[] {
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
    const seen = turning !== undefined && one.lost === 0 && !seconds[i - 1]?.hidden[turning]
    const inside = seconds.slice(from, i)
    const isClear = inside.every(({ hidden }) => !hidden.includes(true))
    const known = inside.every((each) => each.wanted !== null)
    const undisturbed = inside.every((each, k) => each.calm && !each.changing && !isShadowed(from + k))
    const complete = seconds.slice(from + 1, i + 1).every((each) => each.lost === 0)
    found.push({ from, to: i, first, evaluated: whole && seen && known && undisturbed && complete && isClear })
    from = i
    whole = seen
    first = turning ?? -1
    began = new Set(turning === undefined ? [] : [turning])
  })
  return found
}

function anchorOf(wanted: Wanted | null): number {
  const starts = PHASES.map((phase) => {
    const timing = wanted?.program?.phases[phase]
    return timing && timing.green > 0 ? timing.start : Infinity
  })
  const least = Math.min(...starts)
  return least === Infinity ? -1 : starts.indexOf(least)
}

/** Returns whether a cycle differs from what the settings want. */
export function isOffPlan(seconds: readonly Second[], turn: Turn, wanted: Wanted): boolean {
  const inside = seconds.slice(turn.from, turn.to)
  const [begin] = inside
  const long = (seconds[turn.to]?.at ?? 0) - (begin?.at ?? 0)
  const { program, cycle, offset } = wanted
  if (!program) return true
  if (Math.abs(long - cycle) > 1) return true
  if (PHASES.some((phase) => Math.abs(greensIn(seconds, turn, phase) - (program.phases[phase]?.green ?? 0)) > 1))
    return true
  if (begin && begin.clockMs !== null && turn.first >= 0) {
    const position = secondOfDayAt(begin.clockMs) - offset - (program.phases[turn.first]?.start ?? 0)
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

/** Says whether somebody holds the lamps for too long. */
export function sayHold(seconds: readonly Second[], i: number, history: History): Say {
  const mode = modeAt(seconds, i)
  const one = seconds[i]
  if (!mode || !one?.wanted) return 'unjudged'
  if (mode.mode === 4 || (mode.mode === 0 && one.wanted.byPlan)) return 'no'
  const notes = history.findLast((input) => input.kind === 'notes' && input.atMs <= one.ts)
  const until = notes?.kind === 'notes' ? notes.notes.holdUntilMs : null
  // What a plan wanted does not count.
  const planned = seconds.findLastIndex(
    (each, k) => k <= i && each.wanted?.byPlan === true && modeAt(seconds, k)?.mode === 0,
  )
  const sinceMs = Math.max(mode.sinceMs, seconds[planned]?.ts ?? 0)
  if (until !== null && until > sinceMs) return one.ts >= until + 60_000 ? 'yes' : 'no'
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
