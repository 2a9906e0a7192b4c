import { once } from 'node:events'
import { LIVE_PATH } from '@greenwave/contract/live'
import { WebSocket } from 'ws'

/** Opens a live socket and signs in. Frames come as bytes, since attackers read them for their number only. */
export async function openLiveSocket(url: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws') + LIVE_PATH)
  socket.on('error', () => {})
  await once(socket, 'open')
  socket.send(JSON.stringify({ authCmd: { cmdId: 0, token } }))
  return socket
}

/** Returns true for a frame that tells an error; its head says so. */
export function isErrorFrame(frame: Buffer): boolean {
  return !/"errorCode":0\b/.test(frame.subarray(0, 80).toString())
}
