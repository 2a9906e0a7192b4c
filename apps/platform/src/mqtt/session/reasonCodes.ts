/** @file The reason codes of the gateway's answers in each protocol version. */

/** Protocol versions on the wire: 3 is MQTT 3.1, 4 is MQTT 3.1.1. */
export type ProtocolVersion = 3 | 4 | 5

/** Why a CONNECT is refused. */
export type ConnectRefusal =
  | 'unsupportedVersion'
  | 'badUserNameOrPassword'
  | 'clientIdNotValid'
  | 'notAuthorized'
  | 'unavailable'

/** Reason codes of CONNACK. In MQTT 3 a wrong password gets 5 and never 4, as ThingsBoard's devices expect. */
const CONNACK: Record<ConnectRefusal, { readonly v3: number; readonly v5: number }> = {
  unsupportedVersion: { v3: 0x01, v5: 0x84 },
  badUserNameOrPassword: { v3: 0x05, v5: 0x86 },
  clientIdNotValid: { v3: 0x02, v5: 0x85 },
  notAuthorized: { v3: 0x05, v5: 0x87 },
  unavailable: { v3: 0x03, v5: 0x88 },
}

/** Returns the CONNACK code of a refusal in a protocol version. */
export function connackCode(refusal: ConnectRefusal, version: ProtocolVersion): number {
  return version === 5 ? CONNACK[refusal].v5 : CONNACK[refusal].v3
}

/** Reason codes of PUBACK; MQTT 3 has none. */
export const PUBACK = {
  success: 0x00,
  topicNameInvalid: 0x90,
  quotaExceeded: 0x97,
  payloadFormatInvalid: 0x99,
} as const
export type PubackReason = (typeof PUBACK)[keyof typeof PUBACK]

/** Reason codes of a DISCONNECT to an MQTT 5 device; MQTT 3 connections are just closed. */
export const DISCONNECT = {
  unspecified: 0x80,
  malformedPacket: 0x81,
  protocolError: 0x82,
  unsupportedVersion: 0x84,
  clientIdNotValid: 0x85,
  badUserNameOrPassword: 0x86,
  notAuthorized: 0x87,
  serverUnavailable: 0x88,
  serverShuttingDown: 0x8b,
  keepAliveTimeout: 0x8d,
  sessionTakenOver: 0x8e,
  topicAliasInvalid: 0x94,
  quotaExceeded: 0x97,
  administrativeAction: 0x98,
  payloadFormatInvalid: 0x99,
} as const

/** Returns the SUBACK code for a filter that the gateway does not offer. */
export function refusedFilterCode(version: ProtocolVersion): number {
  return version === 5 ? 0x8f : 0x80
}

/** Reason codes of UNSUBACK; MQTT 3 has none. */
export const UNSUBACK = { success: 0x00, noSubscriptionExisted: 0x11 } as const
