import type { Downlink, TopicForm } from '@greenwave/contract/topics'
import { Acknowledgements, type PendingPublish } from './acknowledgements.ts'
import { Outbound } from './outbound.ts'
import { DISCONNECT, type ProtocolVersion, type PubackReason } from './reasonCodes.ts'

/** What a session needs of the connection that carries it. */
export interface SessionConnection {
  sendPublish(topic: string, payload: string, qos: 0 | 1, messageId: number | undefined): void
  sendPuback(messageId: number, reason: PubackReason): void
  /** Ends the connection. `reason` goes to MQTT 5 devices, `why` into the log. */
  close(reason: number, why: string): void
  /** Tells that publishes were begun or settled: too many in flight stop the reading. */
  updateReading(): void
}

/** Who speaks in a session, and how. */
export interface SessionIdentity {
  readonly deviceId: string
  readonly version: ProtocolVersion
  /** Most unacknowledged QoS 1 messages that the device takes. */
  readonly receiveMaximum: number
}

interface Subscription {
  readonly downlink: Downlink
  readonly qos: 0 | 1
}

/** One device's live session, from its CONNACK to the end of its connection. */
export class Session {
  readonly deviceId: string
  readonly version: ProtocolVersion
  readonly connection: SessionConnection
  readonly acknowledgements: Acknowledgements
  /** When the device was last heard, and up to when that was reported; epoch milliseconds. */
  heardAt: number
  reportedAt: number
  /** Messages of the device that were acknowledged and dropped, since nothing could be stored of them. */
  dropped = 0
  /** Bytes of its publishes that are not stored yet. */
  bytesInFlight = 0
  /** The device was deleted: nothing is to be written of it any more. */
  deviceGone = false
  readonly #outbound: Outbound
  readonly #subscriptions = new Map<string, Subscription>()
  /** Run when the session ends. */
  readonly #endings: (() => void)[] = []

  constructor(identity: SessionIdentity, connection: SessionConnection, now: number) {
    this.deviceId = identity.deviceId
    this.version = identity.version
    this.connection = connection
    this.heardAt = now
    this.reportedAt = now
    this.acknowledgements = new Acknowledgements((messageId, reason) => connection.sendPuback(messageId, reason))
    this.#outbound = new Outbound(identity.receiveMaximum, ({ topic, payload, qos }, messageId) =>
      connection.sendPublish(topic, payload, qos, messageId),
    )
  }

  /** Ends a publish of the device: it is stored, or will never be. */
  settle(publish: PendingPublish, reason: PubackReason): void {
    this.acknowledgements.settle(publish, reason)
    this.connection.updateReading()
  }

  /** Sets or renews a subscription; the latest one of a kind decides in which form the device is written to. */
  subscribe(filter: string, downlink: Downlink, qos: 0 | 1): void {
    this.#subscriptions.delete(filter)
    this.#subscriptions.set(filter, { downlink, qos })
  }

  /** False if there was no such subscription. */
  unsubscribe(filter: string): boolean {
    return this.#subscriptions.delete(filter)
  }

  /** The form in which the device last subscribed to a kind of message; undefined if it does not. */
  subscribedForm(kind: Downlink['kind']): TopicForm | undefined {
    return [...this.#subscriptions.values()].findLast(({ downlink }) => downlink.kind === kind)?.downlink.form
  }

  /** Sends a message to the device with the QoS granted to its subscription; 1 where it never subscribed. */
  push(to: Downlink, topic: string, payload: string): void {
    const granted = [...this.#subscriptions.values()].find(
      ({ downlink }) => downlink.kind === to.kind && downlink.form === to.form,
    )
    if (!this.#outbound.publish({ topic, payload, qos: granted?.qos ?? 1 })) {
      this.connection.close(DISCONNECT.quotaExceeded, 'leaves too many messages unacknowledged')
    }
  }

  /** The device acknowledged a message. */
  pushAcknowledged(messageId: number): void {
    this.#outbound.acknowledged(messageId)
  }

  onEnd(ending: () => void): void {
    this.#endings.push(ending)
  }

  end(): void {
    for (const ending of this.#endings.splice(0)) ending()
  }
}
