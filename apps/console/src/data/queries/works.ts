import { JUNCTION_KEYS, parseMute } from '@greenwave/contract/records/watch'
import {
  isMuteOfWork,
  muteOfWork,
  parseWork,
  stateOf,
  WORK_TYPE,
  type Work,
  writeWork,
} from '@greenwave/contract/records/works'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { InvalidScopeError } from '../apiErrors.ts'
import { serverNowMs } from '../serverTime.ts'
import type { SessionState } from '../sessionStore.ts'
import { callCorridors } from './corridors.ts'
import { unmute } from './incidents.ts'

const KEY = ['works'] as const
/** Most works that are listed, the newest. */
export const MOST_WORKS = 200

/** A work with its asset. */
export interface ListedWork {
  readonly asset: AssetInfo
  readonly work: Work
}

/** Reads the newest works that the user may see: all, or those of one junction. */
export function worksQuery(session: SessionState, junction: Pick<DeviceInfo, 'id' | 'name'> | undefined) {
  return queryOptions({
    queryKey: [...KEY, junction?.id.id ?? 'all'],
    queryFn: async ({ signal }) => {
      const paging = { page: 0, pageSize: MOST_WORKS, sortProperty: 'createdTime', sortOrder: 'DESC' } as const
      const query = { ...paging, type: WORK_TYPE, ...(junction && { textSearch: junction.name }) }
      const { data, totalElements } = await fetchPage(session, query, signal)
      const works = data.flatMap((asset): readonly ListedWork[] => {
        const work = parseWork(asset)
        // A search by name also finds names that begin alike.
        return work && (!junction || work.device === junction.id.id) ? [{ asset, work }] : []
      })
      return { works, hasMore: totalElements > data.length }
    },
  })
}

async function fetchPage(
  session: SessionState,
  query: { page: number; pageSize: number; type: string; textSearch?: string },
  signal: AbortSignal,
) {
  if (session.state !== 'signedIn') throw new InvalidScopeError()
  if (session.isTenantAdmin) return callCorridors('tenantAssets', { query, signal })
  return callCorridors('customerAssets', { params: { customerId: session.user.customerId }, query, signal })
}

/** A work to save: a new one of a device, or one that was read. */
interface SavedWork {
  readonly asset: AssetInfo | undefined
  readonly device: DeviceInfo
  readonly work: Work
  /** E-mail address of the user. */
  readonly by: string
}

/**
 * Saves a work; a 409 tells that another user saved it meanwhile. While it is on site the junction is muted in its name,
 * unless it is muted already; the end of the work ends its own mute only.
 */
export const saveWorkMutation = mutationOptions({
  mutationFn: async ({ asset, device, work, by }: SavedWork) => {
    const additionalInfo = writeWork(asset?.additionalInfo, work)
    // Found by the name of the device, which other platforms have, too.
    const fresh = { name: newName(device), label: device.name, type: WORK_TYPE, customerId: device.customerId }
    const saved = await callCorridors('saveAsset', { body: { ...(asset ?? fresh), additionalInfo } })
    await muteFor(saved.id.id, work, by)
  },
  onSettled: (_saved, _error, _work, _result, { client }) => client.invalidateQueries({ queryKey: KEY }),
})

async function muteFor(assetId: string, work: Work, by: string): Promise<void> {
  const state = stateOf(work)
  if (state !== 'onSite' && state !== 'done') return
  const params = { entityType: 'DEVICE', entityId: work.device, scope: 'SERVER_SCOPE' } as const
  const [attribute] = await callApi('attributes', { params, query: { keys: JUNCTION_KEYS.mute }, fresh: true })
  const mute = parseMute(attribute?.value)
  const isOwn = isMuteOfWork(mute, assetId)
  if (state === 'done') {
    if (isOwn) await unmute(work.device)
    return
  }
  const nowMs = serverNowMs()
  const wanted = muteOfWork(assetId, work, by)
  if ((mute && !isOwn && mute.until > nowMs) || wanted.until <= nowMs) return
  await callApi('saveAttributes', { params, body: { [JUNCTION_KEYS.mute]: wanted } })
}

/** Returns a name that no other work has, which begins with that of the device. */
const newName = ({ name }: DeviceInfo) =>
  `${name} ${serverNowMs().toString(36)}${Math.floor(Math.random() * 46_656).toString(36)}`
