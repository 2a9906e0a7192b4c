/**
 * Sends the verdict on each month that is over, once, to users who want it. The month is noted at the user before the
 * message is sent, and taken back if it was refused: a killed watcher may lose a message, and sends none twice.
 */
import type { CallApi } from '@greenwave/client/callTypes'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { wantsMessagesAt } from '@greenwave/contract/records/notifyMatch'
import { type DaySpan, dateOf, spanOf } from '@greenwave/observer/conformity/days'
import type { Logger } from 'pino'
import { type Channels, failureText, sendMessage } from './channel.ts'
import { type CityMonth, fetchCityMonth, monthOf } from './cityMonth.ts'
import { type Listener, mayBeTold } from './listeners.ts'
import type { MessageStyle } from './message.ts'
import { monthMessage } from './monthMessage.ts'
import type { Statuses } from './statuses.ts'

/** So long after its end a month is sent: all junctions have counted its last day. Milliseconds. */
const AFTER_MS = 6 * 3_600_000
/** How soon it tries again after a failure, milliseconds. */
const AGAIN_MS = 900_000

/** Dependencies of `MonthlyVerdicts`. */
export interface MonthlyVerdictsDeps {
  readonly call: CallApi<WatcherCall>
  readonly channels: Channels
  readonly style: MessageStyle
  readonly statuses: Statuses
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  /** Returns whether this watcher may send. */
  readonly mayTell: () => Promise<boolean>
  readonly log: Logger
}

/** Returns the last month that was over for long enough. */
function monthOver(nowMs: number): DaySpan {
  return spanOf('month', spanOf('month', nowMs - AFTER_MS).fromMs - 1)
}

/** Sends verdicts on months. */
export class MonthlyVerdicts {
  readonly #deps: MonthlyVerdictsDeps
  /** Users who have the month, or of whose junctions none has a record of it. */
  #done: { readonly month: string; readonly users: Set<string> } = { month: '', users: new Set() }
  /** The month of the city, which thousands of calls have read, as long as some users wait for it. */
  #city: CityMonth | undefined
  #notBeforeMs = Number.NEGATIVE_INFINITY
  #isSending = false

  constructor(deps: MonthlyVerdictsDeps) {
    this.#deps = deps
  }

  /** Sends what is due. Never rejects: what failed is tried again by a later call. */
  async look(listeners: Iterable<Listener>): Promise<void> {
    const { now, channels } = this.#deps
    const nowMs = now()
    // A clock that was set back makes nothing wait longer.
    const waits = nowMs < this.#notBeforeMs && this.#notBeforeMs - nowMs <= AGAIN_MS
    if (this.#isSending || channels.email === undefined || waits) return
    const span = monthOver(nowMs)
    const month = dateOf(span.fromMs).slice(0, 7)
    if (this.#done.month !== month) {
      this.#done = { month, users: new Set() }
      this.#city = undefined
    }
    const wanting = [...listeners].filter(
      ({ rules, userId }) => rules.monthly && !this.#done.users.has(userId) && wantsMessagesAt(rules, nowMs),
    )
    if (wanting.length === 0) return
    this.#isSending = true
    this.#notBeforeMs = nowMs + AGAIN_MS
    try {
      const isDone = await this.#sendTo(wanting, span, month)
      if (isDone) {
        this.#notBeforeMs = Number.NEGATIVE_INFINITY
        this.#city = undefined
      }
    } catch (error) {
      this.#deps.log.warn(`Sending the verdict on the month failed; will retry: ${failureText(error)}`)
    } finally {
      this.#isSending = false
    }
  }

  async #sendTo(wanting: readonly Listener[], span: DaySpan, month: string): Promise<boolean> {
    const waiting: Listener[] = []
    for (const listener of wanting) if (!(await this.#hasMonth(listener, month))) waiting.push(listener)
    if (waiting.length === 0) return true
    if (!(await this.#deps.mayTell())) return false
    let isDone = true
    for (const listener of waiting) if (!(await this.#send(listener, span, month))) isDone = false
    return isDone
  }

  async #hasMonth(listener: Listener, month: string): Promise<boolean> {
    if ((await this.#deps.statuses.read(listener)).month < month) return false
    this.#done.users.add(listener.userId)
    return true
  }

  /** Sends the month to one user. Resolves with false where it is to be tried again. */
  async #send(listener: Listener, span: DaySpan, month: string): Promise<boolean> {
    const { call, statuses, mayTell, style } = this.#deps
    const { rules, customerId, userId } = listener
    if (!(await mayBeTold(call, userId))) return false
    this.#city ??= await fetchCityMonth(this.#deps, span, spanOf('month', span.fromMs - 1))
    const chosen = rules.customers.length > 0 ? rules.customers : null
    const own = monthOf(this.#city, customerId === null ? chosen : [customerId])
    if (own.junctions.length === 0) {
      this.#done.users.add(userId)
      return true
    }
    if (!(await mayTell())) return false
    // Another watcher may have sent it before this one had the right to send.
    if (await this.#hasMonth(listener, month)) return true
    const before = (await statuses.read(listener)).month
    await statuses.noteMonth(listener, month)
    const outcome = await sendMessage(listener, 'email', monthMessage(own, span.fromMs, rules, style), this.#deps)
    if (outcome.failure) await statuses.noteMonth(listener, before)
    else this.#done.users.add(userId)
    await statuses.add(listener, outcome)
    return outcome.failure === undefined
  }
}
