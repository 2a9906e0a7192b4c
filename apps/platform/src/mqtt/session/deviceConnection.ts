import type { Socket } from 'node:net'
import { generate, parser as newParser, type Packet, type Parser, writeToStream } from 'mqtt-packet'
import { LIMITS } from '../../limits/limits.ts'
import type { GatewayContext } from './gatewayContext.ts'
import { PacketFramer } from './packetFramer.ts'
import { connackCode, DISCONNECT, type ProtocolVersion, PUBACK, type PubackReason } from './reasonCodes.ts'
import { parsePublish } from './parsePublish.ts'
import type { Session, SessionConnection } from './session.ts'

/** Time that a closing connection has to read its last bytes, milliseconds. */
const CLOSE_LINGER_MS = 1_000

/**
 * Time between a refusal and the DISCONNECT that repeats it, milliseconds; long enough that a client reads them
 * separately.
 */
const REFUSAL_GAP_MS = 50

// Otherwise the generator would keep a buffer for each of the 65,536 packet ids.
writeToStream.cacheNumbers = false

type ConnectionState =
  | { readonly kind: 'awaitingConnect' }
  /** CONNECT rejected; CONNACK not sent yet. */
  | { readonly kind: 'refusing' }
  | { readonly kind: 'open'; readonly session: Session }
  | { readonly kind: 'closed' }

/** Callbacks of a connection. */
export interface ConnectionEvents {
  /** Called when a CONNECT was accepted. */
  onOpen(): void
  /** Passes a packet to its handler. */
  onPacket(packet: Packet): void
  onClosed(): void
}

/** First byte of a TLS handshake; no MQTT packet that opens a connection begins with it. */
const TLS_HANDSHAKE = 0x16

/** The connection of one device. Parses incoming bytes into packets for the handlers, and writes packets as bytes. */
export class DeviceConnection implements SessionConnection {
  readonly openedAt: number
  /** The address group that the connection counts under. */
  readonly address: string
  readonly #events: ConnectionEvents
  readonly #socket: Socket
  readonly #context: GatewayContext
  /** Undefined while the next packet can be read without it. */
  #parser: Parser | undefined
  readonly #framer = new PacketFramer(LIMITS.packetBytes.value)
  #state: ConnectionState = { kind: 'awaitingConnect' }
  #version: ProtocolVersion = 4
  #draining = false
  /** Whether its first bytes begin a TLS handshake, which the plain port does not speak; undefined before them. */
  #sentTls: boolean | undefined
  /** Whether a packet was read, or noted as unreadable. */
  #wasRead = false
  /** Largest packet that the device accepts, bytes. */
  #deviceMaximumPacketSize = Number.POSITIVE_INFINITY

