/** @file A controller like a real one's firmware: MQTT.js and nothing else. */
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { generate, parser } from 'mqtt-packet'

/** The credentials of a device; each member is optional. */
export interface Login {
  readonly clientId?: string
  readonly username?: string
  readonly password?: string
}

/** The protocol versions on the wire: 4 is MQTT 3.1.1. */
export type Version = 4 | 5

/** A connected device. Incoming messages wait until a test reads them. */
export class Controller {
  readonly client: MqttClient
  readonly #arrived: (readonly [topic: string, payload: string])[] = []
  readonly #waiting: (() => void)[] = []
  readonly #ended: Promise<unknown>

  constructor(client: MqttClient) {
    this.client = client
    this.#ended = new Promise<void>((resolve) => client.once('close', () => resolve()))
    client.on('message', (topic, payload) => {
      this.#arrived.push([topic, payload.toString()])
      for (const resolve of this.#waiting.splice(0)) resolve()
    })
    // Some tests wait for the platform to close the connection, so this error must not fail them.
    client.on('error', () => {})
  }

  /** Publishes with QoS 1. Resolves with the reason code of the acknowledgement; 0 when the MQTT version has none. */
  async publish(topic: string, payload: object | string): Promise<number> {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const packet = await this.client.publishAsync(topic, text, { qos: 1 }).catch((error: unknown) => error)
    if (packet instanceof Error) {
      if ('code' in packet && typeof packet.code === 'number') return packet.code
      throw packet
    }
    const { reasonCode } = Object(packet)
    return typeof reasonCode === 'number' ? reasonCode : 0
  }

  /** Resolves with the granted QoS of a filter, or the code of its refusal. */
  subscribe(filter: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.client.subscribe(filter, { qos: 1 }, (error, granted, packet) => {
        const [code] = packet?.granted ?? []
        if (typeof code === 'number') resolve(code)
        else reject(error ?? new Error(`no answer to a subscription of ${filter}: ${JSON.stringify(granted)}`))
      })
    })
  }

  /** Returns the next message, with its payload as JSON. */
  async next(): Promise<[topic: string, payload: unknown]> {
    for (;;) {
      const message = this.#arrived.shift()
      if (message) return [message[0], JSON.parse(message[1])]
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Resolves when the connection has ended, whoever ended it. */
  async ended(): Promise<void> {
    await this.#ended
  }

  end(): Promise<void> {
    return this.client.endAsync(true)
  }
}

/** Connects once. Rejects with MQTT.js's error, whose `code` is that of the CONNACK. */
export async function connectController(url: string, login: Login, version: Version = 4): Promise<Controller> {
  const options: IClientOptions = { protocolVersion: version, reconnectPeriod: 0, connectTimeout: 10_000, ...login }
  return new Controller(await connectAsync(url, options, false))
}

/**
 * Resolves with the code of a platform's CONNACK. It reads raw packets: in MQTT 5, ThingsBoard repeats the code in a
 * DISCONNECT, which MQTT.js reports as an error of its own.
 */
export function connectCode(
  url: string,
  { clientId = '', username, password }: Login,
  version: Version,
): Promise<number> {
  const { protocol, hostname, port } = new URL(url)
  const isTls = protocol === 'mqtts:'
  const address = { host: hostname, port: Number(port) || (isTls ? 8883 : 1883) }
  const socket: Socket = isTls ? connectTls(address) : connectTcp(address)
  return new Promise<number>((resolve, reject) => {
    const incoming = parser({ protocolVersion: version })
    incoming.on('packet', (packet) => {
      if (packet.cmd === 'connack') resolve((version === 5 ? packet.reasonCode : packet.returnCode) ?? 0)
    })
    incoming.on('error', () => {})
    socket.on('data', (bytes: Buffer) => incoming.parse(bytes))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${url} closed the connection without an answer`)))
    const identity = { clientId, ...(username && { username }), ...(password && { password: Buffer.from(password) }) }
    const protocolOf = { protocolId: 'MQTT', protocolVersion: version, clean: true, keepalive: 60 } as const
    socket.write(generate({ cmd: 'connect', ...protocolOf, ...identity }, { protocolVersion: version }))
  }).finally(() => socket.destroy())
}
