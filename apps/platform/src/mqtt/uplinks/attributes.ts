import { isDeepStrictEqual } from 'node:util'
import { parseTypedObject } from '../../data/valueTyping.ts'
import type { GatewayContext } from '../gatewayContext.ts'
import { checkKeys } from '../keyCheck.ts'
import type { Session } from '../session.ts'

/**
 * Stores the client attributes whose value changed, and those that answer a write: a controller that stays with its value
 * although another was asked for says so by reporting it anew, and the time of the report is all that tells. Where nothing is
 * stored there is still something to wait for: the values that stand may come from a connection that broke before their
 * commit. @throws {PayloadRefused}
 */
export function receiveAttributes(context: GatewayContext, session: Session, payload: string): Promise<unknown> {
  const values = parseTypedObject(payload)
  const stored = context.data.attributes(session.deviceId, 'CLIENT_SCOPE')
  checkKeys([values], stored)
  const asked = context.data.attributes(session.deviceId, 'SHARED_SCOPE')
  const news = Object.entries(values).filter(([key, value]) => {
    const before = stored.get(key)
    if (!before || !isDeepStrictEqual(before.value, value)) return true
    const write = asked.get(key)
    return write !== undefined && write.ts >= before.ts
  })
  return context.data.saveAttributes(session.deviceId, 'CLIENT_SCOPE', Object.fromEntries(news), session.heardAt)
}
