/**
 * @file The record of a junction's lamps as telemetry of its device: one value of `gw_cycle` for each quarter of an
 * hour, at the time at which that began. It holds the lamps of each second as text that people can read, and where
 * cycles began. docs/records.md shows one.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'

/** Key of the telemetry. */
export const CYCLE_KEY = 'gw_cycle'

/** A record begins at a whole multiple of this, epoch milliseconds. */
const RECORD_MS = 900_000
const MOST_SECONDS = 1000
const MOST_CYCLES = 60

/** From this second on these lamps were lit: nine bits, red, yellow and green of phase 1 lowest; null: not known. */
interface RecordedRun {
  readonly second: number
  readonly lit: number | null
  /** Lamps of phases that sent three zeros as their displays do before the last seconds; left out where none did. */
  readonly notShown?: number
}

/** Where a cycle began. Times are epoch milliseconds. */
interface RecordedStart {
  readonly second: number
  readonly startMs: number
  /** The controller's clock, as UTC epoch milliseconds in whole seconds; null if it showed none. */
  readonly startClockMs: number | null
  /** The phase with whose green it began; null for the rest of a cycle that began before. */
  readonly firstPhase: 1 | 2 | 3 | null
  readonly plan: 1 | 2 | 3 | 4 | 5 | 6 | null
  readonly program: 1 | 2 | 3 | 4 | 5 | 6 | null
  readonly inChange: boolean
  readonly evaluated: boolean
}

/** Shortest and longest green of each phase that are right, seconds; null where they were not known. */
type RecordedLimits = readonly [Limits | null, Limits | null, Limits | null]
interface Limits {
  readonly smallest: number
  readonly largest: number
}

/** Content of a record. */
export interface CycleRecord {
  /** Epoch milliseconds, a multiple of 15 min; the time of the telemetry value. */
  readonly startMs: number
  readonly seconds: number
  /** 1 to 60, the first at second 0, in order. */
  readonly cycles: readonly RecordedStart[]
  /** The first at second 0, in order, no two alike in a row. */
  readonly runs: readonly RecordedRun[]
  /** Limits of actuated greens by phase; null while the control was not known. Left out: fixed control. */
  readonly limits?: RecordedLimits | null
}

/** Smallest and largest. */
const WireLimits = z.nullable(z.tuple([z.int().check(z.nonnegative()), z.int().check(z.nonnegative())]))

/** Second, milliseconds after the record's time, clock in seconds after it, phase, plan, program, flags; 0 is none. */
const WireStart = z.tuple([
  z.int().check(z.nonnegative(), z.lt(MOST_SECONDS)),
  z.int().check(z.nonnegative(), z.lt(2 * RECORD_MS)),
  z.nullable(z.int()),
  z.literal([0, 1, 2, 3]),
  z.literal([0, 1, 2, 3, 4, 5, 6]),
  z.literal([0, 1, 2, 3, 4, 5, 6]),
  z.literal([0, 1, 2, 3]),
])

/**
 * How the seconds were counted. 1: the platform's clock could overrule the controller's, so that late samples made seconds
 * that never existed. 2: an even clock of the controller counts. 3: as 2, with phases that are not shown, or a control
 * that is not fixed.
 */
const VERSION = { plain: 2, displays: 3 } as const

const WireRecord = z.object({
  v: z.literal([1, VERSION.plain, VERSION.displays]),
  lamps: z.string().check(z.maxLength(6 * MOST_SECONDS)),
  cycles: z.array(WireStart).check(z.minLength(1), z.maxLength(MOST_CYCLES)),
  limits: z.optional(z.nullable(z.tuple([WireLimits, WireLimits, WireLimits]))),
})
type WireRecord = z.infer<typeof WireRecord>
type WrittenRecord = Omit<WireRecord, 'limits'> & { limits?: Exclude<WireRecord['limits'], undefined> }

const IN_CHANGE = 1
const NOT_JUDGED = 2

