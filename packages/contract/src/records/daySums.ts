/**
 * @file What a day of a junction amounts to, as telemetry of its device: one value of `gw_day` for each local day, at
 * its midnight. All of it adds up, so that a week or a month of a thousand junctions is read in seconds.
 * docs/reports.md says what each number means.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'

/** Key of the telemetry. */
export const DAY_KEY = 'gw_day'

/** Characters of the name of a kind of day. */
const LONGEST_KIND = 255

const Count = z.int().check(z.nonnegative())
/** Signed seconds. */
const Seconds = z.int()

/** Differences of so many cycles from what is set, whole seconds: the sum, the sum of their sizes, the largest one. */
export interface Spread {
  readonly count: number
  readonly sum: number
  readonly sizes: number
  /** Signed. */
  readonly largest: number
}

/** Sums of the evaluated cycles of one program. */
export interface ProgramSums {
  readonly program: number
  readonly evaluated: number
  /** Cycles in which nothing differs by more than a second. */
  readonly asProgrammed: number
  /** Evaluated cycles whose greens were actuated: they were compared with the limits of the greens, and are in no spread. */
  readonly byLimits: number
  /** Cycles of which displays did not show every green from its beginning: evaluated in no more than what was shown. */
  readonly partly: number
  /** Greens, and their beginnings, that these cycles did not show. */
  readonly unseen: { readonly greens: number; readonly starts: number }
  /** How much longer the cycles were. */
  readonly cycle: Spread
  /** How much longer the greens of phases 1, 2, 3 were. */
  readonly greens: readonly [Spread, Spread, Spread]
  /** How much later these greens began than R3 and R8 say. */
  readonly starts: readonly [Spread, Spread, Spread]
}

/** Sums of the incidents of one code. */
export interface IncidentSums {
  readonly code: string
  readonly raised: number
  readonly cleared: number
  /** Of those cleared, from their beginning. */
  readonly clearSeconds: number
  readonly acknowledged: number
  readonly acknowledgeSeconds: number
}

/** Sums of a span of time of a junction. */
export interface Sums {
  /** Seconds of which there should be a sample. */
  readonly expected: number
  /** Seconds without a sample that shows what was lit. */
  readonly missing: number
  /** Samples with a valid display: no contradicting lamps, no dark phase. */
  readonly believable: number
  /** Samples of which nothing is wrong as far as displays show it, and which hide the lit lamp of a phase. */
  readonly notShown: number
  readonly connected: number
  /** Seconds with a sample, by the mode that the lamps showed: flashing, held on route 1, on route 2, automatic. */
  readonly modes: readonly [number, number, number, number]
  /** Cycles that began. */
  readonly cycles: number
  readonly programs: readonly ProgramSums[]
  readonly planChanges: {
    readonly onTime: number
    readonly late: number
    /** Of which the records do not say whether they were made. */
    readonly unknown: number
    /** By which the late ones were late. */
    readonly lateSeconds: number
  }
  readonly incidents: readonly IncidentSums[]
}

/** Sums of a local day. */
export interface DaySums extends Sums {
  /** Midnight, epoch milliseconds; the time of the telemetry value. */
  readonly dayMs: number
  /** From when on seconds are expected, epoch milliseconds: the midnight, or later on the first day it was watched. */
  readonly fromMs: number
  /** The end of the last quarter of an hour that is counted, epoch milliseconds. */
  readonly untilMs: number
  /** Name of the kind of day that ran for the longest time; left out where none is known. */
  readonly kind?: string | undefined
}

/** Count, sum, sum of the sizes, largest. */
const WireSpread = z.tuple([Count, Seconds, Count, Seconds])
const Three = z.tuple([WireSpread, WireSpread, WireSpread])

const WireSums = z.object({
  /** 2: with parts that version 1 does not have, each left out where it is 0. */
  v: z.literal([1, 2]),
  /** Left out where it is the midnight. */
  from: z.optional(Count),
  until: Count,
  /** Name of the kind of day. */
  kind: z.catch(z.optional(z.string().check(z.maxLength(LONGEST_KIND))), undefined),
  /** Expected, missing, believable, connected. */
  seconds: z.tuple([Count, Count, Count, Count]),
  notShown: z.optional(Count),
  modes: z.tuple([Count, Count, Count, Count]),
  cycles: Count,
  programs: z
    .array(
      z.object({
        program: z.int().check(z.minimum(1), z.maximum(6)),
        /** Evaluated cycles, and those as programmed. */
        cycles: z.tuple([Count, Count]),
        byLimits: z.optional(Count),
        /** Cycles that were shown in part; the greens and the beginnings that they did not show. */
        partly: z.optional(z.tuple([Count, Count, Count])),
        cycle: WireSpread,
        greens: Three,
        starts: Three,
      }),
    )
    .check(z.maxLength(6)),
  /** On time, late, unknown, seconds late. */
  plans: z.tuple([Count, Count, Count, Count]),
  /** Code, raised, cleared, seconds until cleared, acknowledged, seconds until acknowledged. */
  incidents: z
    .array(z.tuple([z.string().check(z.minLength(1), z.maxLength(100)), Count, Count, Count, Count, Count]))
    .check(z.maxLength(50)),
})
type WireSums = z.infer<typeof WireSums>
type WireProgram = WireSums['programs'][number]

