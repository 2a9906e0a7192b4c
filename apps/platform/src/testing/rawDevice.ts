/** @file A device that sends raw MQTT packets over a socket, including packets that no client library would send. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'

type Version = 3 | 4 | 5

type PacketOf<C extends Packet['cmd']> = Extract<Packet, { cmd: C }>

/** A connection to the gateway. Incoming packets wait until a test reads them. */
export class RawDevice {
  readonly socket: Socket
  readonly version: Version
  readonly #arrived: Packet[] = []
  readonly #waiting: (() => void)[] = []
  #closed = false
  #lastId = 0

  constructor(socket: Socket, version: Version) {
    this.socket = socket
    this.version = version
    const incoming = parser({ protocolVersion: version })
    incoming.on('packet', (packet) => {
      this.#arrived.push(packet)
      this.#wake()
    })
    // A refusal ends with a DISCONNECT whose reason the client-side parser does not know; only the bytes matter.
    incoming.on('error', () => {})
    socket.on('data', (bytes: Buffer) => incoming.parse(bytes))
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#closed = true
      this.#wake()
    })
  }

  send(packet: Packet): void {
    this.socket.write(generate(packet, { protocolVersion: this.version }))
  }

  sendBytes(bytes: Uint8Array): void {
    this.socket.write(bytes)
  }

  /** Sends CONNECT and resolves with the answer. */
  connect(identity: Partial<IConnectPacket> = {}): Promise<PacketOf<'connack'>> {
    this.send({
      cmd: 'connect',
      protocolId: this.version === 3 ? 'MQIsdp' : 'MQTT',
      protocolVersion: this.version,
      clientId: 'a-device',
      clean: true,
      keepalive: 60,
      ...identity,
    })
    return this.next('connack')
  }

  publish(topic: string, payload: unknown, qos: 0 | 1 | 2 = 1): number {
    this.#lastId += 1
    this.send({
      cmd: 'publish',
      topic,
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      qos,
      dup: false,
      retain: false,
      messageId: this.#lastId,
    })
    return this.#lastId
  }

  async subscribe(...topics: string[]): Promise<PacketOf<'suback'>> {
    this.#lastId += 1
    this.send({ cmd: 'subscribe', messageId: this.#lastId, subscriptions: topics.map((topic) => ({ topic, qos: 1 })) })
    return this.next('suback')
  }

  /** Returns the next packet, which must be of this kind; rejects when the connection ends first. */
  async next<C extends Packet['cmd']>(cmd: C): Promise<PacketOf<C>> {
    const packet = await this.nextAny()
    if (!isOf(packet, cmd)) throw new Error(`expected ${cmd}, got ${JSON.stringify(packet)}`)
    return packet
  }

  /** Returns the next packet of any kind; rejects when the connection ends first. */
  async nextAny(): Promise<Packet> {
    for (;;) {
      const packet = this.#arrived.shift()
      if (packet) return packet
      if (this.#closed) throw new Error('the connection ended before a packet came')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Resolves when the gateway has closed the connection, with the packets that were received before and not read. */
  async closed(): Promise<readonly Packet[]> {
    while (!this.#closed) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.#arrived
  }

  end(): void {
    this.socket.destroy()
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

function isOf<C extends Packet['cmd']>(packet: Packet, cmd: C): packet is PacketOf<C> {
  return packet?.cmd === cmd
}

/**
 * Connects a device.
 * @param localAddress its source address; 127.0.0.x gives as many as a test needs
 */
export async function dialDevice(port: number, version: Version = 4, localAddress = '127.0.0.1'): Promise<RawDevice> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, localAddress })
  const device = new RawDevice(socket, version)
  await once(socket, 'connect')
  return device
}

/** Connects a device over TLS; `ca` is the certificate to trust, PEM. */
export async function dialDeviceTls(port: number, ca: string, version: Version = 4): Promise<RawDevice> {
  const socket = connectTls({ port, host: '127.0.0.1', ca, servername: 'localhost' })
  const device = new RawDevice(socket, version)
  await once(socket, 'secureConnect')
  return device
}
