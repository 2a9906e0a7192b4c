/**
 * The observer of junctions: from samples, settings and time to incidents, cycles and the standing of each junction.
 * Everything is a pure function: time is in the input, and a junction is never changed.
 */
import { driftSeconds } from '@greenwave/controller/deviceClock'
import { type Cycle, withLate } from './cycle.ts'
import {
  type Folded,
  type Learner,
  markedCycle,
  type NotedStyles,
  withLateNewest,
  withOvertaken,
  withSample,
} from './foldLamps.ts'
import { withAttributes, withDeliveries } from './following.ts'
import type { Attributes } from './force.ts'
import type { Change } from './incident.ts'
import { changesOf, isShadowed, evaluated, NO_CHANGES, paused, withVerdict } from './evaluation.ts'
import { isKnown, type Junction, openIncidents, lampsStateOf } from './junction.ts'
import type { Link, MomentView, Notes, Rule, SampleView } from './rule.ts'
import { completed, hasLamp, isPartial, type Message, type Sample } from './sample.ts'
import { standingOf } from './standing.ts'
import { stepBetween } from './sampleSteps.ts'
import type { Trackers } from './tracker.ts'

/** Result of an input. */
export interface Observed {
  readonly junction: Junction
  /** Events of incidents, in the order of the rules. */
  readonly changes: readonly Change[]
  /** The cycle that ended; null if none did. An overtaken sample may end the last one anew. */
  readonly cycle: Cycle | null
}

/** Applies rules to junctions. It has no state of its own, so one serves all junctions. Times are epoch milliseconds. */
export interface Observer {
  /** Folds in a message of telemetry. An old one is put where it belongs for the records, and is not evaluated. */
  message(junction: Junction, message: Message): Observed
  /** Folds in the attributes, after any of them has changed. */
  attributes(junction: Junction, attributes: Attributes, nowMs: number): Observed
  /** Folds in what the platform says of the connection. */
  link(junction: Junction, link: Link, nowMs: number): Observed
  /** Folds in notes of users: the end of a hold, a mute. */
  notes(junction: Junction, notes: Notes, nowMs: number): Observed
  /** Folds in what an engineer set of displays and control, and what was learned before. */
  styles(junction: Junction, noted: NotedStyles): Junction
  /** Folds in that the observer itself may have missed what happened before this moment. */
  gap(junction: Junction, nowMs: number): Observed
  /** Folds in whether anything can be heard of any junction. Silence before this moment counts no longer. */
  hearing(junction: Junction, hears: boolean, nowMs: number): Observed
  /** Folds in the passing of time. Call it once a second. */
  tick(junction: Junction, nowMs: number): Observed
}

/** Lamps that came longer ago than this are no samples: the observed mode is unknown. */
const NO_SAMPLES_AFTER_MS = 10_000

/** Messages dated closer together than this may be dated alike: a burst arrives at once. Milliseconds. */
const AT_ONCE_MS = 10

const NO_EVIDENCE: readonly Sample[] = []

/**
 * Makes an observer. Whoever shows only the lamps gives only their rules.
 *
 * @param learner `learned`; `notedAlone` where displays and control are only read, which spares a console the code that learns
 */
