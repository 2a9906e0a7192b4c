/**
 * Quiet seconds: the lamps stay, the countdowns go on, and no rule can say anything that it did not say before. Most
 * seconds of most junctions are quiet, also of one whose conflict stays. Whoever observes thousands need not fold each of
 * them, because what any number of them changes is reported at once.
 */
import { LAMP_COLOURS, ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { driftSeconds, secondOfDayAt } from '@greenwave/controller/deviceClock'
import { timeZone } from '@greenwave/controller/timeZone'
import { LONGEST_RECORD, MOST_RUNS } from './cycle.ts'
import { isKnown, type Junction } from './junction.ts'
import type { IncidentCode, IncidentOf } from './incident.ts'
import { greenAmongReds, isAllRed, lampsOf } from './lit.ts'
import { longestGreen, longestNotShown } from './longest.ts'
import { PLAIN_SIGHT, see } from './reading.ts'
import { WINDOW_MS, windowOf } from './recordWindow.ts'
import type { Counts } from './counts.ts'
import { isPartial, type Message, type Sample, sameCounts } from './sample.ts'
import { KEPT_SAMPLES, secondsUntilHold, type Street } from './street.ts'
import { STALE_AFTER_MS } from './timing.ts'
import type { Tracker, Trackers } from './tracker.ts'

/** Samples that come closer together or farther apart than this are folded. Milliseconds, the end excluded. */
const STEP_MS = { min: 500, max: 1500 }

/** The seconds after the newest sample of a junction that will be quiet if they show what is expected. */
export interface QuietSpan {
  /** The newest sample. */
  readonly from: Sample
  /** How many there can be at most. */
  readonly seconds: number
  /** A sample of this time or later is none of them, epoch milliseconds. */
  readonly untilMs: number
  /** By how much the controller's clock is ahead in each of them, whole seconds. */
  readonly aheadSeconds: number
}

/** Quiet seconds that have passed. Times are epoch milliseconds. */
export interface QuietSeconds {
  /** At least 1. */
  readonly count: number
  /** The times of the newest samples, oldest first: four, or `count` if that is less. */
  readonly times: readonly number[]
  /** When the newest message arrived. */
  readonly receivedMs: number
}

/** Returns the span of quiet seconds that may follow; null where each second must be folded. */
export function quietSpan(junction: Junction): QuietSpan | null {
  const { street, force, cycle } = junction
  if (!street || !force || !cycle || !isCalm(junction, street)) return null
  const { sample, seen, second } = street
  if (isPartial(sample) || sample.clockMs === null || !isSteadyReading(junction, street) || isAllRed(seen.lit))
    return null
  const secondOfDay = secondOfDayAt(sample.clockMs)
  if (secondOfDay < force.from || cycle.runs.length >= MOST_RUNS) return null
  const seconds = Math.min(
    secondsUntilTelling(junction, street),
    secondsUntilLearned(street, junction.learning),
    LONGEST_RECORD - 1 - (second - cycle.startSecond),
    force.until - 1 - secondOfDay,
  )
  if (seconds <= 0 || jumpsWithin(sample.clockMs, seconds)) return null
  const { untilMs: settledMs } = junction.settling
  // While a change settles, the running cycle is marked once.
  if (sample.ts < settledMs && !cycle.inChange) return null
  const untilMs = Math.min(
    windowOf(sample.ts) + WINDOW_MS,
    sample.ts < settledMs ? settledMs : Number.POSITIVE_INFINITY,
  )
  return { from: sample, seconds, untilMs, aheadSeconds: driftSeconds(sample.clockMs, sample.ts) }
}

/**
 * Returns whether time alone changes nothing of a junction yet: its lamps came lately, and neither its connection nor its
 * settings are suspected of anything.
 */
export function isFresh(junction: Junction, nowMs: number): boolean {
  const { lampsMs, trackers, untaken, deliveryPending, notes } = junction
  if (lampsMs === null || nowMs - lampsMs > STALE_AFTER_MS) return false
  if (trackers.offline || trackers.silent || trackers['not-taken']) return false
  return untaken === 0 && !deliveryPending && notes.mute === null && !notes.offCalendar
}

/**
 * Returns whether only an input changes more of a junction than when its loss was seen last: it counts as not connected,
 * nothing came of it lately, its lamps are too old to show a mode, and nothing of it has a time to come.
 */
export function isLost(
  { trackers, standing, untaken, deliveryPending, notes, heardMs }: Junction,
  nowMs: number,
): boolean {
  if (!trackers.offline?.incident || trackers.offline.clearMs !== null || trackers['not-taken']) return false
  if (standing.mode !== -1 || untaken > 0 || deliveryPending || notes.mute !== null) return false
  return heardMs === null || nowMs - heardMs > STALE_AFTER_MS
}

/** Returns whether local time jumps in the seconds after an instant, because summer time begins or ends. */
function jumpsWithin(ms: number, seconds: number): boolean {
  return timeZone().aheadMs(ms) !== timeZone().aheadMs(ms + seconds * 1000)
}

/**
 * Returns for how many seconds the display says nothing new. Where each second is counted, countdowns that are all at 1 or 0
 * may be a hold. Elsewhere a green is a hold, and a phase that is not shown is dark, only after its longest time.
 */
function secondsUntilTelling(junction: Junction, { sample, seen, phases, second, zeros }: Street): number {
  const { styles } = junction
  const counted = Math.max(...sample.counts) - 2
  if (styles.isFull) return counted
  let most = Number.POSITIVE_INFINITY
  if (zeros) {
    for (const phase of PHASES) {
      const since = ofPhase(zeros, phase)
      const passed = since ? second - since.sinceSecond : 0
      if (since) most = Math.min(most, longestNotShown(junction, phase, sample.ts) - passed - 1)
      // The second zeros end what the phase showed before.
      if (since && (passed === 0 || (seen.notShown & lampsOf(phase)) === 0)) return 0
    }
  } else if (greenAmongReds(seen.lit) === 0) return 0
  else most = secondsUntilHold(phases, second, longestGreen(junction, sample.ts))
  return counted >= 0 ? Math.min(counted, most) : most
}

/** Returns for how many seconds nothing can be learned of a display: each lamp counts down, or goes on to show its filler. */
function secondsUntilLearned({ sample: { counts }, second }: Street, learning: Junction['learning']): number {
  let seconds = Number.POSITIVE_INFINITY
  for (let place = 0; place < counts.length; place += 1) {
    const count = counts[place] ?? 0
    if (count < 1) continue
    const lighting = learning?.lightings[Math.floor(place / LAMP_COLOURS.length)]
    if (!lighting) return 0
    const { filler, from, odd, litSecond } = lighting
    const counted = filler === -1 || from > 0
    if (count > 1) seconds = counted ? Math.min(seconds, count - 1) : 0
    // Its first second may turn out to be a filler.
    else if (counted ? !odd || litSecond === second : filler !== 1) return 0
  }
  return seconds
}

/** Whether a phase has the road, or two have it in an open conflict, which keeps most else from being evaluated. */
function isSteadyReading({ trackers, styles }: Junction, { seen }: Street): boolean {
  if (!trackers.conflict)
    return seen.reading.kind === 'running' || (seen.reading.kind === 'noData' && seen.notShown !== 0)
  const isOther = seen.contradicting.length > 0 || seen.dark.length > 0 || !seen.complete
  return seen.together.length > 0 && !isOther && styles.isFull
}

function isDisplayKnown({ display }: Junction['styles']): boolean {
  return display.every(({ red, yellow, green }) => red && yellow && green)
}

/** Incidents of which only the end of a lamp or of a cycle says anything new. */
const BY_CYCLES: readonly IncidentCode[] = ['off-plan', 'short-yellow', 'short-clearance']

/** Whether quiet seconds leave what is remembered of incidents as it is, except that a conflict lasts. */
function areSteady(trackers: Trackers): boolean {
  for (const name in trackers) {
    const code = name as IncidentCode
    const { incident, clearMs } = trackers[code] ?? {}
    if (!incident || clearMs !== null || (code !== 'conflict' && !BY_CYCLES.includes(code))) return false
  }
  return true
}

/** Whether nothing new is suspected of the junction, no gap settles, and nothing but a sample can change that. */
function isCalm(junction: Junction, { settlesMs, sample, mode, zeros }: Street): boolean {
  const { trackers, earlier, missed, changing, deliveryPending, untaken, notes, standing, styles } = junction
  // Until its displays are known, a phase that shows nothing may be dark.
  if (zeros && (styles.isFull || !isDisplayKnown(styles))) return false
  if (
    !areSteady(trackers) ||
    earlier.length > 0 ||
    missed ||
    changing ||
    deliveryPending ||
    untaken > 0 ||
    notes.mute ||
    notes.offCalendar ||
    !isKnown(junction)
  )
    return false
  if (sample.ts < settlesMs || mode?.mode !== 4) return false
  return standing.mode === 4 && standing.sinceMs > 0 && (standing.state === 'ok' || standing.level >= 3)
}

/**
 * Returns whether a message is the next quiet second of a span.
 *
 * @param passed how many have passed
 * @param lastMs the time of the last sample, epoch milliseconds
 */
export function isQuiet(span: QuietSpan, passed: number, lastMs: number, message: Message): boolean {
  const { from, seconds, untilMs, aheadSeconds } = span
  const { ts, counts, clockMs, receivedMs } = message
  const [stepMs, nth] = [ts - lastMs, passed + 1]
  if (nth > seconds || ts >= untilMs || stepMs < STEP_MS.min || stepMs >= STEP_MS.max) return false
  if (clockMs === null || clockMs !== clockAfter(from, nth)) return false
  if (driftSeconds(clockMs, ts) !== aheadSeconds) return false
  if (Math.abs(receivedMs - ts) > STALE_AFTER_MS) return false
  return isExpected(counts, from.counts, nth)
}

function isExpected(counts: Counts, from: Counts, seconds: number): boolean {
  for (let place = 0; place < from.length; place += 1) {
    if (counts[place] !== countAfter(from[place] ?? 0, seconds)) return false
  }
  return true
}

/** Returns the junction after quiet seconds of its span: what it would be had each been folded. */
export function afterQuiet(junction: Junction, span: QuietSpan, { count, times, receivedMs }: QuietSeconds): Junction {
  const { street, heardMs, lampsMs } = junction
  if (!street) return junction
  const first = count - times.length + 1
  const newest = times.map((ts, place) => sampleAfter(span.from, first + place, ts))
  const sample = newest.at(-1) ?? street.sample
  const { conflict } = junction.trackers
  const { notShown } = street.seen
  const nowSeen = see(sample.counts, { ...PLAIN_SIGHT, isFull: junction.styles.isFull, notShown })
  const isSame = sameCounts(span.from.counts, sample.counts)
  return {
    ...junction,
    ...(conflict && {
      trackers: { ...junction.trackers, conflict: conflictAfter(conflict, nowSeen.together, count, sample.ts) },
    }),
    heardMs: Math.max(heardMs ?? receivedMs, receivedMs),
    lampsMs: Math.max(lampsMs ?? receivedMs, receivedMs),
    street: {
      ...street,
      sample,
      seen: nowSeen,
      second: street.second + count,
      missed: 0,
      afterGap: false,
      clockSet: false,
      same: isSame ? { ...street.same, samples: street.same.samples + count } : { samples: 1, sinceMs: sample.ts },
      maybe: null,
      recent: street.recent.concat(newest).slice(-KEPT_SAMPLES),
    },
  }
}

/** Returns the memory of an open conflict after so many quiet seconds, of which the last was at `atMs`. */
function conflictAfter(
  before: Tracker<'conflict'>,
  phases: IncidentOf<'conflict'>['facts']['phases'],
  count: number,
  atMs: number,
): Tracker<'conflict'> {
  const { incident, times } = before
  return {
    ...before,
    times: times + count,
    seenMs: atMs,
    incident: incident && { ...incident, seenMs: atMs, facts: { phases }, raised: incident.raised ?? incident.facts },
  }
}

function sampleAfter(from: Sample, seconds: number, ts: number): Sample {
  return { ts, counts: countsAfter(from.counts, seconds), clockMs: clockAfter(from, seconds) }
}

function countsAfter(counts: Counts, seconds: number): Counts {
  return counts.map((count) => countAfter(count, seconds))
}

/** A lit lamp counts down to 1; a count of 1 may stay (R13). */
function countAfter(count: number, seconds: number): number {
  return count > 1 ? Math.max(1, count - seconds) : count
}

function clockAfter({ clockMs }: Sample, seconds: number): number | null {
  return clockMs === null ? null : clockMs + seconds * 1000
}
