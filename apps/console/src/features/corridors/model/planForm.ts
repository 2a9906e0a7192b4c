/** Choices for the planner, as they are edited. */

import {
  ofPhase,
  type PerPhase,
  type PhaseNumber,
  perPhase,
  SECONDS_PER_DAY,
} from '@greenwave/controller/controllerLimits'
import { isServed } from '@greenwave/controller/cycle'
import type { Objective } from '@greenwave/coordination/corridor'
import type { SetJunction } from '@greenwave/coordination/fromSettings'

/** The choices of the form, as text. */
export interface PlanChoices {
  /** The second of the day whose programs are planned. */
  readonly at: number
  /** Id of the kind of day whose settings are planned; empty for what is set now. */
  readonly kind: string
  readonly aim: 'equal' | 'outbound' | 'inbound' | 'weighted'
  /** How much more the outbound and the inbound band count. */
  readonly outboundWeight: string
  readonly inboundWeight: string
  readonly cycles: 'keep' | 'day' | 'own'
  /** Seconds, separated by commas. */
  readonly ownCycles: string
  readonly splits: 'keep' | 'flows'
  /** Vehicles an hour on the fullest lane of each phase, by `flowKey`. */
  readonly flows: Readonly<Record<string, string>>
}

/** Returns the key of a phase's flow among the choices. `junction` is its index. */
export function flowKey(junction: number, phase: PhaseNumber): string {
  return `${junction}.${phase}`
}

/** Cycles that practice keeps to, seconds (V5), and the largest number of own ones. */
const PRACTICE = { min: 30, max: 150 }
const MOST_OWN = 50
const LONGEST_OWN = 300
const HEAVIEST = 1000
/** Vehicles an hour on one lane, one a second. */
const MOST_FLOW = 3600

/** Problems with choices: the key of a text, by field. */
export type PlanComplaints = {
  readonly weights?: 'weightsWrong'
  readonly ownCycles?: 'cyclesWrong'
  readonly flows?: 'flowsWrong'
}

/** Returns the objective of the choices; null if the weights are none. */
export function objectiveOf({ aim, outboundWeight, inboundWeight }: PlanChoices): Objective | null {
  if (aim !== 'weighted') return aim
  const weights = { outbound: parseWeight(outboundWeight), inbound: parseWeight(inboundWeight) }
  const { outbound, inbound } = weights
  return outbound === null || inbound === null || outbound + inbound === 0 ? null : { outbound, inbound }
}

function parseWeight(text: string): number | null {
  const weight = Number(text)
  return text.trim() !== '' && weight >= 0 && weight <= HEAVIEST ? weight : null
}

/** Returns the cycles of the choices, seconds; null if own ones cannot be read. */
export function cyclesOf({ cycles, ownCycles }: PlanChoices, present: number): readonly number[] | null {
  if (cycles === 'keep') return [present]
  if (cycles === 'day') return dayCycles()
  const own = [
    ...new Set(
      ownCycles
        .split(/[\s,;]+/)
        .filter((text) => text !== '')
        .map(Number),
    ),
  ]
  const isReadable = own.every((cycle) => Number.isInteger(cycle) && cycle >= 1 && cycle <= LONGEST_OWN)
  return isReadable && own.length > 0 && own.length <= MOST_OWN ? own : null
}

/** Returns the cycles of practice that divide the day (V13). */
function dayCycles(): readonly number[] {
  const all = Array.from({ length: PRACTICE.max - PRACTICE.min + 1 }, (_, index) => PRACTICE.min + index)
  return all.filter((cycle) => SECONDS_PER_DAY % cycle === 0)
}

/** Returns the flows of the junctions, 0 for a phase that is not served; null where splits are kept, or one is wrong. */
export function flowsOf(
  { splits, flows }: Pick<PlanChoices, 'splits' | 'flows'>,
  junctions: readonly Pick<SetJunction, 'program'>[],
): readonly PerPhase<number>[] | null {
  if (splits === 'keep') return null
  const read = junctions.map(({ program }, index) =>
    perPhase((phase) => (isServed(ofPhase(program.phases, phase)) ? parseFlow(flows[flowKey(index, phase)]) : 0)),
  )
  return read.flat().some(Number.isNaN) ? null : read
}

/** Returns whether a text is no flow: vehicles an hour and lane, above 0. */
export const isNoFlow = (text = ''): boolean => Number.isNaN(parseFlow(text))

function parseFlow(text = ''): number {
  const flow = Number(text)
  return text.trim() !== '' && flow > 0 && flow <= MOST_FLOW ? flow : Number.NaN
}

/** Validates the choices. */
export function planComplaints(
  choices: PlanChoices,
  present: number,
  junctions: readonly Pick<SetJunction, 'program'>[] = [],
): PlanComplaints {
  return {
    ...(choices.splits === 'flows' && flowsOf(choices, junctions) === null && { flows: 'flowsWrong' as const }),
    ...(objectiveOf(choices) === null && { weights: 'weightsWrong' as const }),
    ...(cyclesOf(choices, present) === null && { ownCycles: 'cyclesWrong' as const }),
  }
}
