import { parseUplinkTopic, type Uplink } from '@greenwave/contract/wire/topics'
import type { IPublishPacket } from 'mqtt-packet'
import { PayloadRefused } from '../../data/values/valueTyping.ts'
import type { WriteQuota } from '../../limits/writeQuota.ts'
import type { GatewayContext } from '../session/gatewayContext.ts'
import { inFlightCost } from '../session/inFlightBytes.ts'
import { DISCONNECT, PUBACK } from '../session/reasonCodes.ts'
import { requirePacketId } from '../session/requiredIds.ts'
import type { Session } from '../session/session.ts'
import { receiveAttributes } from '../uplinks/attributes.ts'
import { answerAttributesRequest } from '../uplinks/attributesRequest.ts'
import { answerCall, receiveAnswer } from '../uplinks/rpcRequest.ts'
import { receiveTelemetry } from '../uplinks/telemetry.ts'

/**
 * Stores what a device publishes and acknowledges it when it is stored. QoS 2 is not supported: such a packet is
 * processed and answered with PUBACK.
 */
export function handlePublish(context: GatewayContext, session: Session, packet: IPublishPacket): void {
  session.heardAt = context.now()
  const messageId = packet.qos === 0 ? undefined : requirePacketId(session.connection, packet)
  if (packet.qos !== 0 && messageId === undefined) return
  if (packet.properties?.topicAlias !== undefined) {
    // [MQTT-3.3.2-9] The gateway has announced no topic aliases.
    session.connection.close(DISCONNECT.topicAliasInvalid, 'used a topic alias')
    return
  }
  const began = performance.now()
  const publish = session.acknowledgements.begin(messageId)
  const uplink = parseUplinkTopic(packet.topic)
  const { attempts } = context
  const { address } = session.connection
  if (!uplink) {
    attempts.note(session.deviceId, 'wrongTopic', address, packet.topic)
    session.settle(publish, PUBACK.topicNameInvalid)
    return
  }
  const done = (): void => {
    const kind = uplink.kind === 'telemetry' || uplink.kind === 'attributes' ? uplink.kind : 'request'
    context.meter.messageDone(kind, packet.payload.length, (performance.now() - began) / 1000)
    session.settle(publish, PUBACK.success)
  }
  try {
    if (uplink.kind === 'telemetry' || uplink.kind === 'attributes') {
      refuseOverQuota(context.writes, session.deviceId, packet.payload.length)
    }
    const stored = take(context, session, uplink, packet.payload.toString())
    if (uplink.kind === 'attributesRequest') attempts.note(session.deviceId, 'requested', address)
    if (uplink.kind === 'attributes') attempts.note(session.deviceId, 'reported', address)
    if (uplink.kind === 'telemetry' && !session.hasPublished) {
      session.hasPublished = true
      attempts.note(session.deviceId, 'published', address)
    }
    if (!stored) {
      done()
      return
    }
    const bytes = inFlightCost(packet.payload)
    context.inFlight.begin(session, bytes)
    stored.then(
      () => {
        context.inFlight.end(session, bytes)
        done()
      },
      (error: unknown) => {
        context.inFlight.end(session, bytes)
        context.meter.messageLost()
        // Only debug, because the store logs the failure of the whole commit, which may concern thousands of devices.
        context.log.debug({ err: error, deviceId: session.deviceId }, 'could not store what a device sent')
        session.connection.close(DISCONNECT.unspecified, 'what it sent could not be stored')
      },
    )
  } catch (error) {
    if (!(error instanceof PayloadRefused)) {
      context.log.error({ err: error, deviceId: session.deviceId }, 'could not process what a device sent')
      session.connection.close(DISCONNECT.unspecified, 'what it sent could not be processed')
      return
    }
    context.meter.messageRefused()
    attempts.note(session.deviceId, 'malformed', address, error.message)
    const isDropped = DROPPED.has(error.reason) && (uplink.kind === 'telemetry' || uplink.kind === 'attributes')
    if (isDropped) {
      session.dropped += 1
      const { deviceId, dropped } = session
      context.log.debug({ deviceId, topic: packet.topic, reason: error.message, dropped }, 'dropped what a device sent')
    }
    const isOverQuota = error.reason === 'overQuota'
    const puback = isOverQuota ? PUBACK.quotaExceeded : PUBACK.payloadFormatInvalid
    const isOfBytes = isOverQuota || error.reason === 'tooManyBytes'
    if (isOfBytes && session.version === 5 && messageId !== undefined) {
      // If large messages were refused at once, they would arrive as fast as the network takes them.
      const bytes = inFlightCost(packet.payload)
      context.inFlight.begin(session, bytes)
      setTimeout(() => {
        context.inFlight.end(session, bytes)
        session.settle(publish, puback)
      }, REFUSED_BYTES_MS).unref()
      return
    }
    // MQTT 3 can refuse a payload only by closing the connection; MQTT 5 can refuse it in an acknowledgement.
    if (session.version === 5 && messageId !== undefined) {
      session.settle(publish, puback)
    } else if (isDropped) {
      session.settle(publish, PUBACK.success)
    } else {
      const reason = isOverQuota ? DISCONNECT.quotaExceeded : DISCONNECT.payloadFormatInvalid
      session.connection.close(reason, error.message)
    }
  }
}

/** Time for which a refused large message counts as in flight, milliseconds. */
const REFUSED_BYTES_MS = 250

/**
 * Reasons for which a message is dropped but its connection kept, as ThingsBoard does. Firmware in the field sends such
 * attributes at its start; if the connection were closed it would never get past them.
 */
const DROPPED: ReadonlySet<PayloadRefused['reason']> = new Set(['nullValue', 'badKey', 'anArray'])

/** Resolves when the message is stored; returns undefined when there is nothing to store. */
function take(
  context: GatewayContext,
  session: Session,
  uplink: Uplink,
  payload: string,
): Promise<unknown> | undefined {
  switch (uplink.kind) {
    case 'telemetry':
      return receiveTelemetry(context, session, payload)
    case 'attributes':
      return receiveAttributes(context, session, payload)
    case 'attributesRequest':
      return answerAttributesRequest(context, session, uplink, payload)
    case 'rpcRequest':
      return answerCall(session, uplink, payload)
    case 'rpcResponse':
      return receiveAnswer(context, session, uplink, payload)
  }
}

/** Counts the values that a device sent. @throws {PayloadRefused} beyond its quota */
function refuseOverQuota(writes: WriteQuota, deviceId: string, bytes: number): void {
  const over = writes.byDevice(deviceId, bytes)
  if (over) throw new PayloadRefused('overQuota', over.message)
}
