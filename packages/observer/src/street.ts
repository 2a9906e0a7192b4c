/**
 * Lamps of one junction up to its newest sample, folded from sample to sample.
 *
 * Long: what one sample changes of them is read together.
 */
import { ofPhase, type PerPhase, PHASES, type PhaseNumber, perPhase } from '@greenwave/controller/controllerLimits'
import { greenAmongReds, isUnknown, lampOf, lampsOf, type Shown, shownBy } from './lit.ts'
import { meaningOfZeros, sendsZeros } from './phaseReading.ts'
import { PLAIN_SIGHT, type Seen, see, type Sight } from './reading.ts'
import { type Sample, sameCounts } from './sample.ts'
import type { Styles } from './styles.ts'
import { stepBetween } from './sampleSteps.ts'
import { SETTLE_AFTER_GAP_MS, STALE_AFTER_MS } from './timing.ts'

/** The time during which a phase has shown the same lamp, up to the newest sample. */
export interface Stretch {
  readonly shown: Shown
  /** Display of the second before. */
  readonly before: Shown
  /** The time of its first sample, epoch milliseconds. */
  readonly sinceMs: number
  /** First second, on the junction's count of seconds. */
  readonly sinceSecond: number
  /** Whether its beginning and every second since were seen. */
  readonly whole: boolean
}

/** The observed mode: 0 flashing, 1 and 2 held on that route, 4 automatic. */
export type ObservedMode = 0 | 1 | 2 | 4

/** A mode, and since when the lamps show it, epoch milliseconds. */
export interface ModeShown {
  readonly mode: ObservedMode
  readonly sinceMs: number
}

/** The lamps of one junction up to its newest sample. */
export interface Street {
  readonly sample: Sample
  readonly seen: Seen
  /** Counts the seconds of the street, also those without a sample; only differences mean something. */
  readonly second: number
  /** Seconds without a sample before the newest one. */
  readonly missed: number
  /** Whether the newest sample is the first one, or follows a gap. */
  readonly afterGap: boolean
  /** Until this time the lamps are not evaluated against the settings, because of a gap. Epoch milliseconds. */
  readonly settlesMs: number
  /** Whether the controller's clock was set since the sample before. */
  readonly clockSet: boolean
  readonly phases: PerPhase<Stretch>
  /** Since when each phase has sent three zeros; null while none does. */
  readonly zeros: Zeros | null
  /** The same nine values: in how many samples in a row, one a second, and the time of the first. */
  readonly same: { readonly samples: number; readonly sinceMs: number }
  /** Null before any lamp was seen. */
  readonly mode: ModeShown | null
  /** A hold or a flash that only the newest sample shows: the last second of a green may look like a hold. */
  readonly maybe: ModeShown | null
  /** The newest samples, oldest first, at most four. */
  readonly recent: readonly Sample[]
}

/** Time since which each phase has sent three zeros, in epoch milliseconds and on the junction's count; null if it does not. */
type Zeros = PerPhase<{ readonly sinceMs: number; readonly sinceSecond: number } | null>

/** A green that lasts longer than any by this much is a hold, seconds. */
const HELD_AFTER_SECONDS = 10

/** How many of the newest samples a street keeps. */
export const KEPT_SAMPLES = 4

/** Facts about a junction beside its samples. */
export interface Knowledge {
  /** Whether samples before the newest one may have been missed although their times are close. */
  readonly missed: boolean
  /** The last observed mode before the first sample here; null if unknown. */
  readonly modeBefore: ModeShown | null
  /** Whether the settings in force want flashing. */
  readonly flashesInForce: boolean
  readonly styles: Styles
  /** Longest time for which one phase may be green, seconds. */
  readonly longestGreen: number
}

/**
 * Returns the street after its next sample.
 *
 * @param before null before the first sample
 */
