/** @file A device of its own making: raw MQTT packets over a socket, also such as no client library would send. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'

type Version = 3 | 4 | 5

type PacketOf<C extends Packet['cmd']> = Extract<Packet, { cmd: C }>

/** One end of a connection to the gateway. Packets that arrive wait until they are asked for. */
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
    // Refusals end with a DISCONNECT whose reason the parser of clients does not know: the bytes are all that counts.
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

  /** The next packet, which must be of this kind; rejects when the connection ends first. */
  async next<C extends Packet['cmd']>(cmd: C): Promise<PacketOf<C>> {
    const packet = await this.nextAny()
    if (!isOf(packet, cmd)) throw new Error(`expected ${cmd}, got ${JSON.stringify(packet)}`)
    return packet
  }

  /** The next packet of whatever kind; rejects when the connection ends first. */
  async nextAny(): Promise<Packet> {
    for (;;) {
      const packet = this.#arrived.shift()
      if (packet) return packet
      if (this.#closed) throw new Error('the connection ended before a packet came')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Resolves when the gateway has closed the connection, with what came before that and was not asked for. */
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

/** @param localAddress where it comes from; 127.0.0.x are as many addresses as a test needs */
export async function dialDevice(port: number, version: Version = 4, localAddress = '127.0.0.1'): Promise<RawDevice> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, localAddress })
  const device = new RawDevice(socket, version)
  await once(socket, 'connect')
  return device
}

/** The same over TLS; `ca` is the certificate to trust, PEM. */
export async function dialDeviceTls(port: number, ca: string, version: Version = 4): Promise<RawDevice> {
  const socket = connectTls({ port, host: '127.0.0.1', ca, servername: 'localhost' })
  const device = new RawDevice(socket, version)
  await once(socket, 'secureConnect')
  return device
}
