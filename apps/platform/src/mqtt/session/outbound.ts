import { LIMITS } from '../../limits/limits.ts'

/** A message to a device. */
export interface OutboundMessage {
  readonly topic: string
  readonly payload: string
  readonly qos: 0 | 1
}

const MAX_PACKET_ID = 65_535

/**
 * Numbers the QoS 1 messages to one device and respects its receive maximum: [MQTT-3.3.4-9] no more than that may be
 * unacknowledged. Further messages wait here in order. Nothing is sent twice, because no session outlives its
 * connection.
 */
export class Outbound {
  readonly #receiveMaximum: number
  readonly #send: (message: OutboundMessage, messageId: number | undefined) => void
  readonly #unacknowledged = new Set<number>()
  readonly #waiting: OutboundMessage[] = []
  #lastId = 0

  constructor(receiveMaximum: number, send: (message: OutboundMessage, messageId: number | undefined) => void) {
    this.#receiveMaximum = receiveMaximum
    this.#send = send
  }

  /** Sends a message or queues it. Returns false when too many wait because the device acknowledges too slowly. */
  publish(message: OutboundMessage): boolean {
    if (message.qos === 0) {
      this.#send(message, undefined)
      return true
    }
    if (this.#unacknowledged.size < this.#receiveMaximum) {
      this.#sendNumbered(message)
      return true
    }
    if (this.#waiting.length >= LIMITS.publishesInFlight.value) return false
    this.#waiting.push(message)
    return true
  }

  acknowledged(messageId: number): void {
    if (!this.#unacknowledged.delete(messageId)) return
    const next = this.#waiting.shift()
    if (next) this.#sendNumbered(next)
  }

  #sendNumbered(message: OutboundMessage): void {
    // [MQTT-2.2.1-4] The packet identifier must not be in use; there are more identifiers than the receive maximum
    // allows.
    do {
      this.#lastId = this.#lastId === MAX_PACKET_ID ? 1 : this.#lastId + 1
    } while (this.#unacknowledged.has(this.#lastId))
    this.#unacknowledged.add(this.#lastId)
    this.#send(message, this.#lastId)
  }
}
