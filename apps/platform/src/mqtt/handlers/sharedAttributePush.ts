import { attributesTopic } from '@greenwave/contract/wire/topics'
import type { DeviceChange, DeviceData } from '../../data/port/deviceData.ts'
import type { Session } from '../session/session.ts'

/**
 * Sends a device its shared attributes as they are written and deleted, while it is subscribed to them. Nothing is kept
 * for a device that is offline; it asks when it reconnects.
 */
export function followSharedAttributes(data: DeviceData, session: Session): () => void {
  return data.subscribe(session.deviceId, (change) => {
    const payload = pushPayload(change)
    if (payload === undefined) return
    const form = session.subscribedForm('attributes')
    if (form) session.push({ kind: 'attributes', form }, attributesTopic(form), JSON.stringify(payload))
  })
}

function pushPayload(change: DeviceChange): object | undefined {
  if (change.kind === 'attributes' && change.scope === 'SHARED_SCOPE') return change.values
  if (change.kind === 'attributesDeleted' && change.scope === 'SHARED_SCOPE') return { deleted: change.keys }
  return undefined
}