export function nextStreet(before: Street | null, sample: Sample, knowledge: Knowledge): Street {
  const { missed: afterGap, modeBefore, flashesInForce, styles, longestGreen } = knowledge
  const flashes = flashesInForce || (before?.mode ?? modeBefore)?.mode === 0
  if (!before) {
    const sight = sightOf(sample, null, null, styles, flashes)
    return firstStreet(sample, see(sample.counts, sight), modeBefore, styles.isFull)
  }
  const { seconds, isConfirmed, clockSet } = stepBetween(before.sample, sample, sampleBefore(before))
  const stepMs = isConfirmed ? seconds * 1000 : sample.ts - before.sample.ts
  const gap = afterGap || stepMs > STALE_AFTER_MS
  const second = before.second + seconds
  const missed = gap ? Math.max(1, seconds - 1) : Math.max(0, seconds - 1)
  const step = { ts: sample.ts, second, missed, gap }
  const zeros = nextZeros(gap ? null : before.zeros, sample, second)
  const seen = see(sample.counts, sightOf(sample, gap ? null : before, zeros && { zeros, second }, styles, flashes))
  const phases = nextPhases(before, seen, step)
  const { mode, maybe } = styles.isFull
    ? nextMode(before, seen, sample.ts)
    : modeByChanges(before, seen, phases, sample, step, longestGreen)
  return {
    sample,
    seen,
    second,
    missed,
    afterGap: gap,
    settlesMs: gap ? sample.ts + SETTLE_AFTER_GAP_MS : before.settlesMs,
    clockSet,
    phases,
    zeros,
    same: nextSame(before, sample, seconds, gap),
    mode,
    maybe,
    recent: withNewest(before.recent, sample),
  }
}

/** Returns the sample before the newest one; undefined if a gap is between them. */
function sampleBefore({ recent, missed, afterGap }: Street): Parameters<typeof stepBetween>[2] {
  const sample = recent.at(-2)
  return sample && !afterGap ? { sample, seconds: missed + 1 } : undefined
}

/** Returns the lamps of a sample that flash before their end, and the phases that show nothing, by their styles. */
function sightOf(
  { counts }: Sample,
  before: Street | null,
  now: { readonly zeros: Zeros; readonly second: number } | null,
  { isFull, display }: Styles,
  flashes: boolean,
): Sight {
  if (isFull && !flashes) return PLAIN_SIGHT
  let [flashing, notShown] = [0, 0]
  for (const phase of isFull || (before && !now) ? [] : PHASES) {
    if (!sendsZeros(counts, phase)) continue
    const { shown = 'other' } = (before && ofPhase(before.phases, phase)) ?? {}
    const since = now && ofPhase(now.zeros, phase)
    const seconds = since ? now.second - since.sinceSecond : 0
    const meaning = meaningOfZeros(ofPhase(display, phase), shown, seconds)
    if (meaning === 'flashing' && shown !== 'other') flashing |= lampOf(phase, shown)
    else if (meaning === 'notShown') notShown |= lampsOf(phase)
  }
  return { flashes, isFull, flashing, notShown }
}

function nextZeros(before: Zeros | null, { counts, ts }: Sample, second: number): Zeros | null {
  if (!PHASES.some((phase) => sendsZeros(counts, phase))) return null
  return perPhase((phase) => {
    if (!sendsZeros(counts, phase)) return null
    return (before && ofPhase(before, phase)) ?? { sinceMs: ts, sinceSecond: second }
  })
}

/** Returns the newest samples. Spreading the array would keep room for twenty. */
function withNewest(recent: readonly Sample[], sample: Sample): readonly Sample[] {
  return recent.concat(sample).slice(-KEPT_SAMPLES)
}

function firstStreet(sample: Sample, seen: Seen, mode: ModeShown | null, isFull: boolean): Street {
  const { ts } = sample
  return {
    sample,
    seen,
    second: 0,
    missed: 0,
    afterGap: true,
    settlesMs: ts + SETTLE_AFTER_GAP_MS,
    clockSet: false,
    phases: perPhase((phase) => ({
      shown: shownBy(seen.lit, phase),
      before: 'other',
      sinceMs: ts,
      sinceSecond: 0,
      whole: false,
    })),
    zeros: nextZeros(null, sample, 0),
    same: { samples: 1, sinceMs: ts },
    ...(isFull || greenAmongReds(seen.lit) === 0 || sample.counts.some((count) => count > 1)
      ? nextMode({ mode, maybe: null }, seen, ts)
      : { mode, maybe: null }),
    recent: [sample],
  }
}

interface Step {
  readonly ts: number
  readonly second: number
  readonly missed: number
  readonly gap: boolean
}

/** Returns the same object while no lamp changes: a watcher keeps one for each of thousands of junctions. */
function nextPhases(before: Street, { lit, known }: Seen, step: Step): PerPhase<Stretch> {
  const next = perPhase((phase) => {
    const stretch = ofPhase(before.phases, phase)
    const hidden = wasUnknown(before, phase)
    // No lamp begins or ends by one value that is missing.
    if (isUnknown(lit, known, phase) && !step.gap && !hidden)
      return stretch.whole ? { ...stretch, whole: false } : stretch
    const missed = hidden ? Math.max(1, step.missed) : step.missed
    return nextStretch(stretch, shownBy(lit, phase), { ...step, missed })
  })
  return PHASES.every((phase) => ofPhase(next, phase) === ofPhase(before.phases, phase)) ? before.phases : next
}

