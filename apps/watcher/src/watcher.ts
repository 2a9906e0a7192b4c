/** Joins the parts: fleet, intake, evaluation, writes and messages. Long: some lines each. */
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import type { CallApi } from '@greenwave/client/callTypes'
import type { LiveConnection } from '@greenwave/client/liveConnection'
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { counted } from '@greenwave/contract/text'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { WaveLimits } from '@greenwave/coordination/observed/WaveEvaluator'
import type { IncidentOf } from '@greenwave/observer/incident'
import type { Observer } from '@greenwave/observer/observer'
import type { Logger } from 'pino'
import { DeviceWrites, eventsOfAlarm } from './acts/deviceWrites.ts'
import { processorMs } from './acts/fetchPace.ts'
import { CalendarDays, DAY_NOTES_AT_ONCE, DAYS_AGAIN_MS, DAYS_AT_ONCE } from './calendar/CalendarDays.ts'
import { findWatchAsset, PulseCounts, PulseWrites } from './acts/pulses.ts'
import { RecordBudget } from './acts/recordBudget.ts'
import { RecordWrites } from './acts/recordWrites.ts'
import { ShareLease } from './acts/shareLease.ts'
import { errorMessage, LONGEST_PAUSE_MS, unlessRefused, WriteQueue } from './acts/writeQueue.ts'
import { eachActiveAlarm, eachAlarmSince, listCustomers, listDevices, type NamedDevice } from './fleet/lists.ts'
import { codeOfType, resumedIncident } from './fleet/resume.ts'
import { type ListedDevice, Roster } from './fleet/roster.ts'
import { isOfShare, type Share } from './fleet/share.ts'
import { ENDS_AGAIN_MS, ENDS_AT_ONCE, HoldEnds } from './holds/HoldEnds.ts'
import { LiveIntake } from './intake/liveIntake.ts'
import { WatchedJunction } from './intake/watchedJunction.ts'
import { createLiveRefusalLog, createLossLog, createRefusalLog } from './refusalLog.ts'
import { DueRollouts, waitUnless } from './rollouts/DueRollouts.ts'
import { RouteFeed } from './routes/routeFeed.ts'
import {
  ROUTE_AGAIN_MS,
  ROUTE_LEASE,
  ROUTE_SAVES_AT_ONCE,
  ROUTE_WRITES_AT_ONCE,
  RouteRuns,
} from './routes/RouteRuns.ts'
import { Teller } from './tell/teller.ts'
import type { TellSettings } from './tellSettings.ts'
import { Waves } from './waves/Waves.ts'

/** Dependencies of a watcher. */
export interface WatcherDeps {
  readonly call: CallApi<WatcherCall>
  /** Opens a live connection that reconnects by itself. */
  readonly openLive: () => LiveConnection
  readonly share: Share
  /** Name among the watchers of its share: that of the ended watcher that it replaces. One of its own if left out. */
  readonly by?: string | undefined
  readonly observer: Observer
  /** How often the lists of devices and alarms are read, milliseconds. */
  readonly listEveryMs: number
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  readonly log: Logger
  /** Channels of notification. */
  readonly tell: TellSettings
  /** When the wave of a corridor counts as broken, and as whole again; as usual if left out. */
  readonly waveLimits?: WaveLimits | undefined
}

/** A watcher that runs. */
export interface Watcher {
  /** Ends it, after what is still to be written. */
  close(): Promise<void>
  /** Starts nothing new to write for so long, milliseconds, as an answer of the platform asked. */
  pause(ms: number): void
}

/** How soon lists are read again when one was doubtful. Milliseconds. */
const DOUBT_EVERY_MS = 3_000
/** The active alarms are compared with every other list. */
const ALARMS_EVERY_LISTS = 2
/** Junctions take turns in a second, so that thousands are no burst. */
const TURNS = 20
const TURN_MS = 1000 / TURNS
/** A timer that is later than this slept with its machine, or was held up. Milliseconds. */
const SLEPT_MS = 5_000
/** The first pulse waits until everything was heard, at most for so long. Milliseconds. */
const FIRST_PULSE_WITHIN_MS = 20_000
/** Writes of alarms, states and pulses at a time. */
const WRITES_AT_ONCE = 8
/** How long the last writes may take, milliseconds. */
const END_WITHIN_MS = 5_000
/** Events wait at most so long to be written, also while calls fail for some time, milliseconds. */
const UNWRITTEN_MS = 60_000
/** After a longer pause than this the events of its beginning are not looked for, milliseconds. */
const MOST_LOST_MS = 86_400_000

