/** @file The protocol of the live socket: everything that a client may send and a server may send. */
import * as z from 'zod/mini'
import { nothing, parseTolerantly, textOrNothing, tolerantRow } from './tolerant.ts'
import { everyMember, isPlainObject } from '../jsonValue.ts'

/** Path of the live socket. */
export const LIVE_PATH = '/api/ws'
/** The older path, on which the token is part of the address. */
export const LEGACY_LIVE_PATH = '/api/ws/plugins/telemetry'

/** A command's id: a 32-bit integer or the text of one. A missing id means 0. */
const cmdId = z._default(
  z.union([
    z.int().check(z.minimum(-2_147_483_648), z.maximum(2_147_483_647)),
    z.pipe(z.string().check(z.regex(/^-?\d{1,9}$/)), z.transform(Number)),
  ]),
  0,
)

const subscription = {
  cmdId,
  entityType: z.optional(z.string()),
  entityId: z.optional(z.nullable(z.string())),
  keys: z.optional(z.nullable(z.string())),
  scope: z.optional(z.nullable(z.string())),
  unsubscribe: z.optional(z.boolean()),
}

/** Follows the attributes of one scope of an entity, or stops following them with `unsubscribe`. */
export const AttributesCommand = z.strictObject({ type: z.literal('ATTRIBUTES'), ...subscription })
export type AttributesCommand = z.infer<typeof AttributesCommand>

const timeseries = {
  ...subscription,
  startTs: z.optional(z.number()),
  timeWindow: z.optional(z.number()),
  interval: z.optional(z.number()),
  limit: z.optional(z.int()),
  agg: z.optional(z.nullable(z.string())),
}

/** Follows an entity's telemetry. With a `timeWindow` above 0 the first reply is history. */
export const TimeseriesCommand = z.strictObject({ type: z.literal('TIMESERIES'), ...timeseries })
export type TimeseriesCommand = z.infer<typeof TimeseriesCommand>

const history = { ...timeseries, endTs: z.optional(z.number()) }

/** Asks once for the stored samples from `startTs` to `endTs`. */
export const HistoryCommand = z.strictObject({ type: z.literal('TIMESERIES_HISTORY'), ...history })
export type HistoryCommand = z.infer<typeof HistoryCommand>

export const LiveCommand = z.discriminatedUnion('type', [AttributesCommand, TimeseriesCommand, HistoryCommand])
export type LiveCommand = z.infer<typeof LiveCommand>

/** The first message of a connection. The server sends no reply to a valid token, and closes the socket otherwise. */
const AuthCommand = z.strictObject({
  cmdId: z.optional(z.int()),
  token: z.nullish(z.string()),
  /** An API key, in place of a token. */
  apiKey: z.nullish(z.string()),
})

/** A message from a client. An unknown member fails the complete message. */
export const ClientMessage = z.strictObject({
  authCmd: z.optional(z.nullable(AuthCommand)),
  cmds: z.optional(z.nullable(z.array(LiveCommand))),
})
export type ClientMessage = z.infer<typeof ClientMessage>

/** A message on the older path. */
export const LegacyClientMessage = z.strictObject({
  attrSubCmds: z.optional(z.nullable(z.array(z.strictObject(subscription)))),
  tsSubCmds: z.optional(z.nullable(z.array(z.strictObject(timeseries)))),
  historyCmds: z.optional(z.nullable(z.array(z.strictObject(history)))),
})
export type LegacyClientMessage = z.infer<typeof LegacyClientMessage>

/** `[epoch ms, value]`; every value is text here. A deleted key is sent as `[0, ""]`. */
export type LiveSample = [ts: number, value: string | null]

const Sample = z.tuple([z.number(), z.nullable(z.unknown())])

/**
 * A reply to a subscription: first a snapshot, then only changed keys. Nothing distinguishes the two. `latestValues`
 * maps a key to the time of its last pair, not to a value. Tolerant readers leave out unreadable samples and keys
 * without samples; a frame with nothing but unreadable data is refused.
 */
export const SubscriptionFrame = tolerantRow(
  'a frame',
  z.looseObject({
    subscriptionId: z.int(),
    errorCode: z.number(),
    errorMsg: z.nullish(z.string()),
    data: z.nullish(z.record(z.string(), z.array(Sample))),
    latestValues: z.nullish(z.record(z.string(), z.number())),
  }),
  { errorMsg: textOrNothing, data: readableSamples, latestValues: nothing },
)
export type SubscriptionFrame = z.infer<typeof SubscriptionFrame>

/** Returns the readable samples, or the unreadable data unchanged if there are none. */
function readableSamples(odd: unknown): unknown {
  const data = Object.entries(typeof odd === 'object' && odd !== null ? odd : {}).flatMap(([key, samples]) => {
    const read = Array.isArray(samples) ? samples.filter((sample) => z.safeParse(Sample, sample).success) : []
    return read.length > 0 ? [[key, read]] : []
  })
  return data.length > 0 ? Object.fromEntries(data) : odd
}

/**
 * Parses a frame as tolerantly as every reply is read.
 * @param onOdd called with a remark for everything that was left out or replaced
 * @returns undefined for a value that is no frame
 */
export function parseFrame(value: unknown, onOdd: (remark: string) => void): SubscriptionFrame | undefined {
  if (isUsualFrame(value)) return value
  const frame = parseTolerantly(SubscriptionFrame, value, onOdd)
  return frame.success ? frame.data : undefined
}

/**
 * Returns whether a parsed message is a frame as its schema has it. A watcher reads thousands of frames a second, for
 * which the schema itself takes ten times as long; whatever this does not know is left to the schema.
 */
function isUsualFrame(value: unknown): value is SubscriptionFrame {
  if (!isPlainObject(value)) return false
  const { subscriptionId, errorCode, errorMsg, data, latestValues } = value
  return (
    Number.isSafeInteger(subscriptionId) &&
    Number.isFinite(errorCode) &&
    (errorMsg === null || typeof errorMsg === 'string') &&
    (data === null || (isPlainObject(data) && everyMember(data, areSamples))) &&
    (latestValues === null || (isPlainObject(latestValues) && everyMember(latestValues, Number.isFinite)))
  )
}

function areSamples(samples: unknown): boolean {
  if (!Array.isArray(samples)) return false
  for (const sample of samples) {
    if (!Array.isArray(sample) || sample.length !== 2 || !Number.isFinite(sample[0])) return false
  }
  return true
}

/** Error codes inside frames. */
export const LIVE_ERRORS = { none: 0, internal: 1, badRequest: 2, unauthorized: 3, tooManyUpdates: 34 } as const

/**
 * Codes with which the server closes the socket. The first two refuse the client, so that trying again is pointless.
 */
export const LIVE_CLOSE = { badData: 1007, policy: 1008, tooBig: 1009, internal: 1011, noPong: 4500 } as const

/** Largest message that a client may send, bytes. */
export const MAX_CLIENT_MESSAGE_BYTES = 32_768
