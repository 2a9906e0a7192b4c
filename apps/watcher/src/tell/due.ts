/** Notifications that are due for a user. */

import type { SentChannel } from '@greenwave/contract/records/notify'
import { wantsIncident, wantsMessagesAt } from '@greenwave/contract/records/notifyMatch'
import { type Notified, receiver } from '@greenwave/contract/records/notifyRecords'
import type { Listener } from './listeners.ts'
import type { Due, OverIncident } from './message.ts'
import type { OpenIncident } from './openIncidents.ts'

/** A junction as far as messages are concerned. */
export interface NotifiedJunction {
  readonly id: string
  readonly customerId: string | null
  readonly isMuted: boolean
  readonly notified: Notified
}

/** Open and ended incidents to notify about. */
export interface Scene {
  readonly open: ReadonlyMap<string, OpenIncident>
  readonly over: readonly OverIncident[]
  /** Junctions with a known notification log, by id. */
  readonly junctions: ReadonlyMap<string, NotifiedJunction>
  /** Epoch milliseconds. */
  readonly nowMs: number
}

const NOTHING: Due = { open: [], over: [] }

/** Lists the notifications due for a user through a channel. */
export function dueFor(listener: Listener, channel: SentChannel, { open, over, junctions, nowMs }: Scene): Due {
  const { rules } = listener
  // The time of a zone takes longest to tell, and usually nothing is open.
  if (open.size + over.length === 0 || !wantsMessagesAt(rules, nowMs)) return NOTHING
  const name = receiver(listener.userId, channel)
  const isOwn = (one: NotifiedJunction): boolean =>
    listener.customerId === null || one.customerId === listener.customerId
  // Users of a customer have no choice of customers.
  const wanted = listener.customerId === null ? rules : { ...rules, customers: [] }
  return {
    open: [...open.values()].filter(({ alarmId, deviceId, level, isAcknowledged }) => {
      const one = isAcknowledged ? undefined : junctions.get(deviceId)
      if (!one || one.isMuted || !isOwn(one)) return false
      return wantsIncident(wanted, { level, customerId: one.customerId }) && !one.notified[alarmId]?.to.includes(name)
    }),
    over: over.filter(({ deviceId, to }) => {
      const one = junctions.get(deviceId)
      return rules.cleared && one !== undefined && isOwn(one) && to.includes(name)
    }),
  }
}

/** Returns the part of what is due that is about one device. */
export function partOf({ open, over }: Due, deviceId: string): Due {
  const isOfDevice = (one: { readonly deviceId: string }): boolean => one.deviceId === deviceId
  return { open: open.filter(isOfDevice), over: over.filter(isOfDevice) }
}

/** Updates the notification log of a junction after a message was sent. */
export function afterTelling(notified: Notified, { open, over }: Due, name: string): Notified {
  const next = { ...notified }
  for (const { alarmId, code, sinceMs, title } of open) {
    const row = next[alarmId] ?? { code, since: sinceMs, title, to: [] }
    next[alarmId] = { ...row, to: [...row.to, name] }
  }
  for (const { alarmId } of over) {
    const to = next[alarmId]?.to.filter((one) => one !== name) ?? []
    const row = next[alarmId]
    if (row && to.length > 0) next[alarmId] = { ...row, to }
    else delete next[alarmId]
  }
  return next
}

/**
 * Removes the notifications that need no follow-up: of an incident that is over, only recipients who want to know its end
 * stay.
 * @param isOver returns whether the alarm with this id is not active any more
 * @param waits returns whether a receiver wants to hear that an incident is over
 */
export function stillNotified(
  notified: Notified,
  isOver: (alarmId: string) => boolean,
  waits: (name: string) => boolean,
): Notified {
  return Object.fromEntries(
    Object.entries(notified).flatMap(([alarmId, row]) => {
      if (!isOver(alarmId)) return [[alarmId, row]]
      const to = row.to.filter(waits)
      return to.length > 0 ? [[alarmId, { ...row, to }]] : []
    }),
  )
}
