/** What the planner is asked for, while it is chosen. */
import { SECONDS_PER_DAY } from '@greenwave/controller/limits'
import type { Objective } from '@greenwave/coordination/corridor'

/** The choices of the form, as text. */
export interface PlanChoices {
  /** The second of the day whose programs are planned. */
  readonly at: number
  readonly aim: 'equal' | 'outbound' | 'inbound' | 'weighted'
  /** How much more the outbound and the inbound band count. */
  readonly outboundWeight: string
  readonly inboundWeight: string
  readonly cycles: 'keep' | 'day' | 'own'
  /** Seconds, separated by commas. */
  readonly ownCycles: string
}

/** Cycles that practice keeps to, seconds (V5), and the largest number of own ones. */
const PRACTICE = { min: 30, max: 150 }
const MOST_OWN = 50
const LONGEST_OWN = 300
const HEAVIEST = 1000

/** What is wrong with a choice: the key of a text, by field. */
export type PlanComplaints = Partial<Record<'weights' | 'ownCycles', 'weightsWrong' | 'cyclesWrong'>>

/** Returns the objective of the choices; null if the weights are none. */
export function objectiveOf({ aim, outboundWeight, inboundWeight }: PlanChoices): Objective | null {
  if (aim !== 'weighted') return aim
  const weights = { outbound: readWeight(outboundWeight), inbound: readWeight(inboundWeight) }
  const { outbound, inbound } = weights
  return outbound === null || inbound === null || outbound + inbound === 0 ? null : { outbound, inbound }
}

function readWeight(text: string): number | null {
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

/** Returns what is wrong with the choices. */
export function planComplaints(choices: PlanChoices, present: number): PlanComplaints {
  return {
    ...(objectiveOf(choices) === null && { weights: 'weightsWrong' as const }),
    ...(cyclesOf(choices, present) === null && { ownCycles: 'cyclesWrong' as const }),
  }
}
