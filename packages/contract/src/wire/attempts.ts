/** @file How controllers tried to connect, for administrators who connect one. No other platform has it. */
import * as z from 'zod/mini'

/** Letters of a topic, a reason or a client id that are kept. */
export const ATTEMPT_LETTERS = 120

/** Whether a refused user name is the one of the device; `password`: the device's password was sent in its place. */
const SentUserName = z.enum(['right', 'password', 'other', 'none'])

const seen = {
  /** Remote address; for IPv6 its /64 network. */
  address: z.string(),
  /** First and last time, epoch milliseconds. */
  firstMs: z.number(),
  atMs: z.number(),
  count: z.number(),
}

/** Steps of a known device, each remembered with its last time. */
export const AttemptKind = z.enum([
  'wrongPassword',
  /** A password was not checked, because too many wrong ones came before. */
  'notChecked',
  'signedIn',
  /** A newer connection with the same credentials replaced the one of the device. */
  'takenOver',
  'subscribed',
  'wrongFilter',
  /** First telemetry of a connection. */
  'published',
  'wrongTopic',
  'malformed',
  /** Attributes were requested. */
  'requested',
  /** Client attributes were reported. */
  'reported',
])
export type AttemptKind = z.infer<typeof AttemptKind>

/** Why a connection ended before its CONNECT was read. */
export const StrangerKind = z.enum(['noConnect', 'notMqtt', 'tlsOnPlainPort', 'plainOnTlsPort', 'tlsFailed'])
export type StrangerKind = z.infer<typeof StrangerKind>

/** A step of a device. `detail`: the topic, filter or reason, cut to 120 letters. */
export const Attempt = z.object({ kind: AttemptKind, ...seen, detail: z.optional(z.string()) })
export type Attempt = z.infer<typeof Attempt>

/** A refused CONNECT whose names belong to no device. Neither user name nor password is shown. */
export const UnknownClient = z.object({
  clientId: z.string(),
  isClientIdRight: z.boolean(),
  userName: SentUserName,
  ...seen,
})
export type UnknownClient = z.infer<typeof UnknownClient>

/** Connections of an address that sent no CONNECT. */
export const Stranger = z.object({ kind: StrangerKind, ...seen })
export type Stranger = z.infer<typeof Stranger>

/** Notes of the platform since its start about a device, and about clients that it does not know. */
export const ControllerAttempts = z.object({
  /** Time of the platform and of its start, epoch milliseconds. */
  atMs: z.number(),
  sinceMs: z.number(),
  isConnected: z.boolean(),
  /** Host and ports at which controllers connect; a port is null when it is off. */
  listens: z.object({ host: z.string(), mqtt: z.nullable(z.number()), mqtts: z.nullable(z.number()) }),
  /** Latest last, as in the other lists. */
  attempts: z.array(Attempt),
  unknown: z.array(UnknownClient),
  strangers: z.array(Stranger),
})
export type ControllerAttempts = z.infer<typeof ControllerAttempts>
