import { setTimeout as pause } from 'node:timers/promises'
import { MAX_CLIENT_MESSAGE_BYTES } from '@greenwave/contract/wire/live'
import { Api } from '@greenwave/harness/api'
import { type Attack, beginAttack, scaled } from '../scene/attack.ts'
import { isErrorFrame, openLiveSocket } from '../scene/liveSocket.ts'
import { adminOf, makeCustomer } from '../scene/scene.ts'

const SOCKETS = 8
const SUBSCRIPTIONS = 3_543
/** Size of a command without its keys. */
const COMMAND_BYTES = 200

/**
 * A customer's user opens more and more subscriptions, each as long as a message may be. Closed sockets are opened
 * again.
 */
export const keySubscriptions: Attack = async (target, options) => {
  const { user, device } = await makeCustomer(await adminOf(target))
  const { token } = await Api.signIn(target.url, user.email, user.password)
  const counts = { subscriptions: 0, replies: 0, errors: 0, closed: 0 }
  const perSocket = scaled(SUBSCRIPTIONS / SOCKETS, options)
  const end = beginAttack(options)

  async function subscribeOn(nthSocket: number): Promise<void> {
    while (performance.now() < end) {
      const socket = await openLiveSocket(target.url, token)
      socket.on('message', (frame: Buffer) => {
        counts[isErrorFrame(frame) ? 'errors' : 'replies'] += 1
      })
      socket.on('close', () => {
        counts.closed += 1
      })
      for (let cmdId = 0; cmdId < perSocket && socket.readyState === socket.OPEN && performance.now() < end; cmdId++) {
        const keys = manyKeys(nthSocket * perSocket + cmdId)
        const command = { type: 'TIMESERIES', entityType: 'DEVICE', entityId: device.id, cmdId, keys }
        socket.send(JSON.stringify({ cmds: [command] }))
        counts.subscriptions += 1
        while (socket.bufferedAmount > 1e6) await pause(5)
        if (cmdId % 8 === 0) await pause(1)
      }
      while (socket.readyState === socket.OPEN && performance.now() < end) await pause(50)
      socket.removeAllListeners('close')
      socket.terminate()
      // Reopens a closed socket after a short pause.
      await pause(100)
    }
  }
  await Promise.all(Array.from({ length: SOCKETS }, (_, nth) => subscribeOn(nth)))
  return counts
}

/** Returns as many different keys as fit into a message. */
function manyKeys(seed: number): string {
  let keys = `s${seed}`
  for (let i = 0; keys.length < MAX_CLIENT_MESSAGE_BYTES - COMMAND_BYTES; i++) keys += `,${i.toString(36)}`
  return keys
}
