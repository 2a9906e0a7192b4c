/**
 * Notifies users: compares the open incidents on the platform with the sent notifications, and sends the missing ones. It
 * keeps no queue. Each round finds what is due, so an outage takes no memory, and an incident that was cleared,
 * acknowledged or muted in between is not sent.
 */
import type { CallApi } from '@greenwave/client/callTypes'
import { type NotifyRules, SENT_CHANNELS, type SentChannel } from '@greenwave/contract/records/notify'
import { type Notified, receiver, tellerKey } from '@greenwave/contract/records/notifyRecords'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import type { Logger } from 'pino'
import { ShareLease } from '../acts/shareLease.ts'
import { isOfShare, type Share } from '../fleet/share.ts'
import { type Channels, failureText, sendMessage } from './channel.ts'
import { afterTelling, dueFor, type NotifiedJunction, partOf, type Scene, stillNotified } from './due.ts'
import { EndedIncidents, fetchOpenIncidents } from './openIncidents.ts'
import { Lane } from './lane.ts'
import { removeLeftStatuses } from './leftStatuses.ts'
import { type Listener, mayBeTold } from './listeners.ts'
import { type Due, type MessageStyle, messageOf, type OverIncident, testMessage } from './message.ts'
import { MonthlyVerdicts } from './MonthlyVerdicts.ts'
import { NotificationLog } from './notificationLog.ts'
import { dueAtMs, type Receiver } from './receiver.ts'
import { RulesReader } from './rulesReader.ts'
import { Statuses } from './statuses.ts'

/** A junction of this share, or a corridor, which is an asset. */
interface Tellable {
  readonly id: string
  readonly entityType?: 'ASSET'
  readonly customerId: string | null
  readonly notified: Notified | undefined
  isMuted(nowMs: number): boolean
  noteNotified(notified: Notified): void
}

/** Dependencies of a `Teller`. */
export interface TellerDeps {
  readonly call: CallApi<WatcherCall>
  readonly share: Share
  readonly channels: Channels
  readonly style: MessageStyle
  /** Name of this watcher among those of the same share. */
  readonly by: string
  /** Returns the id of the watch asset. */
  readonly assetId: () => Promise<string>
  /** Returns a junction or a corridor by id, and all of them. */
  readonly notified: (id: string) => Tellable | undefined
  readonly all: () => Iterable<Tellable>
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly rest: (ms: number) => Promise<void>
  /** Called when the platform permanently rejects a write. */
  readonly onRefused: (what: string, error: Error) => void
  readonly log: Logger
}

/** After a change, in any case, and when in doubt, milliseconds. */
const LOOK_AFTER_MS = 1_000
const LOOK_EVERY_MS = 60_000
const LOOK_AGAIN_MS = 4_000
/** Reading open incidents takes at most a fifth of the time: each reading is followed by a pause so many times as long. */
const REST_PARTS = 4
/** Age after which a requested test is no longer answered, milliseconds. */
const TEST_WITHIN_MS = 120_000
/** Messages at a time. */
const AT_ONCE = 4

/** Notifies users of incidents. */
export class Teller {
  readonly #deps: TellerDeps
  readonly #lease: ShareLease
  readonly #book: NotificationLog
  readonly #statuses: Statuses
  readonly #months: MonthlyVerdicts
  readonly #rules: RulesReader
  readonly #lanes = new Map<string, Lane>()
  readonly #ended = new EndedIncidents()
  #timer: NodeJS.Timeout | undefined
  #lookAtMs = Number.POSITIVE_INFINITY
  #restUntilMs = 0
  #isLooking = false
  #isEnded = false

