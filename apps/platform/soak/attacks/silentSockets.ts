import { once } from 'node:events'
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import { WebSocket } from 'ws'
import { type Attack, scaled } from '../scene/attack.ts'
import { adminOf, makeCustomer } from '../scene/scene.ts'
import { holdSilent, NEWCOMER } from '../scene/silence.ts'

const SOCKETS = 1_500
const UPGRADE = [
  `GET ${LIVE_PATH} HTTP/1.1`,
  'Host: x',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n')

/** One address holds live sockets that never sign in, while newcomers sign in and read. */
export const silentSockets: Attack = async (target, options) => {
  const admin = await adminOf(target)
  const { device } = await makeCustomer(admin)
  const entity = { entityType: 'DEVICE', entityId: device.id, scope: 'SHARED_SCOPE' }
  const hello = JSON.stringify({
    authCmd: { cmdId: 0, token: admin.token },
    cmds: [{ type: 'ATTRIBUTES', ...entity, cmdId: 1 }],
  })
  return holdSilent({
    port: Number(new URL(target.url).port),
    count: scaled(SOCKETS, options),
    said: UPGRADE,
    options,
    async newcomer() {
      const socket = new WebSocket(target.url.replace(/^http/, 'ws') + LIVE_PATH, { localAddress: NEWCOMER })
      try {
        await once(socket, 'open')
        socket.send(hello)
        await once(socket, 'message')
      } finally {
        socket.terminate()
      }
    },
  })
}
