/** @file Records of the watcher about messages: notification logs and delivery statuses. */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'
import type { SentChannel } from './notify.ts'

/**
 * Attribute of the server scope of a device: the recipients notified of its open incidents, so that no watcher notifies
 * a recipient twice.
 */
export const NOTIFIED_KEY = 'gw_told'

/** Most incidents of a device, and most receivers of each, that are kept. */
const MOST_TOLD = 30
const MOST_RECEIVERS = 1000

const NotifiedRow = z.object({
  /** Code of the incident. */
  code: z.string(),
  /** When it began, epoch milliseconds. */
  since: z.number(),
  /** Name of the junction at that time. */
  title: z.catch(z.string(), ''),
  /** A `receiver` each. */
  to: z.array(z.string()),
})
export type NotifiedRow = z.infer<typeof NotifiedRow>

/** Notified users by the id of the alarm. */
export type Notified = Readonly<Record<string, NotifiedRow>>

/** Returns how a receiver is named: a user and the channel. */
export function receiver(userId: string, channel: SentChannel): string {
  return `${userId} ${channel}`
}

/** Parses the notification log, from JSON or text; empty for anything else. */
export function parseNotified(value: unknown): Notified {
  return Object.fromEntries(
    Object.entries(parseJson(z.record(z.string(), z.unknown()), value) ?? {})
      .slice(-MOST_TOLD)
      .flatMap(([alarmId, row]) => {
        const read = z.safeParse(NotifiedRow, row)
        return read.success ? [[alarmId, { ...read.data, to: read.data.to.slice(0, MOST_RECEIVERS) }]] : []
      }),
  )
}

/**
 * Attribute of the server scope of the watch asset: which of several watchers of share `i` of `n` sends at the moment.
 */
export function tellerKey(i: number, n: number): string {
  return `gw_teller_${i}of${n}`
}

/** Who sends, and since when, epoch milliseconds. */
export const Teller = z.object({ by: z.string(), at: z.number() })
export type Teller = z.infer<typeof Teller>

/** Returns who sends, from the attribute; undefined for anything else. */
export function parseTeller(value: unknown): Teller | undefined {
  return parseJson(Teller, value)
}

const STATUS_PREFIX = 'gw_notify_'

/**
 * Returns the key under which the watcher says what became of a user's messages: an attribute of the server scope of the
 * user's customer, or for administrators of the watch asset.
 */
export function notifyStatusKey(userId: string): string {
  return `${STATUS_PREFIX}${userId}`
}

/** Returns whose messages an attribute tells of; undefined for any other attribute. */
export function userOfStatusKey(key: string): string | undefined {
  return key.startsWith(STATUS_PREFIX) ? key.slice(STATUS_PREFIX.length) : undefined
}

/** Returns whether an attribute belongs to what the watcher keeps about messages. */
export function isNotifyRecord(key: string): boolean {
  return (
    key === NOTIFIED_KEY || key.startsWith(STATUS_PREFIX) || /^gw_(teller|calendar|routes)_\d{1,4}of\d{1,4}$/.test(key)
  )
}

/** Why a message was not sent. `other` is a reason that this release does not know. */
const SEND_PROBLEMS = [
  /** No connection, or no answer in time. */
  'unreachable',
  /** The mail server refused the account of the installation. */
  'login',
  /** No trustworthy TLS connection. */
  'tls',
  /** The server does not take messages for this receiver. */
  'recipient',
  'refused',
  /** The push services have ended all subscriptions of the user, or there is none. */
  'gone',
  /** The address is of no push service that this installation sends to. */
  'host',
  /** No watcher has this channel. */
  'not-set-up',
  'other',
] as const
export type SendProblem = (typeof SEND_PROBLEMS)[number]

const Failure = z.object({
  at: z.number(),
  problem: z.catch(z.enum(SEND_PROBLEMS), 'other'),
  /** The answer of the server, shortened. */
  detail: z.catch(z.string(), ''),
})

const ChannelStatus = z.object({
  /** When the last message was sent, epoch milliseconds; 0 for never. */
  sentAt: z.catch(z.number(), 0),
  /** The last failure; null when a message was sent since. */
  failure: z.catch(z.nullable(Failure), null),
})
export type ChannelStatus = z.infer<typeof ChannelStatus>

/** Delivery status of a user's messages. */
export const NotifyStatus = z.object({
  email: z.catch(z.optional(ChannelStatus), undefined),
  push: z.catch(z.optional(ChannelStatus), undefined),
  /** Time of the last answered test, as requested by its user. */
  testAt: z.catch(z.number(), 0),
  /** Last month whose verdict was sent, such as 2026-10; noted before it is sent, so that none is sent twice. */
  month: z.catch(z.string(), ''),
  /** Ends of the addresses of browsers whose push service ended their subscription. */
  gone: z.catch(z.array(z.string()), []),
})
export type NotifyStatus = z.infer<typeof NotifyStatus>

/** Characters of the end of a push address: enough to tell the browsers of a user apart. */
const MARK_LENGTH = 24

/** Returns how a status names a browser by the address of its push service. */
export function subscriptionMark(endpoint: string): string {
  return endpoint.slice(-MARK_LENGTH)
}

/** Parses the delivery status of a user's messages; empty for a user without messages. */
export function parseNotifyStatus(value: unknown): NotifyStatus {
  return parseJson(NotifyStatus, value) ?? { testAt: 0, month: '', gone: [] }
}
