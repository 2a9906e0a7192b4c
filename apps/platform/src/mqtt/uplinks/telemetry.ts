import type { Sample } from '../../data/port/deviceData.ts'
import { parseTelemetryPayload } from '../../data/values/valueTyping.ts'
import type { GatewayContext } from '../session/gatewayContext.ts'
import type { Session } from '../session/session.ts'
import { checkKeys } from './keyCheck.ts'

/** Stores telemetry. Each element of an array is stored, and sent to consoles, separately. @throws {PayloadRefused} */
export function receiveTelemetry(
  context: Pick<GatewayContext, 'data'>,
  session: Pick<Session, 'deviceId' | 'heardAt'>,
  payload: string,
): Promise<unknown> | undefined {
  const samples = parseTelemetryPayload(payload, session.heardAt).filter(hasValues)
  const [first] = samples
  if (!first) return undefined
  const parts = samples.map(({ values }) => values)
  checkKeys(parts, context.data.latest(session.deviceId))
  context.data.makeRoom(session.deviceId, 'latest', parts)
  if (samples.length === 1) return context.data.saveTelemetry(session.deviceId, samples)
  return Promise.all(samples.map((sample) => context.data.saveTelemetry(session.deviceId, [sample])))
}

function hasValues({ values }: Sample): boolean {
  for (const _key in values) return true
  return false
}