  constructor(socket: Socket, address: string, context: GatewayContext, events: ConnectionEvents) {
    this.address = address
    this.#events = events
    this.#socket = socket
    this.#context = context
    this.openedAt = context.now()
    socket.on('data', (chunk: Buffer) => this.#onBytes(chunk))
    // Many devices disconnect with a reset; the close event that follows does the work.
    socket.on('error', (error) => context.log.debug({ error: error.message }, 'a device connection broke'))
    socket.on('close', () => {
      if (!this.#wasRead) context.attempts.noteStranger('noConnect', address)
      this.#leaveState()
      events.onClosed()
    })
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** Starts the session of an accepted CONNECT; from now on packets belong to it. */
  open(session: Session, deviceMaximumPacketSize: number): void {
    this.#state = { kind: 'open', session }
    this.#version = session.version
    this.#deviceMaximumPacketSize = deviceMaximumPacketSize
    this.#events.onOpen()
  }

  /** Sends a packet, or drops it when it is larger than the device accepts, as [MQTT-3.1.2-25] demands. */
  send(packet: Packet, version: ProtocolVersion = this.#version): void {
    if (this.#state.kind === 'closed') return
    const bytes = generate(packet, { protocolVersion: version })
    if (bytes.length > this.#deviceMaximumPacketSize) {
      this.#context.log.debug({ bytes: bytes.length }, 'left out a packet that is too large for the device')
      return
    }
    this.#write(bytes)
  }

  sendPublish(topic: string, payload: string, qos: 0 | 1, messageId: number | undefined): void {
    this.send({
      cmd: 'publish',
      topic,
      payload,
      qos,
      dup: false,
      retain: false,
      ...(messageId === undefined ? {} : { messageId }),
    })
  }

  sendPuback(messageId: number, reason: PubackReason): void {
    if (this.#state.kind !== 'closed') this.#write(encodePuback(messageId, reason, this.#version))
  }

  /** Pauses reading while too many publishes of the device are in flight, and resumes it afterwards. */
  updateReading(): void {
    if (this.#state.kind !== 'open' || this.#draining) return
    const { session } = this.#state
    const wanted =
      session.acknowledgements.inFlight < LIMITS.publishesInFlight.value && this.#context.inFlight.mayRead(session)
    if (wanted === this.#socket.isPaused()) {
      if (wanted) this.#socket.resume()
      else this.#socket.pause()
    }
  }

  close(reason: number, why: string): void {
    if (this.#state.kind === 'closed') return
    this.#context.log.debug({ reason, why }, 'closing a device connection')
    // [MQTT-3.14.0-1] A server sends DISCONNECT only to MQTT 5, and only after CONNACK.
    if (this.#state.kind === 'open' && this.#version === 5) this.send({ cmd: 'disconnect', reasonCode: reason })
    this.endQuietly()
  }

  /**
   * Closes after a CONNACK that refuses. MQTT 5 devices get the reason again in a DISCONNECT, as ThingsBoard's devices
   * expect, but a moment later. DISCONNECT does not define such reasons, so a client library that reads both at once
   * reports an error and never shows the refusal.
   */
  closeRefused(reason: number, version: ProtocolVersion): void {
    if (this.#state.kind === 'closed') return
    this.#leaveState()
    if (version !== 5) {
      this.#endSocket()
      return
    }
    const goodbye = setTimeout(() => {
      this.#write(generate({ cmd: 'disconnect', reasonCode: reason }, { protocolVersion: 5 }))
      this.#endSocket()
    }, REFUSAL_GAP_MS)
    this.#socket.once('close', () => clearTimeout(goodbye))
  }

  /** Stops reading and sends the answer later; there is no answer if the connection ends before. */
  refuseLater(waitMs: number, answer: () => void): void {
    this.#state = { kind: 'refusing' }
    this.#socket.pause()
    const waiting = setTimeout(() => {
      this.#socket.resume()
      answer()
    }, waitMs)
    this.#socket.once('close', () => clearTimeout(waiting))
  }

  /** Sends what was written and closes. */
  endQuietly(): void {
    if (this.#state.kind === 'closed') return
    this.#leaveState()
    this.#endSocket()
  }

  #endSocket(): void {
    this.#socket.end()
    const linger = setTimeout(() => this.#socket.destroy(), CLOSE_LINGER_MS)
    this.#socket.once('close', () => clearTimeout(linger))
  }

  /** Waits until what the device has sent is settled, disconnects it, and resolves when the connection is gone. */
  async shutDown(): Promise<void> {
    if (this.#socket.closed) return
    // Not `once` of node:events, which rejects when the device resets the connection.
    const gone = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()))
    if (this.#state.kind === 'open') {
      this.#draining = true
      this.#socket.pause()
      // What cannot be stored is never settled; its connection is closed.
      await Promise.race([this.#state.session.acknowledgements.whenIdle(), gone])
    }
    this.close(DISCONNECT.serverShuttingDown, 'the platform stops')
    // A paused socket would not notice that the device has closed its side.
    this.#socket.resume()
    await gone
  }

  #write(bytes: Buffer): void {
    this.#socket.write(bytes)
    if (this.#socket.writableLength > LIMITS.writeBacklogBytes.value) this.cut('does not read what it is sent')
  }

  /** Destroys the connection at once. */
  cut(why: string): void {
    this.#context.gatheredLog.note('cut a device connection', this.address, { why })
    this.#leaveState()
    this.#socket.destroy()
  }

  #leaveState(): void {
    const state = this.#state
    this.#state = { kind: 'closed' }
    if (state.kind !== 'open') return
    this.#context.inFlight.forget(state.session)
    state.session.end()
  }

  #onBytes(chunk: Buffer): void {
    this.#sentTls ??= chunk[0] === TLS_HANDSHAKE
    const fault = this.#framer.push(chunk, this.#onPiece)
    if (fault) this.#onUnreadable(fault)
    this.updateReading()
  }

  readonly #onPiece = (piece: Buffer, isWhole: boolean): void => {
    if (this.#state.kind === 'closed' || this.#draining) return
    try {
      const publish = isWhole && this.#isPlain ? parsePublish(piece) : undefined
      if (publish) this.#onPacket(publish)
      else this.#parse(piece, isWhole)
    } catch (error) {
      // The parser reads some fields without checking that they are there.
      this.#onUnreadable(error instanceof Error ? error.message : String(error))
    }
  }

  /** Whether packets have no properties, and the next one does not depend on what the parser has read. */
  get #isPlain(): boolean {
    return this.#state.kind === 'open' && this.#version !== 5
  }

  #parse(piece: Buffer, isWhole: boolean): void {
    this.#parser ??= this.#openParser()
    this.#parser.parse(piece)
    // Thousands of connections need none most of the time.
    if (isWhole && this.#isPlain) this.#parser = undefined
  }

  #openParser(): Parser {
    const parser = newParser(this.#isPlain ? { protocolVersion: this.#version } : {})
    parser.on('packet', (packet) => this.#onPacket(packet))
    parser.on('error', (error: Error) => this.#onUnreadable(error.message))
    return parser
  }

  #onPacket(packet: Packet): void {
    this.#wasRead = true
    if (this.#state.kind === 'closed') return
    this.#events.onPacket(packet)
  }

  #onUnreadable(why: string): void {
    if (this.#state.kind === 'awaitingConnect') {
      this.#wasRead = true
      this.#context.attempts.noteStranger(this.#sentTls ? 'tlsOnPlainPort' : 'notMqtt', this.address)
    }
    if (this.#state.kind === 'awaitingConnect' && why === 'Invalid protocol version') {
      // [MQTT-3.1.2-2] Answers with CONNACK "unacceptable protocol level", then closes.
      this.send({
        cmd: 'connack',
        returnCode: connackCode('unsupportedVersion', 4),
        sessionPresent: false,
      })
    }
    this.close(DISCONNECT.malformedPacket, why)
  }
}

/**
 * Returns the bytes of a PUBACK. mqtt-packet builds about ten objects for these four bytes, and every message of every
 * device needs one. [MQTT-3.4.2-1] The reason is left out for success.
 */
function encodePuback(messageId: number, reason: PubackReason, version: ProtocolVersion): Buffer {
  const high = messageId >> 8
  const low = messageId & 0xff
  return version === 5 && reason !== PUBACK.success
    ? Buffer.from([0x40, 3, high, low, reason])
    : Buffer.from([0x40, 2, high, low])
}