/** Returns whether the newest sample may lack the value of a lit lamp of a phase. */
function wasUnknown({ seen }: Street, phase: PhaseNumber): boolean {
  return !seen.complete && isUnknown(seen.lit, seen.known, phase)
}

function nextStretch(before: Stretch, shown: Shown, { ts, second, missed, gap }: Step): Stretch {
  if (shown === before.shown && !gap) return missed === 0 || !before.whole ? before : { ...before, whole: false }
  return { shown, before: gap ? 'other' : before.shown, sinceMs: ts, sinceSecond: second, whole: missed === 0 && !gap }
}

function nextSame(before: Street, sample: Sample, seconds: number, gap: boolean): Street['same'] {
  if (gap || !sameCounts(before.sample.counts, sample.counts)) return { samples: 1, sinceMs: sample.ts }
  // Two samples of one second show the same rightly.
  return seconds === 0 ? before.same : { ...before.same, samples: before.same.samples + 1 }
}

function nextMode(
  before: Pick<Street, 'mode' | 'maybe'>,
  { reading }: Seen,
  ts: number,
): Pick<Street, 'mode' | 'maybe'> {
  const mode = modeOf(reading)
  if (mode === null) return { mode: before.mode, maybe: null }
  if (mode === before.mode?.mode) return { mode: before.mode, maybe: null }
  if (mode === 4) return { mode: { mode, sinceMs: ts }, maybe: null }
  if (before.maybe?.mode === mode) return { mode: before.maybe, maybe: null }
  return { mode: before.mode, maybe: { mode, sinceMs: ts } }
}

/**
 * Returns the mode where a lit lamp need not count (signal-control §9): a green among reds is a hold once no lamp has
 * changed for longer than any green lasts, and automatic before.
 */
function modeByChanges(
  before: Street,
  seen: Seen,
  phases: PerPhase<Stretch>,
  { ts, counts }: Sample,
  { second }: Step,
  longestGreen: number,
): Pick<Street, 'mode' | 'maybe'> {
  const green = greenAmongReds(seen.lit)
  if (green === 0 || seen.reading.kind !== 'running') return nextMode(before, seen, ts)
  const { mode } = before
  if (secondsUntilHold(phases, second, longestGreen) < 0 && green !== 3)
    return { mode: mode?.mode === green ? mode : { mode: green, sinceMs: newest(phases).sinceMs }, maybe: null }
  // A hold counts nothing (R13).
  const isMute = mode === null && counts.every((count) => count <= 1)
  if (isMute || mode?.mode === green || mode?.mode === 4) return { mode, maybe: null }
  return { mode: { mode: 4, sinceMs: ts }, maybe: null }
}

/** Returns for how many more seconds a green among reds may last before it is a hold; below 0: it is one. */
export function secondsUntilHold(phases: PerPhase<Stretch>, second: number, longestGreen: number): number {
  return longestGreen + HELD_AFTER_SECONDS - (second - newest(phases).sinceSecond + 1)
}

function newest(phases: PerPhase<Stretch>): Stretch {
  return phases.reduce((a, b) => (b.sinceSecond > a.sinceSecond ? b : a))
}

/** Returns the mode that one sample shows; null if it shows none. A hold or a flash must last to be one. */
export function modeOf(reading: Seen['reading']): ObservedMode | null {
  switch (reading.kind) {
    case 'flashing':
      return 0
    case 'held':
      return reading.phase === 3 ? 4 : reading.phase
    case 'running':
      return 4
    default:
      return null
  }
}

/** Returns for how many seconds a phase has shown its lamp, the newest second included. */
export function secondsShown(street: Street, stretch: Stretch): number {
  return street.second - stretch.sinceSecond + 1
}

/** Returns the phases whose green began with the newest sample. */
export function greensBegun(before: Street | null, { phases, afterGap }: Street): readonly PhaseNumber[] {
  if (!before || afterGap) return []
  return PHASES.filter((phase) => {
    const { shown } = ofPhase(before.phases, phase)
    if (ofPhase(phases, phase).shown !== 'green' || shown === 'green') return false
    // Where the beginning was not shown, the first second that is shown is none.
    if ((before.seen.notShown & lampsOf(phase)) !== 0) return false
    return shown !== 'other' || !wasUnknown(before, phase)
  })
}

/** Returns whether a sample shows what no program does: contradicting or dark lamps. */
export function isFaulty(street: Street): boolean {
  const { kind } = street.seen.reading
  return kind === 'contradicting' || kind === 'dark'
}