export function createObserver(rules: readonly Rule[], learner: Learner): Observer {
  const lampRules = rules.filter((rule) => rule.input === 'lamps')
  const momentRules = rules.filter((rule) => rule.input === 'moment')

  return {
    message(junction, message) {
      const heardMs = laterOf(junction.heardMs, message.receivedMs)
      const lampsMs = hasLamp(message.counts) ? laterOf(junction.lampsMs, message.receivedMs) : junction.lampsMs
      const heard: Junction = { ...junction, heardMs, lampsMs }
      const newest = junction.street?.sample
      const whole = newest && completed(newest, message)
      const last = junction.earlier.at(-1)
      if (whole && last && isPartial(newest)) {
        const earlier = junction.earlier.slice(0, -1)
        const from = junction.beforePart ?? last
        const again = { ...heard, ...from, earlier, trackers: restored(from.trackers, junction.trackers) }
        return observed(junction, foldSample(again, whole), message.ts)
      }
      const overtaken = withOvertaken(heard, message, learner)
      if (overtaken) return { junction: overtaken.next, changes: NO_CHANGES, cycle: overtaken.cycle }
      const belongsMs = newest ? timeAfter(newest, message) : message.ts
      if (whole || (newest && belongsMs <= newest.ts)) {
        return {
          junction: withLateMessage(heard, { ...message, ts: belongsMs }),
          changes: NO_CHANGES,
          cycle: null,
        }
      }
      if (!hasLamp(message.counts)) return { junction: heard, changes: NO_CHANGES, cycle: null }
      const { ts, counts, clockMs } = message
      const sample = { ts: belongsMs, counts, clockMs }
      return observed(junction, foldSample(heard, sample), ts)
    },

    attributes: (junction, attributes, nowMs) => settled(junction, withAttributes(junction, attributes, nowMs), nowMs),
    link: (junction, link, nowMs) => settled(junction, { ...junction, link }, nowMs),
    notes: (junction, notes, nowMs) => settled(junction, { ...junction, notes }, nowMs),
    styles: (junction, noted) => learner.withStyles(junction, noted),
    gap: (junction, nowMs) => settled(junction, { ...junction, watchedMs: nowMs, missed: true, earlier: [] }, nowMs),
    hearing: (junction, hears, nowMs) => {
      const { link, watchedMs } = junction
      // A disconnection that the platform reported is no silence.
      const sinceMs = link.connected === false ? watchedMs : nowMs
      return settled(junction, { ...junction, isDeaf: !hears, watchedMs: hears ? sinceMs : watchedMs }, nowMs)
    },
    tick: (junction, nowMs) => {
      const delivered = junction.deliveryPending ? withDeliveries(junction, nowMs) : junction
      return observed(junction, { next: judgeMoment(delivered, nowMs), cycle: null }, nowMs)
    },
  }

  function settled(before: Junction, next: Junction, nowMs: number): Observed {
    return observed(before, { next: judgeMoment(withDeliveries(next, nowMs), nowMs), cycle: null }, nowMs)
  }

  /** Returns the trackers of the lamps as they were, and the others as they are. */
  function restored(lamps: Trackers, now: Trackers): Trackers {
    const isOfLamps = (code: string) => lampRules.some((rule) => rule.code === code)
    const kept = Object.entries(lamps).filter(([code]) => isOfLamps(code))
    return Object.fromEntries([...kept, ...Object.entries(now).filter(([code]) => !isOfLamps(code))])
  }

  function foldSample(before: Junction, sample: Sample): Folded {
    const repaired = withLateNewest(before, sample, learner)
    const beforePart = repaired !== before && isPartial(sample) ? lampsStateOf(before) : null
    const junction = beforePart === repaired.beforePart ? repaired : { ...repaired, beforePart }
    const { next, cycle: ended, open, street } = withSample(junction, sample, learner)
    const { force, settling } = next
    if (!force || !isKnown(next)) return { next, cycle: ended }
    const view: SampleView = {
      atMs: sample.ts,
      before: junction.street,
      street,
      force,
      settling,
      styles: next.styles,
      ended,
      aheadSeconds: aheadOf(sample),
      notes: junction.notes,
      plannedFlashMs: next.plannedFlashMs,
    }
    const { trackers, disturbed } = judgeLamps(next, view)
    const inChange = sample.ts < settling.untilMs
    const cycle = markedCycle(open, inChange, disturbed)
    return {
      next: trackers === next.trackers && cycle === next.cycle ? next : { ...next, trackers, cycle },
      cycle: ended,
    }
  }

  function judgeLamps(junction: Junction, view: SampleView): { trackers: Trackers; disturbed: boolean } {
    const { street, before, atMs } = view
    const afterGap = atMs < street.settlesMs
    const inChange = atMs < junction.settling.untilMs
    let { trackers } = junction
    for (const rule of lampRules) {
      const waits = inChange && rule.pauses === 'change'
      const isPaused = waits || (afterGap && rule.pauses !== 'never')
      const yields = rule.yields && isShadowed(trackers, street, before)
      trackers = isPaused
        ? paused(rule, trackers, waits)
        : yields
          ? trackers
          : evaluated(rule, trackers, view, afterGap)
    }
    return { trackers, disturbed: afterGap || isShadowed(trackers, street, before) }
  }

  function judgeMoment(junction: Junction, nowMs: number): Junction {
    if (junction.known === null) return withoutIncidents(junction)
    if (!isKnown(junction)) return junction
    const { link, lampsMs, heardMs, watchedMs, untaken, isDeaf } = junction
    const { offCalendar = null } = junction.notes
    let { trackers } = junction
    let view: MomentView | undefined
    for (const rule of momentRules) {
      const isOffline = trackers.offline?.incident != null
      if (view?.isOffline !== isOffline) {
        view = { atMs: nowMs, link, lampsMs, heardMs, watchedMs, untaken, offCalendar, isOffline, isDeaf }
      }
      trackers = withVerdict(rule, trackers, rule.evaluate(view), nowMs, NO_EVIDENCE)
    }
    return trackers === junction.trackers ? junction : { ...junction, trackers }
  }
}

/** Returns the junction with its standing, and what changed. */
function observed(before: Junction, { next, cycle }: Folded, atMs: number): Observed {
  const isRecent = next.lampsMs !== null && atMs - next.lampsMs <= NO_SAMPLES_AFTER_MS
  const incidents = openIncidents(next)
  const standing = standingOf(
    next.standing,
    {
      isKnown: isKnown(next) || incidents.length > 0,
      incidents,
      notes: next.notes,
      mode: (isRecent && next.street?.mode) || null,
      flashesByPlan: next.force?.flashesByPlan ?? false,
    },
    atMs,
  )
  const junction = standing === next.standing ? next : { ...next, standing }
  // A message that completes a sample may end the same cycle again.
  const isNewCycle = cycle !== null && cycle.startMs > before.cycleStartMs
  return { junction, changes: changesOf(before.trackers, next.trackers, atMs), cycle: isNewCycle ? cycle : null }
}

function withoutIncidents(junction: Junction): Junction {
  return Object.keys(junction.trackers).length === 0 ? junction : { ...junction, trackers: {} }
}

function withLateMessage(junction: Junction, { ts, counts }: Message): Junction {
  const { cycle } = junction
  return cycle && hasLamp(counts) ? { ...junction, cycle: withLate(cycle, ts, counts) } : junction
}

/**
 * Returns the time of a message. One whose clock is before that of the newest sample belongs before it; one whose clock or
 * countdowns go on from it follows it, also where the platform dates both alike.
 */
function timeAfter(newest: Sample, message: Message): number {
  const { seconds, isConfirmed } = stepBetween(newest, message)
  if (isConfirmed && seconds > 0 && newest.ts - message.ts < AT_ONCE_MS) return Math.max(message.ts, newest.ts + 1)
  return message.clockMs !== null && isConfirmed && seconds < 0 ? newest.ts + seconds * 1000 : message.ts
}

function laterOf(a: number | null, b: number): number {
  return a === null ? b : Math.max(a, b)
}

function aheadOf({ clockMs, ts }: Sample): number | null {
  return clockMs === null ? null : driftSeconds(clockMs, ts)
}
