import { JUNCTION_KEYS, parseMute } from '@greenwave/contract/records/watch'
import { callFleet } from '../fleetApi.ts'
import { serverNowMs } from '../serverTime.ts'

/** Most devices in one query. */
const MOST = 100

/** Returns which of these devices are muted. Beyond a hundred the state is unknown, and they count as not muted. */
export async function mutedAmong(deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = [...new Set(deviceIds)].slice(0, MOST)
  const { data } = await callFleet('findEntities', {
    body: {
      entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: asked },
      pageLink: { page: 0, pageSize: MOST },
      latestValues: [{ type: 'SERVER_ATTRIBUTE', key: JUNCTION_KEYS.mute }],
    },
  })
  const muted = data.filter(({ latest }) => {
    const mute = parseMute(latest.SERVER_ATTRIBUTE?.[JUNCTION_KEYS.mute]?.value)
    return mute !== undefined && mute.until > serverNowMs()
  })
  return new Set(muted.map(({ entityId }) => entityId.id))
}
