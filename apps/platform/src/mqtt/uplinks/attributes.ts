import { isDeepStrictEqual } from 'node:util'
import { parseTypedObject } from '../../data/values/valueTyping.ts'
import type { GatewayContext } from '../session/gatewayContext.ts'
import type { Session } from '../session/session.ts'
import { checkKeys } from './keyCheck.ts'

/**
 * Stores the client attributes whose value changed and those that answer a write. A controller that keeps its value
 * although another was requested reports it again, and only the time of that report shows this. An attribute with an
 * uncommitted write or deletion is stored in any case, because that write may fail. Returns undefined when nothing is
 * stored. @throws {PayloadRefused}
 */
export function receiveAttributes(
  context: Pick<GatewayContext, 'data'>,
  session: Pick<Session, 'deviceId' | 'heardAt'>,
  payload: string,
): Promise<unknown> | undefined {
  const values = parseTypedObject(payload)
  const stored = context.data.attributes(session.deviceId, 'CLIENT_SCOPE')
  const underWay = context.data.attributesUnderWay(session.deviceId, 'CLIENT_SCOPE')
  checkKeys([values], underWay.size === 0 ? stored : new Map<string, unknown>([...stored, ...underWay]))
  context.data.makeRoom(session.deviceId, 'CLIENT_SCOPE', [values])
  const asked = context.data.attributes(session.deviceId, 'SHARED_SCOPE')
  const news = Object.entries(values).filter(([key, value]) => {
    const before = stored.get(key)
    if (!before || underWay.has(key) || !isDeepStrictEqual(before.value, value)) return true
    const write = asked.get(key)
    return write !== undefined && write.ts >= before.ts
  })
  if (news.length === 0) return undefined
  return context.data.saveAttributes(session.deviceId, 'CLIENT_SCOPE', Object.fromEntries(news), session.heardAt)
}
