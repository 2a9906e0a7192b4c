import { attributesTopic } from '@greenwave/contract/wire/topics'
import type { IConnectPacket } from 'mqtt-packet'
import type { DeviceChange, DeviceData } from '../../data/port/deviceData.ts'
import type { DeviceConnection } from '../session/deviceConnection.ts'
import type { GatewayContext } from '../session/gatewayContext.ts'
import { connackCode, type ConnectRefusal, DISCONNECT, type ProtocolVersion } from '../session/reasonCodes.ts'
import { Session } from '../session/session.ts'
import { findPresentedCredentials } from './credentialsMatch.ts'

/** A CONNECT while it goes through the steps. */
interface Attempt {
  readonly context: GatewayContext
  readonly connection: DeviceConnection
  readonly packet: IConnectPacket
  readonly version: ProtocolVersion
  session: Session | undefined
  /** The device whose password was wrong. */
  wrongPasswordOf: string | undefined
}

type Step = (attempt: Attempt) => ConnectRefusal | undefined

/** The steps of a CONNECT, in order; the first refusal ends it. */
const STEPS: readonly Step[] = [authenticate, takeOver, followAttributes, acknowledge, announce]

/** Runs the steps of a CONNECT, and answers it with CONNACK. */
export function handleConnect(context: GatewayContext, connection: DeviceConnection, packet: IConnectPacket): void {
  const version = packet.protocolVersion ?? 4
  const attempt: Attempt = { context, connection, packet, version, session: undefined, wrongPasswordOf: undefined }
  for (const step of STEPS) {
    const refusal = step(attempt)
    if (refusal) {
      refuse(attempt, refusal)
      return
    }
  }
}

function authenticate(attempt: Attempt): ConnectRefusal | undefined {
  const { context, connection, packet, version } = attempt
  const presented = {
    clientId: packet.clientId,
    userName: packet.username,
    password: packet.password?.toString(),
  }
  try {
    const { right: credentials, wrongPasswordOf } = findPresentedCredentials(
      presented,
      (id) => context.credentials.byCredentialsId(id),
      (deviceId) => context.guard.mayTry(deviceId, connection.address),
    )
    attempt.wrongPasswordOf = wrongPasswordOf
    if (!credentials) return refusalOf(packet)
    context.guard.accepted(credentials.deviceId.id, connection.address)
    const identity = {
      deviceId: credentials.deviceId.id,
      version,
      receiveMaximum: packet.properties?.receiveMaximum ?? 65_535,
    }
    attempt.session = new Session(identity, connection, context.now())
    return undefined
  } catch (error) {
    context.log.error({ err: error }, 'could not check the credentials of a device')
    return 'unavailable'
  }
}

/** Returns why no credentials match, which depends on whether any were presented. */
function refusalOf(packet: IConnectPacket): ConnectRefusal {
  if (packet.username !== undefined || packet.password !== undefined) return 'badUserNameOrPassword'
  return packet.clientId.trim() === '' ? 'notAuthorized' : 'clientIdNotValid'
}

/** Each device has one live session: a newer connection closes the older one, whatever their client ids. */
function takeOver({ context, session }: Attempt): undefined {
  if (!session) return
  const older = context.sessions.replace(session)
  if (older) context.attempts.note(session.deviceId, 'takenOver', session.connection.address)
  // [MQTT-3.1.4-3] MQTT 5 devices receive the reason: their session was taken over.
  older?.connection.close(DISCONNECT.sessionTakenOver, 'the device connected anew')
  session.onEnd(() => {
    const { deviceId, heardAt, reportedAt, deviceGone } = session
    const wasLast = context.sessions.remove(session)
    if (deviceGone) return
    if (heardAt > reportedAt) context.activity.heard(deviceId, heardAt)
    if (wasLast) context.activity.disconnected(deviceId, context.now())
  })
}

function followAttributes({ context, session }: Attempt): undefined {
  session?.onEnd(followSharedAttributes(context.data, session))
}

function acknowledge({ connection, packet, version, session }: Attempt): undefined {
  if (!session) return
  connection.open(session, packet.properties?.maximumPacketSize ?? Number.POSITIVE_INFINITY)
  connection.send({
    cmd: 'connack',
    // No session is resumed; the flag repeats the request, as ThingsBoard's devices expect.
    sessionPresent: packet.clean === false,
    returnCode: 0,
    reasonCode: 0,
    // [MQTT-3.1.3-7] A device without a client id receives the one that it was assigned.
    ...(version === 5 && packet.clientId === '' ? { properties: { assignedClientIdentifier: session.deviceId } } : {}),
  })
}

function announce({ context, session }: Attempt): undefined {
  if (!session) return
  context.attempts.note(session.deviceId, 'signedIn', session.connection.address)
  context.activity.connected(session.deviceId, session.heardAt)
}

/**
 * Answers a refusal. The more refusals an address has had, the later the answer; when too many answers wait, there is
 * none.
 */
function refuse({ context, connection, packet, version, wrongPasswordOf }: Attempt, refusal: ConnectRefusal): void {
  const code = connackCode(refusal, version)
  const presented = { clientId: shortened(packet.clientId), userName: shortened(packet.username) }
  context.meter.controllerRefused()
  if (refusal !== 'unavailable') noteRefusal(context, connection.address, packet, wrongPasswordOf)
  context.gatheredLog.note('refused a device', connection.address, { ...presented, refusal })
  const answer = (): void => {
    connection.send({ cmd: 'connack', sessionPresent: false, returnCode: code, reasonCode: code }, version)
    // [MQTT-3.2.2-7] A server that refuses closes the connection.
    connection.closeRefused(code, version)
  }
  const waitMs = refusal === 'unavailable' ? 0 : context.guard.refused(wrongPasswordOf, connection.address)
  if (waitMs === 0) answer()
  else if (context.guard.hold(connection.address, waitMs)) connection.refuseLater(waitMs, answer)
  else connection.cut('was refused too often')
}

/** Notes a refusal for those who connect the controller, before it counts as a guess. */
function noteRefusal(
  { attempts, guard }: GatewayContext,
  address: string,
  { clientId, username: userName }: IConnectPacket,
  wrongPasswordOf: string | undefined,
): void {
  if (wrongPasswordOf === undefined) attempts.noteUnknown({ clientId, userName }, address)
  else attempts.note(wrongPasswordOf, guard.mayTry(wrongPasswordOf, address) ? 'wrongPassword' : 'notChecked', address)
}

/** Cuts a name for the log: strangers may send 64 KB of either name as often as they like. */
function shortened(name: string | undefined): string | undefined {
  return name?.slice(0, 64)
}

/**
 * Sends a device its shared attributes as they are written and deleted, while it is subscribed to them. Nothing is kept
 * for a device that is offline; it asks when it reconnects.
 */
function followSharedAttributes(data: DeviceData, session: Session): () => void {
  const push = (change: DeviceChange): void => {
    const payload = pushPayload(change)
    if (payload === undefined) return
    const form = session.subscribedForm('attributes')
    if (form) session.push({ kind: 'attributes', form }, attributesTopic(form), JSON.stringify(payload))
  }
  return data.subscribe(session.deviceId, push, 'attributes')
}

function pushPayload(change: DeviceChange): object | undefined {
  if (change.kind === 'attributes' && change.scope === 'SHARED_SCOPE') return change.values
  if (change.kind === 'attributesDeleted' && change.scope === 'SHARED_SCOPE') return { deleted: change.keys }
  return undefined
}
