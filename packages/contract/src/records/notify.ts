/**
 * @file Rules of notification: who receives which incidents. A user's rules are in the user's `additionalInfo.gw.notify`, where only the
 * user's console writes; what became of messages is in attributes of the server scope, where only the watcher writes.
 * Everything is read tolerantly: an odd member takes its default.
 */
import * as z from 'zod/mini'
import { Uuid } from '../wire/ids.ts'
import { LANGUAGES } from '../languages.ts'
import { isTimeZone } from '../time.ts'
import { infoOf } from '../wire/tolerant.ts'

/** The ways in which the watcher sends. The browser's own notices come from an open console. */
export const SENT_CHANNELS = ['email', 'push'] as const
export type SentChannel = (typeof SENT_CHANNELS)[number]

/** Most browsers of one user that get web push. */
export const MOST_SUBSCRIPTIONS = 8
/** Most customers that one rule names. */
export const MOST_CUSTOMERS = 100
/** How long messages may be gathered, minutes; 0: they are sent at once. */
export const GATHER_MINUTES = [0, 15, 60] as const
/** The days of the week, Monday first (ISO 8601). */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** Longest address of a push service, and longest key of a browser, characters. */
const LONGEST_ENDPOINT = 1024
const LONGEST_KEY = 200

/** A browser that gets web push: what `PushManager.subscribe` returned, and how its user knows it. */
const PushSubscriptionRow = z.object({
  endpoint: z.string().check(z.maxLength(LONGEST_ENDPOINT), z.regex(/^https?:\/\//)),
  /** The browser's public key and its secret, base64url. */
  p256dh: z.string().check(z.maxLength(LONGEST_KEY), z.regex(/^[\w-]+=*$/)),
  auth: z.string().check(z.maxLength(LONGEST_KEY), z.regex(/^[\w-]+=*$/)),
  /** Name of the browser, such as 'Chrome on Android'. */
  label: z.catch(z.string().check(z.maxLength(100)), ''),
  /** When it was added, epoch milliseconds. */
  at: z.catch(z.number(), 0),
})
export type PushSubscriptionRow = z.infer<typeof PushSubscriptionRow>

const Subscriptions = z.pipe(
  z.array(z.unknown()),
  z.transform((rows) =>
    rows
      .flatMap((row) => {
        const read = z.safeParse(PushSubscriptionRow, row)
        return read.success ? [read.data] : []
      })
      .slice(0, MOST_SUBSCRIPTIONS),
  ),
)

/** Time of a day, '00:00' to '23:59'. */
const DayTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** A user's rules. */
export const NotifyRules = z.object({
  /** The least level of incidents: 5 danger, 4 fault, 3 deviation. */
  least: z.catch(z.literal([5, 4, 3]), 4),
  /** Ids of customers whose junctions count; none: all. Rules of customer users have none. */
  customers: z.catch(z.array(Uuid).check(z.maxLength(MOST_CUSTOMERS)), []),
  /** Days of the week on which the time of day begins. */
  days: z.catch(z.array(z.literal(WEEKDAYS)).check(z.minLength(1), z.maxLength(7)), [...WEEKDAYS]),
  /** Time of day from which and up to which messages are wanted; equal: the whole day. It may go over midnight. */
  from: z.catch(DayTime, '00:00'),
  to: z.catch(DayTime, '00:00'),
  /** Name of the user's time zone in the IANA database. */
  timeZone: z.catch(z.string().check(z.refine(isTimeZone)), 'UTC'),
  /** How long messages that are no danger may be gathered, minutes. */
  gather: z.catch(z.literal(GATHER_MINUTES), 0),
  /** Whether a message says that it is over. */
  cleared: z.catch(z.boolean(), false),
  /** Whether the verdict on each month is sent by e-mail. */
  monthly: z.catch(z.boolean(), false),
  browser: z.catch(z.boolean(), false),
  email: z.catch(z.boolean(), false),
  push: z.catch(z.boolean(), false),
  /** Language of messages that the watcher sends. */
  language: z.catch(z.enum(LANGUAGES), 'en'),
  subscriptions: z.catch(Subscriptions, []),
  /** Last requested test message; `at` is epoch milliseconds. */
  test: z.catch(z.optional(z.object({ channel: z.enum(SENT_CHANNELS), at: z.number() })), undefined),
})
export type NotifyRules = z.infer<typeof NotifyRules>

/**
 * Returns a user's rules from the user's `additionalInfo`; undefined if there are none.
 *
 * @param cityZone time zone of rules that name none
 */
export function parseNotifyRules(additionalInfo: unknown, cityZone = 'UTC'): NotifyRules | undefined {
  const { notify } = infoOf(infoOf(additionalInfo).gw)
  const read = z.safeParse(NotifyRules, notify)
  if (!read.success) return undefined
  return read.data.timeZone === infoOf(notify).timeZone ? read.data : { ...read.data, timeZone: cityZone }
}

/** Returns an `additionalInfo` with other rules; everything else in it stays. */
export function withNotifyRules(additionalInfo: unknown, rules: NotifyRules): Record<string, unknown> {
  // Notes that are a text, which the platform allows, get a place of their own.
  const info = typeof additionalInfo === 'string' ? { description: additionalInfo } : infoOf(additionalInfo)
  const gw = infoOf(info.gw)
  return { ...info, gw: { ...gw, notify: { ...infoOf(gw.notify), ...rules } } }
}
