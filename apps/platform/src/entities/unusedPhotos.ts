/** @file Photos of junctions that nothing names any more: what named them was deleted, or never came. */
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { imageLinksIn, linkOfImage } from '@greenwave/contract/wire/imageLinks'
import type { Principal } from '../access/principal.ts'
import type { StoredPhoto } from '../store/images.ts'
import type { EntityDeps } from './entityDeps.ts'
import { deleteImage } from './images.ts'
import { createSlices } from './query/slices.ts'

/** Younger photos are kept, milliseconds: the note or work that names one may still wait on a phone. */
const FRESH_MS = 86_400_000
/** Changes of a device that are read. Of a device with more all photos are kept. */
const MOST_CHANGES = 1000

/** Scopes that users write. */
const SCOPES = ['SERVER_SCOPE', 'SHARED_SCOPE'] as const

/** Sums photos that nothing names. */
export async function sumUnusedPhotos(deps: EntityDeps, principal: Principal, gone: AbortSignal) {
  return sumOf(await findUnused(deps, principal, gone))
}

/** Deletes photos that nothing names. Resolves with their sum. */
export async function deleteUnusedPhotos(deps: EntityDeps, principal: Principal, gone: AbortSignal) {
  const photos = await findUnused(deps, principal, gone)
  for (const { image } of photos) deleteImage(deps, principal, image)
  return sumOf(photos)
}

const sumOf = (photos: readonly StoredPhoto[]) => ({
  count: photos.length,
  bytes: photos.reduce((sum, { bytes }) => sum + bytes, 0),
})

/**
 * Returns the photos that no comment, work or other asset, no attribute of a device and no change of their own device
 * names. A change can be taken back, so it keeps the photo that it replaced.
 */
async function findUnused(
  { store, access }: EntityDeps,
  { tenantId }: Principal,
  gone: AbortSignal,
): Promise<readonly StoredPhoto[]> {
  const { images, devices, data } = store
  const left = new Map(
    images
      .photosBefore(tenantId, access.now() - FRESH_MS)
      .map((photo) => [linkOfImage(photo.image.resourceKey), photo]),
  )
  const keepNamed = (links: readonly string[]): void => {
    for (const link of links) {
      if (left.delete(link)) continue
      // Text may follow a link without a space.
      for (const known of left.keys()) if (link.startsWith(known)) left.delete(known)
    }
  }
  const keepOfAttributes = (deviceId: string): void => {
    for (const scope of SCOPES)
      for (const { value } of data.attributes(deviceId, scope).values())
        keepNamed(imageLinksIn(typeof value === 'string' ? value : JSON.stringify(value)))
  }

  const slices = createSlices(gone)
  for (const { id } of left.size > 0 ? devices.allIds() : []) {
    if (slices.isOver()) await slices.pause()
    keepOfAttributes(id)
  }
  const owners = Map.groupBy(left.values(), ({ deviceId }) => deviceId)
  for (const [deviceId, own] of owners) {
    const range = { startTs: 0, endTs: Number.MAX_SAFE_INTEGER, limit: MOST_CHANGES, order: 'DESC' } as const
    const query = { ...range, deviceId, keys: [CHANGE_KEY], aggregation: 'NONE', intervalMs: 0 } as const
    const changes = (await data.history(query))[CHANGE_KEY] ?? []
    for (const { value } of changes) keepNamed(imageLinksIn(typeof value === 'string' ? value : JSON.stringify(value)))
    if (changes.length >= MOST_CHANGES) keepNamed(own.map(({ image }) => linkOfImage(image.resourceKey)))
  }
  if (left.size > 0) keepNamed(await images.linksInComments())
  // What was written meanwhile. From here on nothing else has its turn before the caller.
  for (const body of left.size > 0 ? images.assetsNaming(tenantId) : []) keepNamed(imageLinksIn(body))
  for (const deviceId of owners.keys()) {
    keepOfAttributes(deviceId)
    const isWritten = SCOPES.some((scope) => data.attributesUnderWay(deviceId, scope).size > 0)
    if (isWritten) for (const [link, photo] of left) if (photo.deviceId === deviceId) left.delete(link)
  }
  return [...left.values()]
}
