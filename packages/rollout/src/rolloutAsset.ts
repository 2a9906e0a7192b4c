/** Reads and writes the asset that a rollout is. */
import type { CallApi } from '@greenwave/client/callTypes'
import { ROLLOUT_TYPE } from '@greenwave/contract/records/recordKeys'
import { fitsRollout, type Rollout, parseRollout, writeRollout } from '@greenwave/contract/records/rollouts'
import type { Asset } from '@greenwave/contract/wire/assets'

/** The calls that keep rollouts. */
export type RolloutAssetCalls = CallApi<'asset' | 'saveAsset'>

/** A rollout with its asset, as it was read. */
export interface OpenRollout {
  readonly asset: Asset
  readonly rollout: Rollout
}

/** Thrown for an asset that is no rollout, or one that this version cannot go on with. */
export class NoRolloutError extends Error {
  override readonly name = 'NoRolloutError'
}

/** Reads a rollout. Rejects as the call does, or with NoRolloutError. */
export async function openRollout(call: CallApi<'asset'>, id: string, signal?: AbortSignal): Promise<OpenRollout> {
  return opened(await call('asset', { params: { assetId: id }, ...(signal && { signal }) }))
}

/** Thrown for a rollout that is too long for platforms; two of half as many junctions are not. */
class RolloutTooLongError extends Error {
  override readonly name = 'RolloutTooLongError'
}

/**
 * Makes the asset of a new rollout. `name` is another one than that of any asset. Rejects as the call does, or with
 * RolloutTooLongError.
 */
export async function createRollout(call: CallApi<'saveAsset'>, name: string, rollout: Rollout): Promise<OpenRollout> {
  if (!fitsRollout(rollout)) throw new RolloutTooLongError('These are too many junctions with values of their own')
  const body = { name, type: ROLLOUT_TYPE, additionalInfo: writeRollout(rollout) }
  return opened(await call('saveAsset', { body }))
}

/** Saves a rollout over the version that was read. Rejects as the call does: with 409 after a save by another user. */
export async function saveRollout(
  call: CallApi<'saveAsset'>,
  { asset }: OpenRollout,
  rollout: Rollout,
): Promise<OpenRollout> {
  return opened(await call('saveAsset', { body: { ...asset, additionalInfo: writeRollout(rollout) } }))
}

function opened(asset: Asset): OpenRollout {
  const rollout = asset.type === ROLLOUT_TYPE ? parseRollout(asset.additionalInfo) : undefined
  if (!rollout) throw new NoRolloutError(`${asset.name} is no rollout that can be gone on with`)
  return { asset, rollout }
}