/** Returns the sums of a day as the value of its telemetry. */
export function writeDaySums(sums: DaySums): WireSums {
  const { expected, missing, believable, connected, notShown, planChanges, incidents } = sums
  const isPlain = notShown === 0 && sums.programs.every(({ byLimits, partly }) => byLimits === 0 && partly === 0)
  return {
    v: isPlain ? 1 : 2,
    ...(sums.fromMs > sums.dayMs && { from: sums.fromMs }),
    until: sums.untilMs,
    ...(sums.kind && { kind: sums.kind }),
    seconds: [expected, missing, believable, connected],
    ...(notShown > 0 && { notShown }),
    modes: [...sums.modes],
    cycles: sums.cycles,
    programs: sums.programs.map(wireProgram),
    plans: [planChanges.onTime, planChanges.late, planChanges.unknown, planChanges.lateSeconds],
    incidents: incidents.map((one) => [
      one.code,
      one.raised,
      one.cleared,
      one.clearSeconds,
      one.acknowledged,
      one.acknowledgeSeconds,
    ]),
  }
}

/** Returns the sums that a telemetry value holds, as JSON or as the text of it; undefined for anything else. */
export function parseDaySums(ts: number, value: unknown): DaySums | undefined {
  const read = parseJson(WireSums, value)
  if (!read) return undefined
  const [expected, missing, believable, connected] = read.seconds
  const [onTime, late, unknown, lateSeconds] = read.plans
  return {
    dayMs: ts,
    fromMs: read.from ?? ts,
    untilMs: read.until,
    ...(read.kind && { kind: read.kind }),
    ...{ expected, missing, believable, connected, modes: read.modes, cycles: read.cycles },
    notShown: read.notShown ?? 0,
    programs: read.programs.map(programOf),
    planChanges: { onTime, late, unknown, lateSeconds },
    incidents: read.incidents.map(([code, raised, cleared, clearSeconds, acknowledged, acknowledgeSeconds]) => ({
      ...{ code, raised, cleared, clearSeconds, acknowledged, acknowledgeSeconds },
    })),
  }
}

function wireProgram({
  program,
  evaluated,
  asProgrammed,
  byLimits,
  partly,
  unseen,
  ...spreads
}: ProgramSums): WireProgram {
  return {
    program,
    cycles: [evaluated, asProgrammed],
    ...(byLimits > 0 && { byLimits }),
    ...(partly > 0 && { partly: [partly, unseen.greens, unseen.starts] as [number, number, number] }),
    cycle: wireSpread(spreads.cycle),
    greens: wireThree(spreads.greens),
    starts: wireThree(spreads.starts),
  }
}

function programOf({ program, cycles, byLimits = 0, partly: parts = [0, 0, 0], ...spreads }: WireProgram): ProgramSums {
  const [[evaluated, asProgrammed], [partly, greens, starts]] = [cycles, parts]
  return {
    ...{ program, evaluated, asProgrammed, byLimits, partly, unseen: { greens, starts } },
    ...{ cycle: spreadOf(spreads.cycle), greens: threeOf(spreads.greens), starts: threeOf(spreads.starts) },
  }
}

type WireSpread = z.infer<typeof WireSpread>
type Three = z.infer<typeof Three>

function wireSpread({ count, sum, sizes, largest }: Spread): WireSpread {
  return [count, sum, sizes, largest]
}

function spreadOf([count, sum, sizes, largest]: WireSpread): Spread {
  return { count, sum, sizes, largest }
}

function wireThree([first, second, third]: ProgramSums['greens']): Three {
  return [wireSpread(first), wireSpread(second), wireSpread(third)]
}

function threeOf([first, second, third]: Three): ProgramSums['greens'] {
  return [spreadOf(first), spreadOf(second), spreadOf(third)]
}
