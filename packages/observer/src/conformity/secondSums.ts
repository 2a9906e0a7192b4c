/** Sums over the seconds of a day. Nothing is made up for seconds without a sample: they count as missing. */
import type { Sums } from '@greenwave/contract/records/daySums'
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import { isFlashing, type LampBits, phasesContradicting, phasesDark, phasesTogether } from '../lit.ts'
import { type RecordWindow, WINDOW_MS, windowOf } from '../recordWindow.ts'
import type { DayRecords } from './dayRecords.ts'

const WINDOW_SECONDS = WINDOW_MS / 1000
/** A quarter of so many seconds lacks none: controllers and the platform count seconds a little differently. */
const WHOLE_SECONDS = WINDOW_SECONDS - 1
/** A second is recorded only if all nine lamps are known. */
const ALL_KNOWN = 0o777

type SecondSums = Pick<Sums, 'expected' | 'missing' | 'believable' | 'notShown' | 'connected' | 'modes'>

/** Returns the sums over the seconds of what is counted of a day. */
export function secondSums({ fromMs: beganMs, untilMs, windows, events }: DayRecords): SecondSums {
  const byTime = new Map(windows.map((window) => [window.startMs, window]))
  const modes = stepsOf(events, (event) => (event.kind === 'mode' ? event.mode : undefined))
  const connection = stepsOf(events, (event) => (event.kind === 'connection' ? event.connected : undefined))
  const sums = { expected: 0, missing: 0, believable: 0, notShown: 0, connected: 0 }
  const inModes: [number, number, number, number] = [0, 0, 0, 0]
  for (let startMs = windowOf(beganMs); startMs < untilMs; startMs += WINDOW_MS) {
    // Of the first quarter only what follows the first second that was recorded counts.
    const countedMs = Math.max(startMs, beganMs)
    const before = Math.floor((countedMs - startMs) / 1000)
    const window = byTime.get(startMs)
    let known = 0
    for (const { lit, notShown, fromMs, seconds } of window ? knownRuns(window) : []) {
      known += seconds
      if (isBelievable(lit, notShown)) sums[notShown === 0 ? 'believable' : 'notShown'] += seconds
      for (const part of partsOf(modes, fromMs, fromMs + seconds * 1000)) {
        inModes[placeOf(part.value ?? (isFlashing(lit) ? 0 : 4))] += secondsIn(part, fromMs)
      }
    }
    const lacking = window ? window.seconds - known + Math.max(0, WHOLE_SECONDS - window.seconds) : WINDOW_SECONDS
    const missing = lacking - before
    sums.expected += known + missing
    sums.missing += missing
    for (const part of partsOf(connection, countedMs, startMs + WINDOW_MS)) {
      const isKnown = part.value !== undefined
      // Before the first statement about the connection, a second with a sample was connected.
      if (part.value) sums.connected += secondsIn(part, countedMs)
      else if (!isKnown) sums.connected += Math.min(known, secondsIn(part, countedMs))
    }
  }
  return { ...sums, modes: inModes }
}

interface KnownRun {
  readonly lit: LampBits
  readonly notShown: LampBits
  readonly fromMs: number
  readonly seconds: number
}

function knownRuns({ startMs, seconds, runs }: RecordWindow): readonly KnownRun[] {
  return runs.flatMap(({ lit, notShown = 0, second }, nth) =>
    lit === null
      ? []
      : [{ lit, notShown, fromMs: startMs + second * 1000, seconds: (runs[nth + 1]?.second ?? seconds) - second }],
  )
}

/** Returns whether signals that are in order can show these lamps. */
function isBelievable(lit: LampBits, notShown: LampBits): boolean {
  const known = ALL_KNOWN & ~notShown
  return (
    phasesContradicting(lit).length === 0 &&
    phasesTogether(lit, known).length === 0 &&
    phasesDark(lit, known).length === 0
  )
}

function placeOf(mode: 0 | 1 | 2 | 4): 0 | 1 | 2 | 3 {
  return mode === 4 ? 3 : mode
}

/** From a moment on something has a value. */
interface Step<T> {
  readonly atMs: number
  readonly value: T
}

function stepsOf<T>(
  events: readonly JunctionEvent[],
  read: (event: JunctionEvent) => T | undefined,
): readonly Step<T>[] {
  return events
    .flatMap((event) => {
      const value = read(event)
      return value === undefined ? [] : [{ atMs: event.at, value }]
    })
    .sort((a, b) => a.atMs - b.atMs)
}

/** A part of a span in which a value holds; undefined before the first one. */
interface Part<T> {
  readonly value: T | undefined
  readonly fromMs: number
  readonly untilMs: number
}

function partsOf<T>(steps: readonly Step<T>[], fromMs: number, untilMs: number): readonly Part<T>[] {
  const inside = steps.filter(({ atMs }) => atMs > fromMs && atMs < untilMs)
  const first = steps.findLast(({ atMs }) => atMs <= fromMs)?.value
  return [{ atMs: fromMs, value: first }, ...inside].map(({ atMs, value }, nth) => ({
    value,
    fromMs: atMs,
    untilMs: inside[nth]?.atMs ?? untilMs,
  }))
}

/** Returns how many whole seconds, counted from a moment, begin in a part. */
function secondsIn({ fromMs, untilMs }: Part<unknown>, originMs: number): number {
  const before = (ms: number): number => Math.ceil((ms - originMs) / 1000)
  return before(untilMs) - before(fromMs)
}
