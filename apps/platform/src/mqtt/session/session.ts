import type { Downlink, TopicForm } from '@greenwave/contract/wire/topics'
import { Acknowledgements, type PendingPublish } from './acknowledgements.ts'
import { Outbound } from './outbound.ts'
import { DISCONNECT, type ProtocolVersion, type PubackReason } from './reasonCodes.ts'

/** The part of a connection that a session needs. */
export interface SessionConnection {
  /** The address group that the connection counts under. */
  readonly address: string
  sendPublish(topic: string, payload: string, qos: 0 | 1, messageId: number | undefined): void
  sendPuback(messageId: number, reason: PubackReason): void
  /** Closes the connection. `reason` is sent to MQTT 5 devices, `why` is logged. */
  close(reason: number, why: string): void
  /** Called when publishes began or were settled; too many in flight pause the reading. */
  updateReading(): void
}

/** The device of a session, and how it communicates. */
export interface SessionIdentity {
  readonly deviceId: string
  readonly version: ProtocolVersion
  /** Most unacknowledged QoS 1 messages that the device accepts. */
  readonly receiveMaximum: number
}

interface Subscription {
  readonly downlink: Downlink
  readonly qos: 0 | 1
}

/** The live session of one device, from its CONNACK to the end of its connection. */
export class Session {
  readonly deviceId: string
  readonly version: ProtocolVersion
  readonly connection: SessionConnection
  readonly acknowledgements: Acknowledgements
  /** When the device was last heard, and the time of that which was last reported; epoch milliseconds. */
  heardAt: number
  reportedAt: number
  /** Number of messages that were acknowledged but dropped because nothing in them could be stored. */
  dropped = 0
  /** Whether it has published telemetry. */
  hasPublished = false
  /** Bytes of its publishes that are not stored yet. */
  bytesInFlight = 0
  /** Whether the device was deleted; nothing may be written for it any more. */
  deviceGone = false
  readonly #outbound: Outbound
  readonly #subscriptions = new Map<string, Subscription>()
  /** Called when the session ends. */
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

  /** Settles a publish of the device, stored or not. */
  settle(publish: PendingPublish, reason: PubackReason): void {
    this.acknowledgements.settle(publish, reason)
    this.connection.updateReading()
  }

  /** Sets or renews a subscription. The latest one of a kind decides the form of messages to the device. */
  subscribe(filter: string, downlink: Downlink, qos: 0 | 1): void {
    this.#subscriptions.delete(filter)
    this.#subscriptions.set(filter, { downlink, qos })
  }

  /** Removes a subscription; returns false if there was none. */
  unsubscribe(filter: string): boolean {
    return this.#subscriptions.delete(filter)
  }

  /** Returns the form in which the device last subscribed to a kind of message; undefined if it has not. */
  subscribedForm(kind: Downlink['kind']): TopicForm | undefined {
    return [...this.#subscriptions.values()].findLast(({ downlink }) => downlink.kind === kind)?.downlink.form
  }

  /** Sends a message to the device with the QoS granted to its subscription, or with QoS 1 if it never subscribed. */
  push(to: Downlink, topic: string, payload: string): void {
    const granted = [...this.#subscriptions.values()].find(
      ({ downlink }) => downlink.kind === to.kind && downlink.form === to.form,
    )
    if (!this.#outbound.publish({ topic, payload, qos: granted?.qos ?? 1 })) {
      this.connection.close(DISCONNECT.quotaExceeded, 'leaves too many messages unacknowledged')
    }
  }

  /** Handles the device's acknowledgement of a message. */
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
