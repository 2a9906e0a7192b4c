import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeviceLogin } from '@greenwave/harness/api'
import { generate, type Packet, parser } from 'mqtt-packet'

const TELEMETRY = 'v1/devices/me/telemetry'
const MQTT_5 = { protocolVersion: 5 } as const
/** PUBACK reasons below this are not refusals. */
const FIRST_ERROR = 0x80
/** How long to wait for acknowledgements after the flood, milliseconds. */
const LAST_WAIT_MS = 30_000

/** A controller that sends as fast as the network takes it, and counts acknowledgements. */
export class FloodingDevice {
  sent = 0
  sentBytes = 0
  acknowledged = 0
  refused = 0
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
    const incoming = parser(MQTT_5)
    incoming.on('packet', (packet) => this.#onPacket(packet))
    incoming.on('error', () => {})
    socket.on('data', (bytes: Buffer) => incoming.parse(bytes))
    socket.on('error', () => {})
  }

  static async connect(mqttUrl: string, login: DeviceLogin): Promise<FloodingDevice> {
    const { hostname, port } = new URL(mqttUrl)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    const device = new FloodingDevice(socket)
    const { clientId, userName: username } = login
    const password = Buffer.from(login.password)
    const packet: Packet = {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 5,
      clean: true,
      clientId,
      username,
      password,
    }
    socket.write(generate({ ...packet, keepalive: 300 }, MQTT_5))
    await once(socket, 'data')
    return device
  }

  /** True when the platform has closed the connection. */
  get isOver(): boolean {
    return this.#socket.destroyed
  }

  /** Publishes numbered payloads until a time (`performance.now()`), then waits for missing acknowledgements. */
  async flood(end: number, payloadOf: (nth: number) => string): Promise<void> {
    while (performance.now() < end && !this.isOver) {
      this.sent += 1
      const packet = this.#publish(payloadOf(this.sent))
      this.sentBytes += packet.length
      if (!this.#socket.write(packet)) await this.#drained(end)
    }
    const last = performance.now() + LAST_WAIT_MS
    while (this.acknowledged + this.refused < this.sent && !this.isOver && performance.now() < last) await pause(20)
    this.#socket.destroy()
  }

  #publish(payload: string): Buffer {
    const messageId = ((this.sent - 1) % 65_535) + 1
    const packet: Packet = { cmd: 'publish', topic: TELEMETRY, payload, qos: 1, dup: false, retain: false, messageId }
    return generate(packet, MQTT_5)
  }

  /** Resolves when the socket takes more, or when the time is over. */
  async #drained(end: number): Promise<void> {
    const over = new AbortController()
    const limit = setTimeout(() => over.abort(), Math.max(0, end - performance.now()))
    const ended = (): void => over.abort()
    this.#socket.once('close', ended)
    await once(this.#socket, 'drain', { signal: over.signal }).catch(() => {})
    this.#socket.off('close', ended)
    clearTimeout(limit)
  }

  #onPacket(packet: Packet): void {
    if (packet.cmd !== 'puback') return
    if ((packet.reasonCode ?? 0) < FIRST_ERROR) this.acknowledged += 1
    else this.refused += 1
  }
}

/** Returns the counts of some devices, added up. */
export function countsOf(devices: readonly FloodingDevice[]): Record<string, number> {
  const sum = (of: (device: FloodingDevice) => number): number => devices.reduce((all, device) => all + of(device), 0)
  return {
    messages: sum(({ sent }) => sent),
    megabytes: Math.round(sum(({ sentBytes }) => sentBytes) / 1e6),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    refused: sum(({ refused }) => refused),
  }
}
