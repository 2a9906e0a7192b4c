/** The live socket of a watcher: the package ws takes two thirds of the time of Node's own socket for each frame. */
import type { LiveSocket, SocketEvents } from '@greenwave/client/transport'
import { WebSocket } from 'ws'

/** Longer messages close the connection. Bytes. */
const MAX_MESSAGE_BYTES = 67_108_864

/** Opens a socket. Texts are received as strings, anything else as it comes. */
export function openLiveSocket(address: string | URL, events: SocketEvents): LiveSocket {
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES })
  socket.on('open', () => events.opened())
  socket.on('message', (data, isBinary) => events.received(isBinary || !Buffer.isBuffer(data) ? data : data.toString()))
  // What went wrong is followed by the close.
  socket.on('error', () => {})
  socket.on('close', (code, reason) => events.closed(code, String(reason)))
  return socket
}
