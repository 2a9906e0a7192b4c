/** A channel of a user, and when a message is due there. */
import type { SentChannel } from '@greenwave/contract/records/notify'
import { dueFor, type Scene } from './due.ts'
import type { Lane } from './lane.ts'
import type { Listener } from './listeners.ts'

/** A channel of a user. */
export interface Receiver {
  readonly listener: Listener
  readonly channel: SentChannel
  readonly lane: Lane
}

/** Returns from when on a message is due, epoch milliseconds; infinity for never. */
export function dueAtMs({ listener, channel, lane }: Receiver, scene: Scene): number {
  const { open, over } = dueFor(listener, channel, scene)
  const isUrgent = open.some(({ level }) => level === 5)
  return lane.dueAtMs(
    { count: open.length + over.length, isUrgent, gatherMs: listener.rules.gather * 60_000 },
    scene.nowMs,
  )
}
