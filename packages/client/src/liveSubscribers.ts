/** The subscriptions of one live connection: ids, receivers of frames, and what a new connection subscribes again. */
import type { ValueOwnerType } from '@greenwave/contract/wire/attributes'
import { LIVE_ERRORS, type LiveCommand, type SubscriptionFrame } from '@greenwave/contract/wire/live'
import type { Transport } from './transport.ts'

/** A subscription without its id, which the connection assigns. */
export type Subscription = Pick<LiveCommand, 'type' | 'keys'> & {
  entityType: ValueOwnerType
  entityId: string
  scope: string
}
export type FrameHandler = (frame: SubscriptionFrame, asked: Subscription) => void
/** Reads a frame's data out of its text, from a place on. Returns false for a frame that must be parsed. */
export type TextReader = (text: string, at: number, asked: Subscription) => boolean

/** The platform's limit for one socket. */
const MAX_SUBSCRIPTIONS = 40_000
/**
 * How long after "Too many updates!" is asked again. ThingsBoard says it once and drops the frames of all subscriptions
 * until its limit allows some again. Milliseconds.
 */
const ASK_AGAIN_MS = 5_000

/** How a frame without an error is written, around its subscription. */
const FRAME_HEAD = '{"subscriptionId":'
const NO_ERROR = ',"errorCode":0,"errorMsg":null,"data":'

interface Subscriber {
  readonly command: Subscription
  readonly handle: FrameHandler
  readonly readText: TextReader | undefined
  /** Whether it got a frame, and none of its frames is known to be dropped. */
  hasValues: boolean
}

/** The subscriptions of a connection. Ids are never reused, so frames of an old socket have no receiver. */
export class LiveSubscribers {
  readonly #after: Transport['after']
  readonly #send: (command: LiveCommand) => void
  readonly #subscribers = new Map<number, Subscriber>()
  #nextCmdId = 1
  #stopAskingAgain: (() => void) | undefined

  constructor(after: Transport['after'], send: (command: LiveCommand) => void) {
    this.#after = after
    this.#send = send
  }

  /** The oldest subscription. */
  get first(): Subscription | undefined {
    return this.#subscribers.values().next().value?.command
  }

  /** Asks for frames and returns the subscription's id. Throws RangeError beyond 40,000 at once. */
  add(command: Subscription, handle: FrameHandler, readText?: TextReader): number {
    if (this.#subscribers.size >= MAX_SUBSCRIPTIONS) {
      throw new RangeError(`A live connection follows up to ${MAX_SUBSCRIPTIONS} subscriptions at once`)
    }
    const cmdId = this.#nextCmdId++
    this.#subscribers.set(cmdId, { command, handle, readText, hasValues: false })
    this.#send({ ...command, cmdId })
    return cmdId
  }

  /** Ends a subscription; nothing if it has ended. */
  remove(cmdId: number): void {
    const subscriber = this.#subscribers.get(cmdId)
    if (!this.#subscribers.delete(cmdId) || !subscriber) return
    this.#send({ ...subscriber.command, cmdId, unsubscribe: true })
  }

  /** Hands the text of a frame to a subscriber who reads texts, but for its first. Returns whether it is read. */
  read(text: string): boolean {
    if (!text.startsWith(FRAME_HEAD)) return false
    const end = text.indexOf(',', FRAME_HEAD.length)
    if (!text.startsWith(NO_ERROR, end)) return false
    const subscriber = this.#subscribers.get(Number(text.slice(FRAME_HEAD.length, end)))
    if (!subscriber?.readText || !subscriber.hasValues) return false
    return subscriber.readText(text, end + NO_ERROR.length, subscriber.command)
  }

  /** Hands a frame on. An error ends its subscription, unless frames were only dropped. */
  hear(frame: SubscriptionFrame): void {
    const { subscriptionId, errorCode } = frame
    const subscriber = this.#subscribers.get(subscriptionId)
    if (errorCode === LIVE_ERRORS.tooManyUpdates) this.#dropped(subscriber)
    else if (errorCode !== LIVE_ERRORS.none) this.#subscribers.delete(subscriptionId)
    else if (subscriber) {
      subscriber.hasValues = true
      subscriber.handle(frame, subscriber.command)
    }
  }

  /** Forgets all subscriptions, which ended with their socket. */
  clear(): void {
    this.#stopAskingAgain?.()
    this.#stopAskingAgain = undefined
    this.#subscribers.clear()
  }

  /** Asks again later for a subscription whose frame was dropped, and for all that had none so far. */
  #dropped(named: Subscriber | undefined): void {
    if (named) named.hasValues = false
    this.#stopAskingAgain ??= this.#after(ASK_AGAIN_MS, () => {
      this.#stopAskingAgain = undefined
      for (const [cmdId, { command, hasValues }] of this.#subscribers) {
        if (hasValues) continue
        this.#send({ ...command, cmdId, unsubscribe: true })
        this.#send({ ...command, cmdId })
      }
    })
  }
}