  constructor(deps: TellerDeps) {
    const { call, share, by, assetId, now, rest, notified: tellable, onRefused, log } = deps
    this.#deps = deps
    this.#lease = new ShareLease({ call, key: tellerKey(share.i, share.n), by, assetId, now, pause: rest })
    this.#book = new NotificationLog({
      ...{ call, onRefused },
      stored: (id) => tellable(id)?.notified,
      onStored: (id, notified) => tellable(id)?.noteNotified(notified),
      entityTypeOf: (id) => tellable(id)?.entityType ?? 'DEVICE',
    })
    this.#statuses = new Statuses({ call, assetId, onRefused })
    this.#months = new MonthlyVerdicts({ ...deps, statuses: this.#statuses, mayTell: () => this.#mayTell() })
    this.#rules = new RulesReader({
      ...{ call, log, onRead: (isChanged) => this.#onRules(isChanged) },
      onGone: (users) => removeLeftStatuses(deps, users),
    })
  }

  start(): void {
    this.#rules.start()
  }

  touch(): void {
    if (this.#rules.listeners.size > 0) this.#lookWithin(LOOK_AFTER_MS)
  }

  /** A message that is being sent is not waited for. */
  async close(): Promise<void> {
    this.#isEnded = true
    clearTimeout(this.#timer)
    this.#rules.close()
    for (const channel of Object.values(this.#deps.channels)) channel.close()
    await this.#lease.leave().catch(() => {})
  }

  async #onRules(isChanged: boolean): Promise<void> {
    const { listeners } = this.#rules
    for (const name of this.#lanes.keys()) if (!listeners.has(name.split(' ')[0] ?? '')) this.#lanes.delete(name)
    if (isChanged) this.#lookWithin(LOOK_AFTER_MS)
    // The first share answers tests for all.
    if (this.#deps.share.i !== 1) return
    void this.#months.look(listeners.values())
    for (const listener of listeners.values()) {
      await this.#answerTest(listener).catch((error: unknown) => {
        this.#deps.log.warn(`the test message of user ${listener.userId} could not be sent: ${failureText(error)}`)
      })
    }
  }

  async #answerTest(listener: Listener): Promise<void> {
    const { now, style } = this.#deps
    const { test } = listener.rules
    if (!test || Math.abs(now() - test.at) > TEST_WITHIN_MS) return
    if ((await this.#statuses.read(listener)).testAt >= test.at || !(await this.#mayTell())) return
    const outcome = await sendMessage(listener, test.channel, testMessage(listener.rules, style), this.#deps)
    await this.#statuses.add(listener, { ...outcome, testAt: test.at })
  }

  /** Looks within a time, milliseconds, but not before it has rested. */
  #lookWithin(ms: number): void {
    const nowMs = performance.now()
    const atMs = Math.max(nowMs + ms, this.#restUntilMs)
    if (this.#isEnded || atMs >= this.#lookAtMs) return
    this.#lookAtMs = atMs
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#lookOnce(), atMs - nowMs)
  }

  async #lookOnce(): Promise<void> {
    this.#lookAtMs = Number.POSITIVE_INFINITY
    if (this.#isLooking || performance.now() < this.#restUntilMs) return this.#lookWithin(LOOK_AFTER_MS)
    this.#isLooking = true
    let nextMs = LOOK_EVERY_MS / 4
    try {
      nextMs = await this.#look()
    } catch (error) {
      this.#deps.log.warn(`sending incident notifications failed; will retry: ${failureText(error)}`)
    }
    this.#isLooking = false
    if (this.#rules.listeners.size > 0) this.#lookWithin(nextMs)
  }

  /** Tells what is due. Resolves with when to look again, milliseconds from now. */
  async #look(): Promise<number> {
    const { call, share, now } = this.#deps
    const receivers = this.#receivers()
    if (receivers.length === 0 && ![...this.#notified()].length) return LOOK_EVERY_MS
    const startedMs = performance.now()
    const open = await fetchOpenIncidents(call, (deviceId) => isOfShare(share, deviceId))
    const readMs = performance.now()
    this.#restUntilMs = readMs + REST_PARTS * (readMs - startedMs)
    const isDoubtful = this.#ended.compare(
      [...this.#notified()].flatMap(([, notified]) => Object.keys(notified)),
      open,
    )
    const before = this.#scene(open)
    const due = receivers.filter((one) => dueAtMs(one, before) <= before.nowMs)
    // While another watcher may send, its notifications are known soon.
    if (due.length + this.#forgotten().length > 0 && !(await this.#mayTell())) return LOOK_AGAIN_MS
    for (const [deviceId, notified] of this.#forgotten()) this.#book.set(deviceId, notified)
    await this.#tellAll(due, this.#scene(open))
    await this.#book.flush()
    const after = this.#scene(open)
    const nextMs = Math.min(...receivers.map((one) => dueAtMs(one, after))) - now()
    return Math.max(LOOK_AFTER_MS, Math.min(isDoubtful ? LOOK_AGAIN_MS : LOOK_EVERY_MS, nextMs))
  }

  async #mayTell(): Promise<boolean> {
    return this.#lease.isHeld || (await this.#lease.take())
  }

  async #tellAll(receivers: readonly Receiver[], scene: Scene): Promise<void> {
    const waiting = [...receivers]
    const tellNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next && this.#lease.isHeld; next = waiting.shift()) await this.#tell(next, scene)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, tellNext))
  }

  #receivers(): readonly Receiver[] {
    return [...this.#rules.listeners.values()].flatMap((listener) =>
      SENT_CHANNELS.filter((channel) => this.#isSent(listener.rules, channel)).map((channel) => ({
        ...{ listener, channel },
        lane: this.#lane(receiver(listener.userId, channel)),
      })),
    )
  }

  /** Returns whether rules want a channel, and this watcher has it. */
  #isSent(rules: NotifyRules, channel: SentChannel): boolean {
    return rules[channel] && this.#deps.channels[channel] !== undefined
  }

  #lane(name: string): Lane {
    const lane = this.#lanes.get(name) ?? new Lane()
    this.#lanes.set(name, lane)
    return lane
  }

  #scene(open: Scene['open']): Scene {
    const nowMs = this.#deps.now()
    const over = [...this.#notified()].flatMap(([deviceId, notified]) =>
      Object.entries(notified).flatMap(([alarmId, row]): OverIncident[] =>
        this.#ended.has(alarmId) ? [{ ...row, alarmId, deviceId }] : [],
      ),
    )
    const junctions = new Map<string, NotifiedJunction>()
    for (const one of this.#deps.all()) {
      const notified = this.#book.of(one.id)
      const { id, customerId } = one
      if (notified) junctions.set(id, { id, customerId, isMuted: one.isMuted(nowMs), notified })
    }
    return { open, over, junctions, nowMs }
  }

  *#notified(): Iterable<readonly [string, Notified]> {
    for (const { id } of this.#deps.all()) {
      const notified = this.#book.of(id)
      if (notified && Object.keys(notified).length > 0) yield [id, notified]
    }
  }

  /** Lists notification logs by device that contain ended incidents without waiting users. */
  #forgotten(): readonly (readonly [string, Notified])[] {
    return [...this.#notified()].flatMap(([deviceId, notified]) => {
      const isOver = (alarmId: string): boolean => this.#ended.has(alarmId)
      const next = stillNotified(notified, isOver, (name) => this.#waitsForEnd(name))
      return JSON.stringify(next) === JSON.stringify(notified) ? [] : [[deviceId, next] as const]
    })
  }

  #waitsForEnd(name: string): boolean {
    const [userId = '', channel] = name.split(' ')
    const rules = this.#rules.listeners.get(userId)?.rules
    const known = SENT_CHANNELS.find((one) => one === channel)
    return rules !== undefined && known !== undefined && rules.cleared && this.#isSent(rules, known)
  }

  /** Sends one message. Never rejects: a deleted user must not keep others from being notified. */
  async #tell(to: Receiver, scene: Scene): Promise<void> {
    try {
      await this.#sendDue(to, scene)
    } catch (error) {
      const { listener, channel, lane } = to
      const isFirst = lane.failed(this.#deps.now())
      if (isFirst)
        this.#deps.log.warn(`${channel} to user ${listener.userId} failed and is repeated: ${failureText(error)}`)
    }
  }

  async #sendDue({ listener, channel, lane }: Receiver, scene: Scene): Promise<void> {
    const { call, style, now, log } = this.#deps
    const due = dueFor(listener, channel, scene)
    if (due.open.length + due.over.length === 0) return
    if (!(await mayBeTold(call, listener.userId))) return void lane.failed(now())
    const outcome = await sendMessage(listener, channel, messageOf(due, listener.rules, style), this.#deps)
    if (outcome.failure) {
      const isFirst = lane.failed(now())
      if (isFirst)
        log.warn(`${channel} to user ${listener.userId} failed and is repeated: ${failureText(outcome.failure)}`)
      if (isFirst) await this.#statuses.add(listener, outcome)
      return
    }
    lane.noteSent(now())
    this.#note(due, receiver(listener.userId, channel))
    await this.#statuses.add(listener, outcome)
  }

  #note(due: Due, name: string): void {
    const deviceIds = new Set([...due.open, ...due.over].map(({ deviceId }) => deviceId))
    for (const deviceId of deviceIds) {
      const notified = afterTelling(this.#book.of(deviceId) ?? {}, partOf(due, deviceId), name)
      this.#book.set(deviceId, notified)
    }
  }
}
