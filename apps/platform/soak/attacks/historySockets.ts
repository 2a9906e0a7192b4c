import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Api } from '@greenwave/harness/api'
import type { WebSocket } from 'ws'
import { type Attack, beginAttack, type Counts, scaled } from '../scene/attack.ts'
import { isErrorFrame, openLiveSocket } from '../scene/liveSocket.ts'
import { adminOf, keyNames, makeCustomer, storeHistory } from '../scene/scene.ts'

const SOCKETS = 8
const MESSAGES = 10_000
const KEYS = 100
/** Commands that each socket has in progress at any time. */
const AT_ONCE = 4
const LARGEST_LIMIT = 2_147_483_647

/** A customer's user reads the whole history of a device again and again, over several sockets. */
export const historySockets: Attack = async (target, options) => {
  const admin = await adminOf(target)
  const { user, device } = await makeCustomer(admin)
  const range = await storeHistory(admin, device.id, { messages: scaled(MESSAGES, options), keys: KEYS })
  const { token } = await Api.signIn(target.url, user.email, user.password)
  const counts = { answers: 0, errors: 0, megabytes: 0, closed: 0 }
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openLiveSocket(target.url, token)))
  const command = {
    type: 'TIMESERIES_HISTORY',
    entityType: 'DEVICE',
    entityId: device.id,
    keys: keyNames(KEYS).join(','),
    ...range,
    limit: LARGEST_LIMIT,
  }
  const end = beginAttack(options)
  for (const socket of sockets) readOn(socket, command, counts)
  await pause(end - performance.now())
  await Promise.all(sockets.map(leave))
  return { ...counts, megabytes: Math.round(counts.megabytes) }
}

/** Repeats the command whenever an answer has arrived. */
function readOn(socket: WebSocket, command: object, counts: Counts): void {
  let cmdId = 0
  const ask = (): void => {
    cmdId += 1
    socket.send(JSON.stringify({ cmds: [{ ...command, cmdId }] }))
  }
  socket.on('message', (frame: Buffer) => {
    counts.megabytes = (counts.megabytes ?? 0) + frame.length / 1e6
    const kind = isErrorFrame(frame) ? 'errors' : 'answers'
    counts[kind] = (counts[kind] ?? 0) + 1
    if (socket.readyState === socket.OPEN) ask()
  })
  socket.on('close', (code) => {
    if (code !== 1005) counts.closed = (counts.closed ?? 0) + 1
  })
  for (let i = 0; i < AT_ONCE; i++) ask()
}

/** Closes the socket in the middle of whatever it receives. */
async function leave(socket: WebSocket): Promise<void> {
  if (socket.readyState === socket.CLOSED) return
  socket.removeAllListeners('close')
  const closed = once(socket, 'close')
  socket.terminate()
  await closed.catch(() => {})
}