/** Returns a record as the value of its telemetry. */
export function writeCycleRecord({ startMs, seconds, cycles, runs, limits }: CycleRecord): WrittenRecord {
  const isPlain = limits === undefined && !runs.some(({ notShown }) => notShown)
  return {
    v: isPlain ? VERSION.plain : VERSION.displays,
    lamps: runs.map((run, nth) => `${(runs[nth + 1]?.second ?? seconds) - run.second}${letters(run)}`).join(''),
    cycles: cycles.map((start) => [
      start.second,
      start.startMs - startMs,
      start.startClockMs === null ? null : Math.round((start.startClockMs - startMs) / 1000),
      start.firstPhase ?? 0,
      start.plan ?? 0,
      start.program ?? 0,
      ((start.inChange ? IN_CHANGE : 0) | (start.evaluated ? 0 : NOT_JUDGED)) as 0 | 1 | 2 | 3,
    ]),
    ...(limits !== undefined && { limits: limits && wireLimits(limits) }),
  }
}

/** Returns the record that a telemetry value holds, as JSON or as the text of it; undefined for anything else. */
export function parseCycleRecord(ts: number, value: unknown): CycleRecord | undefined {
  const read = ts % RECORD_MS === 0 ? parseJson(WireRecord, value) : undefined
  const lamps = read && parseLamps(read.lamps)
  if (!read || !lamps) return undefined
  const cycles = read.cycles.map(([second, ms, clock, phase, plan, program, flags]) => ({
    second,
    startMs: ts + ms,
    startClockMs: clock === null ? null : ts + clock * 1000,
    firstPhase: phase || null,
    plan: plan || null,
    program: program || null,
    inChange: (flags & IN_CHANGE) !== 0,
    evaluated: (flags & NOT_JUDGED) === 0,
  }))
  const inOrder = cycles.every(({ second }, nth) => second > (cycles[nth - 1]?.second ?? -1) && second < lamps.seconds)
  const limits = read.limits && limitsOf(read.limits)
  return inOrder && cycles[0]?.second === 0
    ? { startMs: ts, ...lamps, cycles, ...(limits !== undefined && { limits }) }
    : undefined
}

type WireLimits = z.infer<typeof WireLimits>

function wireLimits(limits: RecordedLimits): [WireLimits, WireLimits, WireLimits] {
  const wire = (one: Limits | null): WireLimits => one && [one.smallest, one.largest]
  return [wire(limits[0]), wire(limits[1]), wire(limits[2])]
}

function limitsOf(wire: readonly [WireLimits, WireLimits, WireLimits]): RecordedLimits {
  const limits = (one: WireLimits): Limits | null => one && { smallest: one[0], largest: one[1] }
  return [limits(wire[0]), limits(wire[1]), limits(wire[2])]
}

/** The letter of each of the eight states of a phase: red, yellow and green are the bits. */
const STATES = '-RYAGCDF'
/** The letter of a phase that is not shown. */
const NOT_SHOWN = 'N'
const UNKNOWN = '???'
const PHASE_BITS = 0b111

function letters({ lit, notShown = 0 }: RecordedRun): string {
  if (lit === null) return UNKNOWN
  return [0, 3, 6]
    .map((shift) => ((notShown >> shift) & PHASE_BITS ? NOT_SHOWN : STATES[(lit >> shift) & PHASE_BITS]))
    .join('')
}

function bitsOf(states: string, stateBits: (letter: string) => number): number {
  return [0, 1, 2].reduce((bits, place) => bits | (stateBits(states.charAt(place)) << (3 * place)), 0)
}

const RUNS = /^(?:[1-9]\d{0,2}(?:[-RYAGCDFN]{3}|\?{3}))+$/

function parseLamps(text: string): Pick<CycleRecord, 'seconds' | 'runs'> | undefined {
  if (!RUNS.test(text)) return undefined
  const runs: RecordedRun[] = []
  let seconds = 0
  let before = ''
  for (const [, length, states = ''] of text.matchAll(/(\d+)(\D{3})/g)) {
    if (before === states) return undefined
    before = states
    const lit = states === UNKNOWN ? null : bitsOf(states, (letter) => Math.max(0, STATES.indexOf(letter)))
    const notShown = bitsOf(states, (letter) => (letter === NOT_SHOWN ? PHASE_BITS : 0))
    runs.push({ second: seconds, lit, ...(notShown > 0 && { notShown }) })
    seconds += Number(length)
  }
  return seconds <= MOST_SECONDS ? { seconds, runs } : undefined
}
