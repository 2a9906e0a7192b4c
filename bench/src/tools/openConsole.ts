import { once } from 'node:events'
import { liveAddress } from '@greenwave/client/transport'
import { WebSocket } from 'ws'
import type { SeededDevice } from './seed.ts'

/** Opens a live socket, and subscribes to the telemetry of devices as a console does for those on its screen. */
export async function openConsole(url: string, token: string, watched: readonly SeededDevice[]): Promise<WebSocket> {
  const socket = new WebSocket(liveAddress(url))
  await once(socket, 'open')
  socket.send(
    JSON.stringify({
      authCmd: { cmdId: 0, token },
      cmds: watched.map(({ device }, i) => ({
        type: 'TIMESERIES',
        entityType: 'DEVICE',
        entityId: device.id.id,
        scope: 'LATEST_TELEMETRY',
        cmdId: i + 1,
      })),
    }),
  )
  return socket
}
