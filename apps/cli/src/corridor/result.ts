/** The result of planning or evaluating a corridor, as `--json` prints it. docs/corridors.md explains each field. */

import { type BandLimit, bandLimits } from '@greenwave/coordination/bandLimits'
import { type Bands, bandsOf, type LinkBand } from '@greenwave/coordination/bands'
import {
  type ByDirection,
  byDirection,
  type Corridor,
  isServed,
  type Objective,
  type Timing,
  timingsNow,
} from '@greenwave/coordination/corridor'
import { bestByShare, planCyclesSteps } from '@greenwave/coordination/cycles'
import { midnightCut } from '@greenwave/coordination/dayCycle'
import { type Misfit, misfits } from '@greenwave/coordination/misfits'
import { type Plan, type PlannedTiming, planCorridor } from '@greenwave/coordination/plan'
import type { ParsedCorridor } from './parseCorridor.ts'
import { isWaveless, limitText, midnightText, misfitProblem, noWaveText, seconds } from './words.ts'

/** Bands with their shares. Seconds; null for a direction that no junction serves. */
interface BandFigures {
  readonly bands: ByDirection<number | null>
  readonly efficiency: number
  readonly attainability: number
}

interface JunctionResult {
  readonly name: string
  readonly offset: number
  readonly order?: readonly number[]
  readonly phaseStarts?: readonly number[]
  readonly outboundStart: number | null
  readonly inboundStart: number | null
}

interface LinkResult {
  readonly from: string
  readonly to: string
  readonly bands: ByDirection<number | null>
  readonly travel: ByDirection<number | null>
}

/** A fact about the result, with its sentence. */
interface Finding {
  readonly code: string
  readonly text: string
  readonly [figure: string]: string | number
}

type CycleRow = { readonly cycle: number } & (BandFigures | { readonly problem: string })

/** Result that the commands print. */
export interface CorridorResult extends BandFigures {
  readonly cycle: number
  readonly objective: Objective
  readonly junctions: readonly JunctionResult[]
  readonly exact: boolean
  /** Upper bound of the objective, seconds; only where the result is not exact. */
  readonly bound?: number
  readonly travel: ByDirection<number | null>
  readonly links: readonly LinkResult[]
  /** Bands that the corridor would have if every controller could be offset. */
  readonly withOffsets?: BandFigures
  readonly findings: readonly Finding[]
  /** Rows of a list of cycles, one per cycle. */
  readonly cycles?: readonly CycleRow[]
}

/** A step of long work: how much of it is done, 0 to 1. */
type Progress = (fraction: number) => void

/** Plans a corridor at its best cycle. @throws {CorridorRefused} if the greens of the file fit no cycle of it */
export function planResult(read: ParsedCorridor, onProgress: Progress): CorridorResult {
  const { corridor, objective, cycles } = read
  const steps = planCyclesSteps(corridor, { objective, cycles })
  let step = steps.next()
  for (; !step.done; step = steps.next()) {
    const { index, count, done, atMost } = step.value
    onProgress((index + (atMost === 0 ? 1 : done / atMost)) / count)
  }
  onProgress(1)
  const { best, outcomes } = step.value
  const byCycle = new Map(
    outcomes.map((outcome) => [outcome.cycle, 'plan' in outcome ? outcome.plan.bands : outcome.misfits]),
  )
  const list = cycleList(read, (cycle) => byCycle.get(cycle) ?? [])
  if (!best)
    return {
      ...noWave(
        read,
        outcomes.flatMap((outcome) => ('misfits' in outcome ? outcome.misfits : [])),
      ),
      ...list,
    }
  const { exact, boundS } = best
  const bound = rounded(boundS)
  const text = `The search was cut short: no more than ${seconds(boundS)} of the objective can be reached.`
  const cut = exact ? {} : { exact, bound }
  const findings = [...(exact ? [] : [{ code: 'notExact', text, bound }]), ...findingsOf(corridor, best)]
  return { ...resultOf(read, best), ...cut, ...withOffsets(read, best), findings, ...list }
}

/** Evaluates the offsets of a file. @throws {CorridorRefused} if its greens or offsets fit no cycle of it */
export function bandResult(read: ParsedCorridor): CorridorResult {
  const { corridor, cycles, objective } = read
  const timings = timingsNow(corridor, read.offsets)
  const found = new Map(cycles.map((cycle) => [cycle, misfits(corridor, cycle, timings)]))
  const evaluated = new Map(
    cycles
      .filter((cycle) => found.get(cycle)?.length === 0)
      .map((cycle) => [cycle, { cycle, timings, bands: bandsOf(corridor, cycle, timings) }]),
  )
  const best = bestByShare([...evaluated.values()], objective)
  const list = cycleList(read, (cycle) => evaluated.get(cycle)?.bands ?? found.get(cycle) ?? [])
  if (!best) return { ...noWave(read, [...found.values()].flat()), ...list }
  return { ...resultOf(read, best), findings: findingsOf(corridor, best), ...list }
}

/** Timings at a cycle, with their bands. */
interface Evaluated extends Pick<Plan, 'cycle' | 'bands'> {
  readonly timings: readonly (Timing & Partial<PlannedTiming>)[]
}

