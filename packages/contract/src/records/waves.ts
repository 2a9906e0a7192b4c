/**
 * @file What the watcher keeps on the platform about the green wave of a corridor: an attribute of its asset that says
 * how the wave is now, telemetry with the sums of each day, and the incident of a wave that is broken. docs/green-waves.md
 * describes the evaluation.
 */
import * as z from 'zod/mini'
import { Uuid } from '../wire/ids.ts'
import { parseJson } from '../jsonValue.ts'
import { infoOf } from '../wire/tolerant.ts'
import type { IncidentFacts } from './incidentDetails.ts'

/** Key of the attribute of the server scope. */
export const WAVE_KEY = 'gw_wave'
/** Key of the telemetry: one value for each local day, at its midnight. */
export const WAVE_DAY_KEY = 'gw_wave_day'

/** The incident of a corridor whose wave is broken: its code, and the type of its alarms. */
export const CORRIDOR_INCIDENT = { code: 'corridor', type: 'Green wave broken' } as const

/** The last cycles that are kept, the most causes, plans of a day, and characters of a name. */
export const MOST_WAVE_CYCLES = 12
export const MOST_WAVE_CAUSES = 5
export const MOST_WAVE_PLANS = 12
const LONGEST_NAME = 255
const LONGEST_PLAN = 30

/**
 * Why a junction breaks a wave. `actuated`: its greens are, so that no wave is planned; `hidden`: its display does not show
 * when its green begins, so that cycles are not seen; `kind`: it lacks the settings of the kind of day.
 */
const WAVE_CAUSES = [
  'offline',
  'hold',
  'kind',
  'plan',
  'clock',
  'not-taken',
  'lamps',
  'step',
  'actuated',
  'hidden',
] as const

const number = z.catch(z.optional(z.number()), undefined)
const Count = z.int().check(z.nonnegative())
/** Seconds of band by direction; null for a direction without any. */
const Bands = z.object({
  outbound: z.catch(z.nullable(z.number()), null),
  inbound: z.catch(z.nullable(z.number()), null),
})

/** A junction that breaks the wave, or may, and why. Which numbers there are depends on the code. */
export const WaveCause = z.object({
  /** `step`: it runs out of step, and nothing says why. */
  code: z.enum(WAVE_CAUSES),
  /** The id of its device, and what people call it. */
  device: Uuid,
  junction: z.string().check(z.maxLength(LONGEST_NAME)),
  /** `clock`: seconds by which its clock is ahead. */
  aheadSeconds: number,
  /** `hold`: 0 flashes, 1 and 2 are the routes. */
  mode: number,
  /** `plan`: the one that it runs, null for none, and the one that its schedule has now. */
  plan: z.catch(z.optional(z.nullable(z.number())), undefined),
  scheduled: number,
  /** `not-taken`: how many. */
  settings: number,
})
export type WaveCause = z.infer<typeof WaveCause>

/**
 * What became of a cycle: `whole` with at least half of the band in each direction, `broken` without, `unseen` where
 * readings are missing, `changing` while settings or a plan change.
 */
const WAVE_CYCLES = ['whole', 'broken', 'unseen', 'changing'] as const
export type WaveCycleState = (typeof WAVE_CYCLES)[number]

const WaveCycle = z.object({
  /** When its vehicles pass the first junction, epoch milliseconds. */
  at: z.number(),
  state: z.enum(WAVE_CYCLES),
  /** The band that was seen, null where it was not. */
  seen: Bands,
})
export type WaveCycle = z.infer<typeof WaveCycle>

/** Sums of the evaluated cycles of one plan and kind of day. Bands are tenths of seconds, added up. */
const WavePlanSums = z.object({
  plan: z.string().check(z.maxLength(LONGEST_PLAN)),
  /** Name of the kind of day; several where junctions differ; left out where none is known. */
  kind: z.catch(z.optional(z.string().check(z.maxLength(LONGEST_NAME))), undefined),
  /** Cycles whose band was seen, those of them that were broken, and those of which too little was seen. */
  judged: Count,
  broken: Count,
  unseen: Count,
  /** Outbound and inbound: what was seen, and what is planned. */
  seen: z.tuple([Count, Count]),
  planned: z.tuple([Count, Count]),
})
export type WavePlanSums = z.infer<typeof WavePlanSums>

