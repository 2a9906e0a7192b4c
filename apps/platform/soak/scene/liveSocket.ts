import { once } from 'node:events'
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import { WebSocket } from 'ws'

/** Opens a live socket and signs in. Frames stay bytes, because attackers only count them. */
export async function openLiveSocket(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + LIVE_PATH)
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.send(JSON.stringify({ authCmd: { cmdId: 0, token } }))
  return socket
}

/** Returns true for a frame with an error, which is in its first bytes. */
export function isErrorFrame(frame: Buffer): boolean {
  return !/"errorCode":0\b/.test(frame.subarray(0, 80).toString())
}
