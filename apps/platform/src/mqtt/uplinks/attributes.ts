import { isDeepStrictEqual } from 'node:util'
import { parseTypedObject } from '../../data/valueTyping.ts'
import type { GatewayContext } from '../gatewayContext.ts'
import { checkKeys } from '../keyCheck.ts'
import type { Session } from '../session.ts'

/**
 * Stores the client attributes whose value changed. Where none did there is still something to wait for: the values that
 * stand may come from a connection that broke before their commit. @throws {PayloadRefused}
 */
export function receiveAttributes(context: GatewayContext, session: Session, payload: string): Promise<unknown> {
  const values = parseTypedObject(payload)
  const stored = context.data.attributes(session.deviceId, 'CLIENT_SCOPE')
  checkKeys([values], stored)
  const changed = Object.entries(values).filter(([key, value]) => !isDeepStrictEqual(stored.get(key)?.value, value))
  return context.data.saveAttributes(session.deviceId, 'CLIENT_SCOPE', Object.fromEntries(changed), session.heardAt)
}