const WaveDay = z.object({
  v: z.literal(1),
  plans: z.array(WavePlanSums).check(z.maxLength(MOST_WAVE_PLANS)),
})
/** The value of `gw_wave_day`. */
export type WaveDay = z.infer<typeof WaveDay>

const Wave = z.object({
  /** When this was written, epoch milliseconds. */
  at: z.number(),
  /** The plans of its junctions: `2`, or `2/3` where they differ. */
  plan: z.catch(z.string().check(z.maxLength(LONGEST_PLAN)), ''),
  /** The common cycle, seconds; 0 while no wave is planned. */
  cycle: z.catch(z.number(), 0),
  /** The band that is planned. */
  planned: Bands,
  /** The last ones, the oldest first. */
  cycles: z.catch(z.array(WaveCycle).check(z.maxLength(MOST_WAVE_CYCLES)), []),
  /** Present causes, whether they break the wave or not; the most important first. */
  causes: z.catch(z.array(WaveCause).check(z.maxLength(MOST_WAVE_CAUSES)), []),
  /** Since when the wave is broken, epoch milliseconds; null while it is not. */
  brokenSince: z.catch(z.nullable(z.number()), null),
  /** The sums of the day that runs, and its midnight. */
  day: z.catch(z.nullable(z.object({ dayMs: z.number(), plans: WaveDay.shape.plans })), null),
})
/** The value of `gw_wave`. */
export type Wave = z.infer<typeof Wave>

/** Returns how a wave is, from the attribute as JSON or as text; undefined for anything else. */
export function parseWave(value: unknown): Wave | undefined {
  return parseJson(Wave, value)
}

/** Returns the sums of a day, from the value as JSON or as text; undefined for anything else. */
export function parseWaveDay(value: unknown): WaveDay | undefined {
  return parseJson(WaveDay, value)
}

const BrokenWaveFacts = z.object({
  direction: z.enum(['outbound', 'inbound']),
  /** Seconds of band: what is seen at most, and what is planned. */
  seconds: z.number(),
  setSeconds: z.number(),
  /** Undefined where no single junction is to blame. */
  cause: z.catch(z.optional(z.enum(WAVE_CAUSES)), undefined),
  junction: z.catch(z.optional(z.string().check(z.maxLength(LONGEST_NAME))), undefined),
  /** The id of its device. */
  device: z.catch(z.optional(Uuid), undefined),
  aheadSeconds: number,
  mode: number,
  plan: WaveCause.shape.plan,
  scheduled: number,
  settings: number,
})
/** Facts of the sentence about a broken wave. */
export type BrokenWaveFacts = z.infer<typeof BrokenWaveFacts>

/** Returns the facts of a broken wave from the details of its alarm; undefined where they cannot be read. */
export function parseBrokenWave(details: unknown): BrokenWaveFacts | undefined {
  return z.safeParse(BrokenWaveFacts, infoOf(details).facts).data
}

/** Parses the facts of a broken wave as they were when its alarm was raised; undefined for other alarms. */
export function parseBrokenWaveRaised(details: unknown): BrokenWaveFacts | undefined {
  return z.safeParse(BrokenWaveFacts, infoOf(details).raised ?? infoOf(details).facts).data
}

/** Causes that are incidents of a junction. */
const INCIDENTS: ReadonlySet<string | undefined> = new Set(['offline', 'lamps', 'clock', 'not-taken'])

/** Returns whether a broken wave is the consequence of an incident of a junction: reports count that one alone. */
export function isConsequence({ cause, device }: Pick<IncidentFacts, 'cause' | 'device'>): boolean {
  return device !== undefined && INCIDENTS.has(cause)
}
