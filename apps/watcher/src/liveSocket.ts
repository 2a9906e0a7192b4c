/** The live socket of a watcher: the package ws takes two thirds of the time of Node's own socket for each frame. */
import type { LiveSocket, SocketEvents } from '@greenwave/client/transport'
import { type ClientOptions, WebSocket } from 'ws'

/** Longer messages close the connection. Bytes. */
const MAX_MESSAGE_BYTES = 67_108_864
/**
 * A socket is read so often, milliseconds. Hundreds of controllers send whenever they like, and waking for each of their
 * frames costs as much again as reading it.
 */
const READ_EVERY_MS = 100

/** A paused socket is read on until its buffer is full, so it has none. */
const OPTIONS: ClientOptions & { readonly readableHighWaterMark: number } = {
  perMessageDeflate: false,
  maxPayload: MAX_MESSAGE_BYTES,
  readableHighWaterMark: 1,
}

/** Opens a socket. Texts are received as strings, anything else as it comes. */
export function openLiveSocket(address: string | URL, events: SocketEvents): LiveSocket {
  const socket = new WebSocket(address, OPTIONS)
  let reading: NodeJS.Timeout | undefined
  socket.on('open', () => {
    reading = setInterval(() => readWhatCame(socket), READ_EVERY_MS)
    events.opened()
  })
  socket.on('message', (data, isBinary) => events.received(isBinary || !Buffer.isBuffer(data) ? data : data.toString()))
  // What went wrong is followed by the close.
  socket.on('error', () => {})
  socket.on('close', (code, reason) => {
    clearInterval(reading)
    events.closed(code, String(reason))
  })
  return socket
}

/** Reads what has come since it was read last: the event loop reads it before it comes to the pause. */
function readWhatCame(socket: WebSocket): void {
  socket.resume()
  setImmediate(() => socket.pause())
}
