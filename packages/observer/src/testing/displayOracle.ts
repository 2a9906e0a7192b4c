/**
 * @file A slow second opinion on displays and control (§9). It reads a whole history and looks back from each second as far
 * as a rule needs. Where §9 leaves a number open, it gives two answers: what must be raised by the latest reading, and what
 * may be raised by the earliest one.
 */
import type { IncidentCode } from '../incident.ts'
import { type DisplayRules, displayRules, longestCycle, type Reading } from './displayRules.ts'
import type { Episode, History } from './history.ts'
import type { PlainKind } from './independentSignals.ts'
import { oracle } from './oracle.ts'
import { episodes, type Said, type Say } from './oracleEpisodes.ts'
import { PHASES, type Second, secondsOf } from './oracleSeconds.ts'
import { cyclesOf, isConflict, isConflictAt, isContradicting, isShortClearance, isShortYellow } from './oracleSigns.ts'

/** Time within which an incident is raised or cleared (§6), milliseconds. */
const PROMISE_MS = 5000

/** What must, and what may be open. */
export interface Opinion {
  readonly must: readonly Episode[]
  readonly may: readonly Episode[]
  /** What may be open where a change settles for as long as it can: what is open stays so meanwhile. */
  readonly ends: readonly Episode[]
}

/** Incidents that say nothing of countdowns: the oracle of full displays has them. */
const WITHOUT_COUNTDOWNS: readonly IncidentCode[] = ['clock', 'silent', 'offline', 'not-taken']

/** Returns the incidents that must, and those that may, be raised of signals of a known kind. */
export function displayOracle(history: History, kind: PlainKind): Opinion {
  const seconds = withDisplays(secondsOf(history), kind)
  // A change settles for two full cycles (§6), whose greens may each be the longest where they follow the demand.
  const settled = withDisplays(
    secondsOf(history, (wanted) => longestCycle(wanted, kind.limits)),
    kind,
  )
  const rules = displayRules(settled, kind)
  const others = oracle(history).filter(({ code }) => WITHOUT_COUNTDOWNS.includes(code))
  const loudMust = loud(settled, rules, 'must')
  const loudMay = loud(seconds, rules, 'may')
  return {
    must: [...others, ...loudMust, ...quiet(settled, rules, 'must', loudMay), ...rules.holds('must')],
    may: [...others, ...loudMay, ...quiet(seconds, rules, 'may', loudMust), ...rules.holds('may')],
    ends: kind.limits ? loud(settled, rules, 'may') : [],
  }
}

/** Reads the seconds with what the displays leave out: a lamp that blinks goes on, and one that is not shown is not known. */
function withDisplays(seconds: readonly Second[], { displays }: PlainKind): readonly Second[] {
  const found: Second[] = []
  for (const [i, one] of seconds.entries()) {
    const before = found.at(-1)
    const sentBefore = seconds[i - 1]
    const own = PHASES.map((phase) => displays.slice(phase * 3, phase * 3 + 3))
    const isZero = PHASES.map((phase) => one.n.slice(phase * 3, phase * 3 + 3).every((count) => count === 0))
    const blinks = PHASES.map((phase) => {
      const lamp = before?.lamps[phase] ?? '?'
      const flashing = own[phase]?.['RYG'.indexOf(lamp)]?.flashing ?? 0
      const wasZero = sentBefore?.n.slice(phase * 3, phase * 3 + 3).every((count) => count === 0)
      return isZero[phase] === true && !one.gap && lamp !== '?' && flashing > 0 && !wasZero
    })
    const isNotShown = PHASES.map((phase) => isZero[phase] === true && own[phase]?.some(({ filler }) => filler === 0))
    const lamps = one.lamps.map((lamp, phase) => (blinks[phase] ? (before?.lamps[phase] ?? '?') : lamp))
    found.push({
      ...one,
      lamps,
      // A lamp that blinks is lit, and counts on.
      n: one.n.map((count, place) => {
        const isOn = blinks[Math.floor(place / 3)] && 'RYG'[place % 3] === lamps[Math.floor(place / 3)]
        return isOn ? Math.max(1, (before?.n[place] ?? 1) - 1) : count
      }),
      hidden: one.hidden.map((hidden, phase) => hidden || (!blinks[phase] && isNotShown[phase] === true)),
    })
  }
  return found
}

/** Faults of the lamps themselves. */
function loud(seconds: readonly Second[], rules: DisplayRules, reading: Reading): readonly Episode[] {
  const always = (code: IncidentCode, holds: (one: Second, i: number) => boolean, times: number) =>
    episodes(
      code,
      seconds.map((one, i): Said => {
        if (!one.wanted) return { ts: one.ts, say: 'unjudged' }
        const isThere = holds(one, i)
        return { ts: one.ts, say: isThere ? 'yes' : 'no', resets: !isThere && !one.calm }
      }),
      { raiseTimes: times, raiseMs: 0, clearTimes: 1, clearMs: 10_000 },
    )
  const once = { raiseTimes: 1, raiseMs: 0, clearTimes: 1 }
  return [
    ...always('conflict', (_, i) => isConflictAt(seconds, i), 2),
    ...always('lamps', isContradicting, 2),
    ...always('dark', (_, i) => rules.isDark(i, reading), rules.darkTimes),
    ...episodes(
      'all-red',
      paused(seconds, (i) => rules.allRed(i, reading)),
      { ...once, clearMs: 10_000 },
    ),
    ...episodes(
      'frozen',
      paused(seconds, (i) => rules.frozen(i, reading)),
      { ...once, clearMs: 5000 },
    ),
  ]
}

