/** @file The MQTT topics of the device gateway, built and parsed here alone. */

/** Topics and filters of version 1, as devices write them. */
export const TOPICS = {
  telemetry: 'v1/devices/me/telemetry',
  attributes: 'v1/devices/me/attributes',
  attributesResponseFilter: 'v1/devices/me/attributes/response/+',
  rpcRequestFilter: 'v1/devices/me/rpc/request/+',
  rpcResponseFilter: 'v1/devices/me/rpc/response/+',
} as const

/** Topic on which a device asks for attributes. */
export function attributesRequestTopic(requestId: number): string {
  return `v1/devices/me/attributes/request/${requestId}`
}

/** Topic on which the platform answers that question. */
export function attributesResponseTopic(requestId: number): string {
  return `v1/devices/me/attributes/response/${requestId}`
}

/** Topic of a call, in either direction. */
export function rpcRequestTopic(requestId: number): string {
  return `v1/devices/me/rpc/request/${requestId}`
}

/** Topic of the answer to a call, in either direction. */
export function rpcResponseTopic(requestId: number): string {
  return `v1/devices/me/rpc/response/${requestId}`
}
