/** A rollout of a test or benchmark, as a console sends it: previewed, made, and sent to all junctions in one stage. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CallApi } from '@greenwave/client/callTypes'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { inParallel } from '@greenwave/observer/conformity/reading/spanReads'
import { fetchJunctionFacts } from '../junctionFacts.ts'
import { newRollout, type PreviewedJunction } from '../newRollout.ts'
import { previewOf } from '../preview.ts'
import { createRollout } from '../rolloutAsset.ts'
import { RolloutSender } from '../RolloutSender.ts'

/** Calls that a browser makes at a time. */
const AT_ONCE = 6
const WITHIN_MS = 300_000

/** Resolves when it has ended, with how, and with the number of junctions that took the values. */
export async function rollOutAtOnce(
  call: CallApi,
  deviceIds: readonly string[],
  values: AttributeSet,
  by: string,
): Promise<{ readonly end: string; readonly taken: number }> {
  const { length } = deviceIds
  const who = { id: '', name: by }
  const draft = {
    ...({ kind: 'settings', values, groupSize: length, stopAfter: length } as const),
    ...{ by: who, why: 'Test', at: Date.now() },
  }
  const previewed: PreviewedJunction[] = []
  await inParallel(deviceIds, AT_ONCE, async (id) => {
    previewed.push({ id, preview: previewOf(draft, await fetchJunctionFacts(call, id)) })
  })
  const { asset } = await createRollout(call, 'City rollout', newRollout(draft, previewed))
  let taken = 0
  const end = await RolloutSender.send({
    ...{ call, rolloutId: asset.id.id, senderId: 'test', by: who, from: 'console', nowMs: Date.now },
    signal: AbortSignal.timeout(WITHIN_MS),
    wait: (ms) => pause(ms),
    onProgress({ targets }) {
      taken = targets.filter(({ state }) => state === 'taken').length
    },
  })
  return { end, taken }
}
