/** Makes rollouts from what was previewed. */
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import type { Rollout, RolloutTarget } from '@greenwave/contract/records/rollouts'
import type { JunctionPreview } from './preview.ts'

/** A junction that was previewed. */
export interface PreviewedJunction {
  readonly id: string
  /** The preview of the values of all and of its own. */
  readonly preview: JunctionPreview
  /** Values for this junction only. */
  readonly values?: AttributeSet
  /** When the mode ends at this junction, if that is its own time; epoch milliseconds. */
  readonly until?: number
}

/** Members of a rollout that a user decides. */
export type RolloutDraft = Pick<
  Rollout,
  'kind' | 'values' | 'title' | 'until' | 'notBefore' | 'from' | 'by' | 'why' | 'at' | 'groupSize' | 'stopAfter'
>

/**
 * Returns a rollout of which nothing was sent yet. Junctions come in the given order, but those that are connected
 * first, because the first one is to prove the change. Those of which nothing would change are `same` already.
 */
export function newRollout(draft: RolloutDraft, junctions: readonly PreviewedJunction[]): Rollout {
  const connected = junctions.filter(({ preview }) => preview.connected)
  const others = junctions.filter(({ preview }) => !preview.connected)
  const targets = [...connected, ...others].map(({ id, preview: { cells, was }, values, until }): RolloutTarget => {
    const isSame = draft.kind !== 'clock' && cells.length === 0
    return {
      id,
      was,
      state: isSame ? 'same' : 'todo',
      ...(values && { values }),
      ...(until !== undefined && { until }),
    }
  })
  return { ...draft, run: 'running', tolerated: 0, sender: null, targets }
}