function paused(seconds: readonly Second[], evaluate: (i: number) => Say): Said[] {
  return seconds.map((one, i): Said => {
    if (!one.wanted) return { ts: one.ts, say: 'unjudged' }
    if (one.changing || !one.calm) return { ts: one.ts, say: 'unjudged', forgets: one.changing, resets: true }
    return { ts: one.ts, say: evaluate(i) }
  })
}

/**
 * Rules that are not evaluated while the lamps themselves are faulty.
 *
 * @param shadows the faults of the lamps by the other reading: what must be raised must be so whatever they hide
 */
function quiet(
  seconds: readonly Second[],
  rules: DisplayRules,
  reading: Reading,
  shadows: readonly Episode[],
): readonly Episode[] {
  const isFaulty = (i: number) => {
    const one = seconds[i]
    return !!one && (isConflict(one) || isContradicting(one) || rules.isDark(i, reading === 'must' ? 'may' : 'must'))
  }
  const isShadowed = (i: number) => {
    const ts = seconds[i]?.ts ?? 0
    const isOpen = shadows.some(({ raisedMs, clearedMs }) => raisedMs <= ts && (clearedMs === null || ts < clearedMs))
    return isOpen || isFaulty(i) || isFaulty(i - 1)
  }
  const cycles = new Map(cyclesOf(seconds, isShadowed).flatMap((cycle) => (cycle.evaluated ? [[cycle.to, cycle]] : [])))
  const said = (evaluate: (i: number) => Say) => paused(seconds, (i) => (isShadowed(i) ? 'unjudged' : evaluate(i)))
  const danger = (code: IncidentCode, isWrong: (i: number) => boolean) => {
    const wrong: number[] = []
    const says = said((i) => {
      if (isWrong(i)) {
        wrong.push(i)
        return 'yes'
      }
      const cycle = cycles.get(i)
      return cycle && !wrong.some((at) => at < i && at > cycle.from) ? 'no' : 'unjudged'
    })
    return episodes(code, says, { raiseTimes: 1, raiseMs: 0, clearTimes: 2, clearMs: 0 })
  }
  const jumps: number[] = []
  const jumpSaid = said((i) => {
    const { wanted, ts = 0 } = seconds[i] ?? {}
    if (!wanted || wanted.cycle === 0) return 'unjudged'
    if (rules.jumps(i, reading)) {
      jumps.push(ts)
      return 'yes'
    }
    const last = jumps.at(-1)
    return last !== undefined && ts - last >= rules.longestCycle * 10_000 ? 'no' : 'unjudged'
  })
  return [
    ...danger('short-yellow', (i) => rules.of(i, (wanted) => isShortYellow(seconds, i, wanted))),
    ...danger('short-clearance', (i) => rules.of(i, (wanted) => isShortClearance(seconds, i, wanted))),
    ...episodes('countdown-jump', jumpSaid, { raiseTimes: 2, raiseMs: 0, clearTimes: 1, clearMs: 0 }),
    ...episodes(
      'off-plan',
      said((i) => rules.offPlan(cycles.get(i), reading)),
      { raiseTimes: 2, raiseMs: 0, clearTimes: 2, clearMs: 0 },
    ),
  ]
}

/** Incidents that end only with cycles that are right: their end depends on what else is wrong. */
const ENDS_WITH_CYCLES: readonly IncidentCode[] = [
  'short-yellow',
  'short-clearance',
  'countdown-jump',
  'off-plan',
  'hold',
]

/** Returns the incidents in which an observer and the opinion differ; none where they agree. Times are Unix seconds. */
export function disagreements({ must, may, ends }: Opinion, found: readonly Episode[]): readonly string[] {
  const text = ({ code, raisedMs, clearedMs }: Episode) =>
    `${code} ${raisedMs / 1000}-${clearedMs === null ? '' : clearedMs / 1000}`
  const isOpenIn = (one: Episode, fromMs: number, untilMs: number) =>
    one.raisedMs <= untilMs && (one.clearedMs === null || one.clearedMs >= fromMs)
  const missed = must.filter(
    (one) =>
      !found.some((other) => other.code === one.code && isOpenIn(other, one.raisedMs, one.raisedMs + PROMISE_MS)),
  )
  const same = (one: Episode) =>
    may.find((other) => {
      const untilMs = other.clearedMs ?? Number.POSITIVE_INFINITY
      return other.code === one.code && other.raisedMs <= one.raisedMs && one.raisedMs <= untilMs
    })
  const wrong = found.filter((one) => !same(one))
  const late = found.filter((one) => {
    const open = [...must, ...ends].filter(
      (other) => other.code === one.code && isOpenIn(other, one.raisedMs, one.raisedMs),
    )
    const endMs = Math.max(...[same(one), ...open].map((other) => other?.clearedMs ?? Number.POSITIVE_INFINITY))
    if (ENDS_WITH_CYCLES.includes(one.code)) return false
    return (one.clearedMs ?? Number.POSITIVE_INFINITY) > endMs + PROMISE_MS
  })
  return [
    ...missed.map((one) => `must be raised: ${text(one)}`),
    ...wrong.map((one) => `must not be raised: ${text(one)}`),
    ...late.map((one) => `must be cleared by ${(same(one)?.clearedMs ?? 0) / 1000}: ${text(one)}`),
  ]
}