/** Starts a watcher. Rejects when the lists cannot be read. */
export async function startWatcher(deps: WatcherDeps): Promise<Watcher> {
  const { call, openLive, share, observer, now, log, listEveryMs, tell, waveLimits } = deps
  const roster = new Roster()
  const intake = new LiveIntake({
    ...{ open: openLive, now, onRefused: createLiveRefusalLog(log) },
    onAccepted: () => log.info('The platform accepts the live connection again; all junctions are monitored'),
  })
  const junctions = new Map<string, DeviceWrites>()
  const turns = Array.from({ length: TURNS }, () => new Set<DeviceWrites>())
  const counts = new PulseCounts({ email: tell.channels.email !== undefined, push: tell.pushKey })
  const pulses = new PulseWrites(call, share, () => findWatchAsset(call))
  const onRefused = createRefusalLog(log)
  const after = (ms: number, callback: () => void): (() => void) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  }
  const openQueue = (atOnce: number, longestPauseMs = LONGEST_PAUSE_MS): WriteQueue =>
    new WriteQueue({
      atOnce,
      longestPauseMs,
      nowMs: () => performance.now(),
      after,
      random: Math.random,
      onFailure: (error) => log.warn(`a write failed and is repeated: ${errorMessage(error)}`),
    })
  const queue = openQueue(WRITES_AT_ONCE)
  const rest = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve))
  /** What the parts have in common; each takes what it needs. */
  const shared = {
    ...{ call, share, observer, now, log, onRefused, after, rest, openQueue },
    by: deps.by ?? randomUUID(),
    assetId: () => pulses.assetId(),
  }
  const holds = new HoldEnds({ ...shared, queue: openQueue(ENDS_AT_ONCE, ENDS_AGAIN_MS) })
  const dueRollouts = new DueRollouts({ ...shared, wait: waitUnless })
  const waves = new Waves({
    ...shared,
    ...{ intake, queue, limits: waveLimits },
    own: (deviceId) => junctions.get(deviceId)?.watched,
    others: () => routes.devices(),
    onAlarm: (customerId) => {
      counts.touch(customerId, now())
      teller.touch()
    },
  })
  const days = new CalendarDays({
    ...shared,
    queue: openQueue(DAYS_AT_ONCE, DAYS_AGAIN_MS),
    notes: openQueue(DAY_NOTES_AT_ONCE),
    lease: new ShareLease({ ...shared, pause: rest, key: `gw_calendar_${share.i}of${share.n}` }),
  })
  const feed = new RouteFeed(openLive, (assetId, news) => routes.receive(assetId, news))
  const routes: RouteRuns = new RouteRuns({
    ...shared,
    queue: openQueue(ROUTE_WRITES_AT_ONCE, ROUTE_AGAIN_MS),
    saves: openQueue(ROUTE_SAVES_AT_ONCE, ROUTE_AGAIN_MS),
    lease: new ShareLease({ ...shared, pause: rest, key: `gw_routes_${share.i}of${share.n}`, lasts: ROUTE_LEASE }),
    factsOf: (deviceId) => {
      const watched = waves.watched(deviceId)
      return watched?.isReady ? watched.routeFacts(now()) : undefined
    },
    follow: (assetIds) => feed.follow(assetIds),
  })
  const teller = new Teller({
    ...shared,
    ...{ channels: tell.channels, style: tell.style },
    notified: (id) => junctions.get(id)?.watched ?? waves.corridor(id),
    all: () => [...[...junctions.values()].map(({ watched }) => watched), ...waves.corridors()],
  })
  const heardMs = await unlessRefused(
    () => pulses.heardUntilMs(),
    (error) => onRefused('to read the last pulse', error),
  )
  const watchedUntilMs = Math.min(heardMs ?? 0, now())
  const records = new RecordWrites({
    ...shared,
    ...{ watchedUntilMs, processorMs, budget: new RecordBudget(createLossLog(log)) },
    onCaughtUp: () => log.info('what was missed before this watcher began is read'),
  })

  let lists = 0
  let isEnded = false
  let listTimer: NodeJS.Timeout | undefined
  let doubts: ReadonlySet<string> = new Set()

  function write(writes: DeviceWrites): void {
    if (!writes.isDue) return
    queue.ask(writes.watched.id, async () => {
      await writes.write()
      teller.touch()
    })
  }

  // Of these there is one for all junctions, since each of thousands would take memory.
  const onObserved = (watched: WatchedJunction): void => {
    const writes = junctions.get(watched.id)
    if (writes) write(writes)
  }
  const onAttributes = (watched: WatchedJunction): void => {
    holds.look(watched.id, watched.holdFacts)
    days.look(watched)
  }
  const writesDeps = { ...shared, onEvent: records.happened.bind(records) }

  function add(device: ListedDevice, active: readonly ActiveIncident[]): void {
    const open = active.map(({ incident }) => incident)
    const watched = new WatchedJunction(device, observer, onObserved, open, now())
    const writes = new DeviceWrites(watched, writesDeps, active)
    watched.onAttributes = onAttributes
    junctions.set(device.id, writes)
    turns[junctions.size % TURNS]?.add(writes)
    records.follow(watched)
    intake.follow(watched)
  }

  function remove({ id }: ListedDevice): void {
    intake.unfollow(id)
    const writes = junctions.get(id)
    if (writes) for (const ofTurn of turns) ofTurn.delete(writes)
    junctions.delete(id)
    queue.drop(id)
    holds.unfollow(id)
    days.unfollow(id)
    records.unfollow(id)
  }

  async function readLists(): Promise<void> {
    const isFirst = lists === 0
    const readsAlarms = lists % ALARMS_EVERY_LISTS === 0
    // The alarms come first: a device that is new here has no earlier alarms.
    const active = readsAlarms ? await readAlarms() : undefined
    const lost = isFirst ? await fetchLostEvents() : []
    await routes.fetchRoutes()
    await waves.fetchCorridors()
    await days.fetchCalendars()
    const ofCorridors: NamedDevice[] = []
    const listed = await listDevices(call, share, (device) => waves.needs(device.id) && ofCorridors.push(device))
    if (isEnded) return
    const { added, moved, removed, isDoubtful } = roster.update(listed)
    for (const device of added) add(device, active?.get(device.id) ?? [])
    for (const { id, event } of lost) records.happened(id, event)
    for (const { id, customerId } of moved) {
      const writes = junctions.get(id)
      if (writes) writes.watched.customerId = customerId
    }
    for (const device of removed) remove(device)
    waves.takeDevices(ofCorridors)
    if (isFirst) {
      const devices = counted(added.length, 'device', 'devices')
      log.info({ pid: process.pid }, `watching ${devices}, share ${share.i} of ${share.n}`)
    } else if (added.length + removed.length > 0) {
      const news = counted(added.length, 'device is new', 'devices are new')
      log.info(`${news}, ${counted(removed.length, 'is gone', 'are gone')}; watching ${junctions.size}`)
    }
    if (active && !isFirst) compareAlarms(active)
    intake.lookAfter()
    lists += 1
    void dueRollouts.look()
    nextLists(isDoubtful ? Math.min(DOUBT_EVERY_MS, listEveryMs) : listEveryMs)
  }

  function nextLists(ms: number): void {
    if (isEnded) return
    listTimer = setTimeout(() => {
      readLists().catch((error: unknown) => {
        log.warn(`the lists could not be read: ${errorMessage(error)}`)
        nextLists(listEveryMs)
      })
    }, ms)
  }

  /**
   * Returns what was raised and cleared just before the last watcher ended: its events may have waited in memory. One that
   * was recorded is written again at its time, which changes nothing.
   */
  async function fetchLostEvents(): Promise<readonly { readonly id: string; readonly event: JunctionEvent }[]> {
    const lost: { readonly id: string; readonly event: JunctionEvent }[] = []
    if (watchedUntilMs === 0) return lost
    await eachAlarmSince(call, Math.max(watchedUntilMs, now() - MOST_LOST_MS) - UNWRITTEN_MS, (alarm) => {
      const code = codeOfType(alarm.type)
      if (code) for (const event of eventsOfAlarm(code, alarm)) lost.push({ id: alarm.originator.id, event })
    })
    return lost
  }

  /** Returns the active alarms of the devices of this share. */
  async function readAlarms(): Promise<ReadonlyMap<string, readonly ActiveIncident[]>> {
    const active = new Map<string, ActiveIncident[]>()
    await eachActiveAlarm(call, (alarm) => {
      const deviceId = alarm.originator.id
      const incident = resumedIncident(alarm)
      if (!incident || !isOfShare(share, deviceId)) return
      active.set(deviceId, [...(active.get(deviceId) ?? []), { id: alarm.id.id, alarm, incident }])
    })
    return active
  }

  /**
   * Corrects alarms that other programs changed: an alarm that was cleared while its condition holds is raised again, an
   * alarm without an observed incident is cleared. Both need two equal lists in a row: another watcher may be ahead.
   */
  function compareAlarms(active: ReadonlyMap<string, readonly ActiveIncident[]>): void {
    const found = new Set<string>()
    const isSure = (doubt: string): boolean => {
      found.add(doubt)
      return doubts.has(doubt)
    }
    for (const [id, writes] of junctions) {
      if (queue.has(id) || !writes.watched.isReady) continue
      const alarms = new Map((active.get(id) ?? []).map(({ alarm }) => [codeOfType(alarm.type), alarm]))
      for (const code of writes.expected) {
        if (!alarms.has(code) && isSure(`${id} lacks ${code}`)) writes.forget(code)
      }
      for (const [code, alarm] of alarms) {
        if (code && !writes.expected.has(code) && isSure(`${id} has ${code}`)) writes.adopt(code, alarm)
      }
      write(writes)
    }
    doubts = found
  }

  /** Removes what a watcher before left at customers that have no devices here any more. */
  async function removeLeftPulses(): Promise<void> {
    const served = new Set([...roster.devices.values()].map(({ customerId }) => customerId))
    for (const id of await listCustomers(call)) {
      if (!served.has(id))
        await unlessRefused(
          () => pulses.remove(id),
          (error) => onRefused('to remove a pulse', error),
        )
    }
  }

  let heard = true
  let turn = 0
  let turnedMs = performance.now()
  function takeTurn(): void {
    const nowMs = now()
    const monotonicMs = performance.now()
    if (monotonicMs - turnedMs > SLEPT_MS) {
      for (const { watched } of junctions.values()) watched.gap(nowMs)
      waves.gap(nowMs)
    }
    turnedMs = monotonicMs
    turn = (turn + 1) % TURNS
    for (const writes of turns[turn] ?? []) {
      writes.watched.tick(nowMs)
      write(writes)
      records.tick(writes.watched.id)
    }
    days.tick(nowMs)
    routes.tick(nowMs)
    if (turn !== 0) return
    intake.pass()
    beat(nowMs)
    const hears = intake.unheard === undefined
    if (hears && !heard) waves.gap(nowMs)
    heard = hears
    if (hears) waves.tick(nowMs)
  }

  let firstPulseMs: number | undefined
  function beat(nowMs: number): void {
    const { isLive, unheard } = intake
    // What is not heard is not watched either, and the pulse grows old unless it says why.
    if (!isLive && !unheard) return
    counts.unheard = unheard
    firstPulseMs ??= nowMs + FIRST_PULSE_WITHIN_MS
    const all = [...junctions.values()].map(({ watched }) => watched)
    const isWhole = all.every(({ written }) => written !== undefined)
    if (!isWhole && nowMs < firstPulseMs) return
    firstPulseMs = 0
    for (const place of counts.count(all, nowMs)) queue.ask(`pulse ${place}`, () => writePulse(place))
  }

  async function writePulse(place: string): Promise<void> {
    const nowMs = now()
    const pulse = counts.pulse(place, nowMs)
    await unlessRefused(
      () => pulses.write(place, pulse),
      (error) => onRefused('the pulse', error),
    )
    counts.noteWritten(place, pulse, nowMs)
  }

  await readLists()
  queue.ask('left pulses', removeLeftPulses)
  const turning = setInterval(takeTurn, TURN_MS)
  teller.start()

  return {
    pause(ms) {
      queue.pause(ms)
      records.pause(ms)
    },
    async close() {
      isEnded = true
      clearInterval(turning)
      clearTimeout(listTimer)
      intake.stop()
      await teller.close()
      await dueRollouts.close()
      feed.stop()
      await routes.close(END_WITHIN_MS)
      await days.close(END_WITHIN_MS)
      await holds.close(END_WITHIN_MS)
      waves.end()
      await queue.end(END_WITHIN_MS)
      await records.end(END_WITHIN_MS)
    },
  }
}

interface ActiveIncident {
  readonly id: string
  readonly alarm: AlarmInfo
  readonly incident: IncidentOf
}