function resultOf(
  { corridor, objective }: ParsedCorridor,
  { cycle, timings, bands }: Evaluated,
): Omit<CorridorResult, 'findings'> {
  return {
    cycle,
    objective,
    junctions: timings.map(({ offset, starts, order, phaseStarts }, index) => ({
      name: corridor[index]?.name ?? '',
      offset,
      // Phases count from 1.
      ...(order && { order: order.map((phase) => phase + 1) }),
      ...(phaseStarts && { phaseStarts }),
      outboundStart: starts.outbound,
      inboundStart: starts.inbound,
    })),
    ...figuresOf(bands),
    exact: true,
    travel: byDirection((direction) => {
      const band = bands.byDirection[direction]
      return band && rounded(band.travelMs / 1000)
    }),
    links: linksOf(corridor, bands),
  }
}

function figuresOf({ byDirection: bands, efficiency, attainability }: Bands): BandFigures {
  return {
    bands: byDirection((direction) => bands[direction] && rounded((bands[direction].arc?.widthMs ?? 0) / 1000)),
    efficiency: rounded(efficiency),
    attainability: rounded(attainability),
  }
}

function linksOf(corridor: Corridor, bands: Bands): readonly LinkResult[] {
  return corridor.flatMap((junction, index): readonly LinkResult[] => {
    const links = byDirection((direction) =>
      bands.byDirection[direction]?.links.find((link) => link.junction === index),
    )
    if (!links.outbound && !links.inbound) return []
    const read = (figure: (link: LinkBand) => number) =>
      byDirection((direction) => (links[direction] ? rounded(figure(links[direction]) / 1000) : null))
    const ends = { from: corridor[index - 1]?.name ?? '', to: junction.name }
    return [{ ...ends, bands: read(({ arc }) => arc?.widthMs ?? 0), travel: read(({ travelMs }) => travelMs) }]
  })
}

function withOffsets({ corridor, objective }: ParsedCorridor, { cycle }: Plan): Pick<CorridorResult, 'withOffsets'> {
  if (corridor.every(({ canOffset }) => canOffset)) return {}
  const able = corridor.map((junction) => ({ ...junction, canOffset: true }))
  return { withOffsets: figuresOf(planCorridor(able, { objective, cycle }).bands) }
}

function findingsOf(corridor: Corridor, evaluated: Evaluated): readonly Finding[] {
  const cut = midnightCut(evaluated.cycle)
  return [
    ...(cut ? [{ code: 'midnightCut', text: midnightText(cut), ...cut }] : []),
    ...bandLimits(corridor, evaluated).map((limit) => named(limit, limitText(limit, corridor), corridor)),
  ]
}

/** Returns a fact as a finding, with the name of its junction. */
function named(fact: BandLimit | Misfit, text: string, corridor: Corridor): Finding {
  const { code, ...figures } = fact
  return 'junction' in fact
    ? { code, text, ...figures, junction: corridor[fact.junction]?.name ?? '' }
    : { code, text, ...figures }
}

/** Returns a row for each cycle of a list; nothing for a single cycle. */
function cycleList(
  { corridor, cycles, hasCycleList }: ParsedCorridor,
  outcomeAt: (cycle: number) => Bands | readonly Misfit[],
): Pick<CorridorResult, 'cycles'> {
  if (!hasCycleList) return {}
  const rows = cycles.map((cycle): CycleRow => {
    const outcome = outcomeAt(cycle)
    return 'efficiency' in outcome
      ? { cycle, ...figuresOf(outcome) }
      : { cycle, problem: misfitText(outcome, corridor) }
  })
  return { cycles: rows }
}

/** Returns the first reason why junctions do not fit a cycle. */
function misfitText([misfit]: readonly Misfit[], corridor: Corridor): string {
  if (!misfit) return ''
  if (isWaveless(misfit)) return noWaveText(misfit, corridor)
  const { path, problem } = misfitProblem(misfit)
  return `${corridor[misfit.junction]?.name ?? ''}: ${path.slice(2).join('.')} ${problem}`
}

/**
 * Returns the result of a corridor whose junctions run different cycles, or have actuated greens: no bands, and the reasons.
 * @throws {CorridorRefused} if what does not fit is a mistake of the file
 */
function noWave(read: ParsedCorridor, found: readonly Misfit[]): CorridorResult {
  const reasons = found.filter(isWaveless)
  const mistakes = found.flatMap((misfit) => (isWaveless(misfit) ? [] : [misfitProblem(misfit)]))
  if (reasons.length === 0) throw read.refusal(mistakes)
  const none = byDirection((direction) => (isServed(read.corridor, direction) ? 0 : null))
  const nothing = { bands: none, efficiency: 0, attainability: 0, travel: none }
  const findings = reasons.map((misfit) => named(misfit, noWaveText(misfit, read.corridor), read.corridor))
  const cycle = read.cycles[0] ?? 0
  return { cycle, objective: read.objective, junctions: [], ...nothing, exact: true, links: [], findings }
}

/** Returns a number with at most four decimals. */
function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
