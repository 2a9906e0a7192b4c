/** Plans a corridor and says meanwhile how far it is. */
import type { PerPhase } from '@greenwave/controller/controllerLimits'
import { programByFlows } from '@greenwave/coordination/calculators/websterTiming'
import { type Proposal, type ProposalRequest, proposalSteps } from '@greenwave/coordination/proposal'

/** Request to a planner in another thread. */
export interface PlanRequest extends Pick<ProposalRequest, 'junctions' | 'objective' | 'cycles'> {
  /** Vehicles an hour on the fullest lane of each phase, by junction: splits follow from them. Null: splits are kept. */
  readonly flows: readonly PerPhase<number>[] | null
}

/** Message of the planner: its progress, and at the end a proposal, or the reason why there is none. */
export type PlannerMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly proposal: Proposal }
  | { readonly kind: 'failed'; readonly why: string }

/** Milliseconds between two messages about progress. */
const SAY_EVERY_MS = 100

/** Works on one request, and says how far it is. */
export function plan({ flows, ...request }: PlanRequest, say: (message: PlannerMessage) => void): void {
  try {
    const steps = proposalSteps(
      flows === null
        ? request
        : {
            ...request,
            programAt: (junction, cycle, index) => programByFlows(junction, cycle, flows[index] ?? [0, 0, 0]),
          },
    )
    let saidMs = performance.now()
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      if (performance.now() - saidMs < SAY_EVERY_MS) continue
      saidMs = performance.now()
      say({ kind: 'progress', share: step.value.share })
    }
    say({ kind: 'done', proposal: step.value })
  } catch (error) {
    say({ kind: 'failed', why: String(error) })
  }
}
