import type { Sample } from '../../data/port/deviceData.ts'
import { isRecordKey } from '../../data/port/journalRow.ts'
import { PayloadRefused, parseTelemetryPayload } from '../../data/values/valueTyping.ts'
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
  for (const part of parts) refuseRecords(part)
  context.data.makeRoom(session.deviceId, 'latest', parts)
  if (samples.length === 1) return context.data.saveTelemetry(session.deviceId, samples)
  return Promise.all(samples.map((sample) => context.data.saveTelemetry(session.deviceId, [sample])))
}

/** Refuses keys of records, which are evidence of what a controller did, and are kept for long. */
function refuseRecords(part: Readonly<Record<string, unknown>>): void {
  for (const key in part) {
    if (isRecordKey(key)) throw new PayloadRefused('badKey', `Keys that begin with gw_ are not for devices: ${key}`)
  }
}

function hasValues({ values }: Sample): boolean {
  for (const _key in values) return true
  return false
}
