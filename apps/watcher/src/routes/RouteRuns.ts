/**
 * @file Drives the runs of green routes. `nextRun` decides from the run as stored, the junctions and the time; before
 * anything is written to a junction its attributes are read anew, so that neither a person nor another route is overruled,
 * and what a killed watcher requested is taken over and not requested twice. One watcher of a share drives, by a lease.
 * Long: one run's way from its request to its record.
 */
import { finishChange, writeChange } from '@greenwave/changes/writeChange'
import type { CallApi } from '@greenwave/client/callTypes'
import { listRows } from '@greenwave/client/listPages'
import { patiently } from '@greenwave/client/patiently'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { type HoldInForce, holdInForce } from '@greenwave/contract/records/holds'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import {
  isUnderWay,
  ORDER_KEY,
  POSITION_KEY,
  parseOrder,
  parsePosition,
  parseRoute,
  parseRun,
  ROUTE_KEY,
  ROUTE_TYPE,
  type RouteRun,
  RUN_KEY,
  runOfHold,
} from '@greenwave/contract/records/routes'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import type { Asset } from '@greenwave/contract/wire/assets'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { MODE_KEY } from '@greenwave/controller/keys'
import { AUTOMATIC_MODE, modeKind } from '@greenwave/controller/mode'
import type { TimedValue, TimedValues } from '@greenwave/controller/timedValue'
import {
  actAt,
  isAsked,
  leftAlone,
  nextRun,
  type RunAct,
  type RunFacts,
  withHeld,
  withLeft,
  withOrder,
  withPosition,
  withReleased,
} from '@greenwave/coordination/routes/run'
import type { Logger } from 'pino'
import type { ShareLease } from '../acts/shareLease.ts'
import { errorMessage, unlessRefused, type WriteQueue } from '../acts/writeQueue.ts'
import { isOfShare, type Share } from '../fleet/share.ts'
import type { RouteNews } from './routeFeed.ts'

/** Dependencies of `RouteRuns`. */
export interface RouteRunsDeps {
  readonly call: CallApi<WatcherCall>
  readonly share: Share
  /** Requests and releases junctions. Repeats what fails soon: a second late is late. */
  readonly queue: WriteQueue
  /** Stores runs and completes records, which no junction waits for. */
  readonly saves: WriteQueue
  readonly lease: Pick<ShareLease, 'isHeld' | 'take' | 'leave'>
  /** Returns what is known of a junction; undefined for one that is not watched, or not heard yet. */
  readonly factsOf: (device: string) => RunFacts | undefined
  /** Follows the orders and positions of these routes. */
  readonly follow: (assetIds: Iterable<string>) => void
  /** Resolves after some milliseconds. */
  readonly rest: (ms: number) => Promise<void>
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Called when the platform permanently rejects a write. */
  readonly onRefused: (what: string, error: Error) => void
}

/** How long the name of a watcher keeps others from driving, and how long it drives by it, milliseconds. */
export const ROUTE_LEASE = { keepsOthersMs: 8_000, holdsMs: 6_000 }
/** Junctions that are requested or released at a time, and runs that are stored at a time. */
export const ROUTE_WRITES_AT_ONCE = 16
export const ROUTE_SAVES_AT_ONCE = 4
/** The longest pause before a write that failed is tried again, milliseconds. */
export const ROUTE_AGAIN_MS = 1_000
/** Runs are looked at this often, and the lease is taken again this often, milliseconds. */
export const ROUTE_LOOKS_MS = 250
const RENEWED_MS = 2_000
const PAGE_ROWS = 50
/** The newest routes are looked for this often: a run may be requested as soon as its route is saved. Milliseconds. */
const NEWEST_EVERY_MS = 3_000
const NEWEST_ROWS = 10
/** A run that does not change is written this often, and one of which only more was seen at most this often, milliseconds. */
const LOOKED_EVERY_MS = 5_000
const SAVES_MS = 500
/** Newest changes of a junction among which those of a run are looked for, and orders and positions that are read at once. */
const NEWEST_CHANGES = 20
const MOST_READ = 1000

/** A route that is followed. */
interface Followed {
  /** The devices of its junctions. */
  devices: readonly string[]
  run: RouteRun | undefined
  /** Whether this watcher has read all that happened, and drives the run. */
  isDriven: boolean
  isResuming: boolean
  /** Whether the run is over, and the platform does not have that yet. */
  isEnding: boolean
  /** Run as the platform has it, but for the time of the look, and since when, epoch milliseconds. */
  stored: RouteRun | undefined
  storedMs: number
}

/** Drives runs. */
export class RouteRuns {
  readonly #deps: RouteRunsDeps
  readonly #routes = new Map<string, Followed>()
  #lookedMs = Number.NEGATIVE_INFINITY
  #takenMs = Number.NEGATIVE_INFINITY
  #newestMs = Number.NEGATIVE_INFINITY
  /** All routes that were saved until this time were listed, epoch milliseconds. */
  #listedMs = 0
  #isTaking = false
  #isListing = false
  #isEnded = false

  constructor(deps: RouteRunsDeps) {
    this.#deps = deps
  }

  /** Reads which routes there are. Call it from time to time, before devices are listed. */
  async fetchRoutes(): Promise<void> {
    const { call, share, rest, onRefused, follow } = this.#deps
    const found = new Set<string>()
    const read = await unlessRefused(
      async () => {
        const order = { sortProperty: 'createdTime', sortOrder: 'ASC' } as const
        const rows = listRows((page) =>
          patiently(
            () => call('tenantAssets', { query: { type: ROUTE_TYPE, pageSize: PAGE_ROWS, page, ...order } }),
            rest,
          ),
        )
        for await (const asset of rows) {
          this.#listedMs = Math.max(this.#listedMs, asset.createdTime)
          if (!isOfShare(share, asset.id.id)) continue
          found.add(asset.id.id)
          this.#take(asset)
        }
        return true
      },
      (error) => onRefused('to list green routes', error),
    )
    if (!read) return
    for (const id of this.#routes.keys()) if (!found.has(id)) this.#forget(id)
    follow(this.#routes.keys())
  }

  /** Adds routes that were saved since the last list. Whoever fails here reads all with the next one. */
  async #fetchNewest(): Promise<void> {
    const { call, share, follow } = this.#deps
    const newest = { sortProperty: 'createdTime', sortOrder: 'DESC', pageSize: NEWEST_ROWS } as const
    let [listedMs, added] = [this.#listedMs, 0]
    for (let page = 0, isKnown = false; !isKnown; page += 1) {
      const { data, hasNext } = await call('tenantAssets', { query: { type: ROUTE_TYPE, ...newest, page } })
      for (const asset of data) {
        listedMs = Math.max(listedMs, asset.createdTime)
        const { id } = asset.id
        if (!isOfShare(share, id) || this.#routes.has(id)) continue
        this.#take(asset)
        added += 1
      }
      isKnown = !hasNext || data.every(({ createdTime }) => createdTime <= this.#listedMs)
    }
    this.#listedMs = listedMs
    if (added > 0 && !this.#isEnded) follow(this.#routes.keys())
  }

  #take(asset: Asset): void {
    const devices = parseRoute(asset)?.junctions.map(({ device }) => device) ?? []
    const known = this.#routes.get(asset.id.id)
    if (known) known.devices = devices
    else this.#routes.set(asset.id.id, newFollowed(devices))
  }

  /** Lists the devices of all routes. */
  *devices(): Iterable<string> {
    for (const { devices, run } of this.#routes.values()) {
      yield* devices
      if (run && isUnderWay(run)) for (const { device } of run.junctions) yield device
    }
  }

  /** Takes what the live connection tells of a route. */
  receive(assetId: string, { run: text, orders, positions }: RouteNews): void {
    const route = this.#routes.get(assetId)
    if (!route) return
    if (text !== undefined) this.#takeRun(route, text)
    if (route.isDriven) this.#takeValues(route, orders, positions)
    // Whoever reads all later reads these, too.
  }

  #takeRun(route: Followed, text: unknown): void {
    // What this watcher wrote comes back to it, and a run that goes on is not replaced.
    if (route.isDriven && route.run && isUnderWay(route.run)) return
    const run = parseRun(text)
    if (run && route.run?.id === run.id && !isUnderWay(route.run)) return
    route.run = run
    route.isDriven = false
    route.isEnding = false
    if (run && isUnderWay(run)) this.#takenMs = Number.NEGATIVE_INFINITY
  }

  #takeValues(route: Followed, orders: readonly TimedValue[], positions: readonly TimedValue[]): void {
    for (const { ts, value } of inTime(orders)) {
      const order = parseOrder(value)
      if (order && route.run) route.run = withOrder(route.run, order, ts)
    }
    for (const { ts, value } of inTime(positions)) {
      const position = parsePosition(value)
      if (position && route.run && ts >= route.run.at) route.run = withPosition(route.run, position, ts)
    }
  }

  /** Lets time pass. Call it many times a second. */
  tick(nowMs: number): void {
    if (this.#isEnded || Math.abs(nowMs - this.#lookedMs) < ROUTE_LOOKS_MS) return
    this.#lookedMs = nowMs
    this.#lookForNewest(nowMs)
    const active = [...this.#routes].filter(([, { run, isEnding }]) => run && (isUnderWay(run) || isEnding))
    if (active.length === 0) return
    this.#keepLease(nowMs)
    const { isHeld } = this.#deps.lease
    for (const [id, route] of active) {
      if (!isHeld) route.isDriven = false
      else if (!route.isDriven) this.#resume(id, route)
      else if (route.isEnding) this.#write(id, route)
      else this.#drive(id, route, nowMs)
    }
  }

  #lookForNewest(nowMs: number): void {
    if (this.#isListing || Math.abs(nowMs - this.#newestMs) < NEWEST_EVERY_MS) return
    this.#newestMs = nowMs
    this.#isListing = true
    this.#fetchNewest()
      .catch(() => undefined)
      .finally(() => {
        this.#isListing = false
      })
  }

  /** Ends, after what runs. Another watcher goes on. */
  async close(withinMs: number): Promise<void> {
    this.#isEnded = true
    await Promise.all([this.#deps.queue.end(withinMs), this.#deps.saves.end(withinMs)])
    await this.#deps.lease.leave().catch(() => undefined)
  }

  #keepLease(nowMs: number): void {
    if (this.#isTaking || Math.abs(nowMs - this.#takenMs) < RENEWED_MS) return
    this.#isTaking = true
    this.#takenMs = nowMs
    this.#deps.lease
      .take()
      .catch((error: unknown) =>
        this.#deps.log.warn(`The right to drive routes could not be taken: ${errorMessage(error)}`),
      )
      .finally(() => {
        this.#isTaking = false
      })
  }

  /** Reads the run and all orders and positions since, and drives it from then on. */
  #resume(id: string, route: Followed): void {
    if (route.isResuming) return
    route.isResuming = true
    const { call, now, lease } = this.#deps
    const asset = { entityType: 'ASSET', entityId: id } as const
    const read = async () => {
      const [stored] = await call('attributes', {
        params: { ...asset, scope: 'SERVER_SCOPE' },
        query: { keys: RUN_KEY },
      })
      const run = parseRun(stored?.value)
      if (!run || !isUnderWay(run)) {
        route.run = run
        route.isEnding = false
        return
      }
      const times = { startTs: String(run.at), endTs: String(now() + 1000), limit: String(MOST_READ) }
      const query = { keys: `${ORDER_KEY},${POSITION_KEY}`, ...times, orderBy: 'DESC', agg: 'NONE' }
      const found = await call('timeseries', { params: asset, query })
      if (!lease.isHeld || this.#isEnded) return
      route.run = run
      route.isEnding = false
      route.stored = run
      this.#takeValues(route, found[ORDER_KEY] ?? [], found[POSITION_KEY] ?? [])
      route.isDriven = true
      this.#deps.log.info(`drives the green route ${run.name} (${run.id})`)
    }
    unlessRefused(read, (error) => this.#deps.onRefused('to read a green route', error))
      .catch((error: unknown) => this.#deps.log.warn(`A green route could not be read: ${errorMessage(error)}`))
      .finally(() => {
        route.isResuming = false
      })
  }

  #drive(id: string, route: Followed, nowMs: number): void {
    if (!route.run) return
    const { run, acts } = nextRun(route.run, this.#deps.factsOf, nowMs)
    route.run = run
    route.isEnding = !isUnderWay(run)
    for (const act of acts) this.#deps.queue.ask(`${id}/${act.index}`, () => this.#act(id, act.index))
    // What was requested is written at once, by `#act`.
    if (route.isEnding || Math.abs(nowMs - route.storedMs) >= SAVES_MS) this.#write(id, route)
  }

  #write(id: string, route: Followed): void {
    const { run, isEnding } = route
    if (run && (isEnding || this.#isDue(route, run))) this.#deps.saves.ask(`run ${id}`, () => this.#save(id))
  }

  /** Returns whether the run must be written: it changed, or watchers must show that they still look at it. */
  #isDue({ stored, storedMs }: Followed, run: RouteRun): boolean {
    return run !== stored || (isUnderWay(run) && Math.abs(this.#deps.now() - storedMs) >= LOOKED_EVERY_MS)
  }

  async #save(id: string): Promise<void> {
    const route = this.#routes.get(id)
    const run = route?.run
    if (!route || !run || !route.isDriven || !this.#deps.lease.isHeld) return
    const { call, now, onRefused } = this.#deps
    if (!route.isEnding && !this.#isDue(route, run)) return
    const looked = { ...run, looked: now() }
    const asset = { entityType: 'ASSET', entityId: id } as const
    await unlessRefused(
      async () => {
        if (!isUnderWay(run)) {
          const body = { ts: run.at, values: { [ROUTE_KEY]: looked } }
          await call('saveTimeseries', { params: { ...asset, scope: 'ANY' }, body })
        }
        await call('saveAttributes', { params: { ...asset, scope: 'SERVER_SCOPE' }, body: { [RUN_KEY]: looked } })
      },
      (error) => onRefused('the run of a green route', error),
    )
    route.stored = run
    route.storedMs = looked.looked
    if (route.run === run) route.isEnding = false
  }

  /** Does what the run wants of a junction when the turn of it comes. */
  async #act(id: string, index: number): Promise<void> {
    const { call, now, lease } = this.#deps
    const route = this.#routes.get(id)
    const device = route?.run?.junctions[index]?.device
    if (!route || device === undefined || !this.#wanted(route, index)) return
    const [server, shared, own] = await Promise.all([
      this.#read(device, 'SERVER_SCOPE'),
      this.#read(device, 'SHARED_SCOPE'),
      this.#fetchOwn(device, route),
    ])
    const act = this.#wanted(route, index)
    const { run } = route
    if (!run || !act || !lease.isHeld || !server || !shared) return
    const hold = server[JUNCTION_KEYS.hold]
    const inForce = holdInForce({ hold, held: server[JUNCTION_KEYS.held], mode: shared[MODE_KEY] })
    const ofRun = inForce && runOfHold(inForce.hold) === run.id ? inForce : null
    if (act.kind === 'release') {
      const isDone = !ofRun || (await this.#send(route, { index, shared, own, ofRun, until: null }))
      if (isDone && route.run) route.run = withReleased(route.run, index, now())
    } else {
      const step = run.junctions[index]?.step
      if (ofRun && step && !isAsked(step)) {
        // Requested by a watcher that was killed before it could note that.
        for (const record of own) if (record.state === 'begun') await finishChange(call, device, record)
        route.run = withHeld(run, index, ofRun.modeMs, ofRun.hold.until ?? act.until)
        return
      }
      // A hold that has ended meanwhile is not extended any more.
      if (!ofRun && step && isAsked(step)) return
      const reason = this.#reasonNow(run, index, inForce, shared)
      if (reason) {
        if (step && !isAsked(step)) route.run = withLeft(run, index, reason)
        return
      }
      const isDone = await this.#send(route, { index, shared, own, ofRun, until: act.until })
      if (route.run)
        route.run = isDone ? withHeld(route.run, index, now(), act.until) : withLeft(route.run, index, 'refused')
    }
    this.#write(id, route)
  }

  #wanted(route: Followed, index: number): RunAct | undefined {
    if (!route.run || !route.isDriven || !this.#deps.lease.isHeld || this.#isEnded) return undefined
    return actAt(route.run, index, this.#deps.factsOf, this.#deps.now())
  }

  #reasonNow(run: RouteRun, index: number, inForce: HoldInForce | null, shared: TimedValues) {
    const { device = '', phase = 3 } = run.junctions[index] ?? {}
    const known = this.#deps.factsOf(device)
    const heldBy = inForce ? runOfHold(inForce.hold) : null
    return leftAlone(run.id, phase, known && { ...known, heldBy, mode: modeIn(shared) })
  }

  /** Writes the mode of a junction on record; returns whether the platform took it. */
  async #send(
    { run }: Followed,
    act: {
      readonly index: number
      readonly shared: TimedValues
      readonly own: readonly ChangeRecord[]
      readonly ofRun: HoldInForce | null
      /** End of the hold; null lets go. */
      readonly until: number | null
    },
  ): Promise<boolean> {
    const { call, now, onRefused, saves } = this.#deps
    const { index, shared, own, ofRun, until } = act
    const place = run?.junctions[index]
    if (!run || !place) return false
    const mode = modeIn(shared)
    const automatic = mode !== undefined && modeKind(mode).kind === 'automatic' ? mode : AUTOMATIC_MODE
    const back = ofRun?.hold.back ?? automatic
    const why = `green route ${run.name}: ${run.why}`
    const id = `${ownId(run, index)}${place.step.asked ?? 0}/${until === null ? 'go' : ofRun ? until : 'hold'}`
    const begun = own.find((record) => record.id === id && record.state === 'begun')
    const hold = until !== null && { mode: place.phase, until, back, by: run.by, why, run: run.id }
    const change = {
      ...{ deviceId: place.device, id, at: begun?.at ?? now(), from: 'watcher', why, batch: `route/${run.id}` },
      ...{ by: { id: '', name: run.by }, scope: 'SHARED_SCOPE' as const },
      present: Object.fromEntries(Object.entries(shared).map(([key, { value }]) => [key, value])),
      values: { [MODE_KEY]: hold ? place.phase : back },
      ...(hold && { hold }),
      ...(ofRun && { holdBefore: ofRun.hold }),
    }
    const written = await unlessRefused(
      () => writeChange(call, change),
      (error) => onRefused('the mode of a green route', error),
    )
    if (!written) return false
    saves.ask(`record of ${id}`, () => written.settled)
    return true
  }

  /** Fetches the changes that the run made at a junction. */
  async #fetchOwn(device: string, { run }: Followed): Promise<readonly ChangeRecord[]> {
    if (!run) return []
    const times = { startTs: String(run.at), endTs: String(this.#deps.now() + 1000), limit: String(NEWEST_CHANGES) }
    const query = { keys: CHANGE_KEY, ...times, orderBy: 'DESC', agg: 'NONE' }
    const found = await unlessRefused(
      () => this.#deps.call('timeseries', { params: ofDevice(device), query }),
      () => undefined,
    )
    return (found?.[CHANGE_KEY] ?? [])
      .map(({ ts, value }) => parseChangeRecord(ts, value))
      .filter((record): record is ChangeRecord => record?.id.startsWith(`route/${run.id}/`) === true)
  }

  /** Reads attributes with their JSON types; undefined for a device that is gone. */
  async #read(device: string, scope: 'SERVER_SCOPE' | 'SHARED_SCOPE'): Promise<TimedValues | undefined> {
    const keys = scope === 'SERVER_SCOPE' && { query: { keys: [JUNCTION_KEYS.hold, JUNCTION_KEYS.held].join() } }
    const read = await unlessRefused(
      () => this.#deps.call('attributes', { params: { ...ofDevice(device), scope }, ...keys }),
      () => undefined,
    )
    return read && Object.fromEntries(read.map(({ key, value, lastUpdateTs }) => [key, { ts: lastUpdateTs, value }]))
  }

  #forget(id: string): void {
    const { run, isDriven } = this.#routes.get(id) ?? {}
    // Holds of a route that was deleted end at their time.
    if (run && isDriven && isUnderWay(run))
      this.#deps.log.warn(`The green route ${run.name} was deleted during its run`)
    this.#routes.delete(id)
  }
}

function newFollowed(devices: readonly string[]): Followed {
  return {
    devices,
    run: undefined,
    isDriven: false,
    isResuming: false,
    isEnding: false,
    stored: undefined,
    storedMs: 0,
  }
}

/** Returns with what the ids of the changes of a run at a junction begin, the same for every watcher. */
function ownId(run: RouteRun, index: number): string {
  return `route/${run.id}/${index}/`
}

function modeIn(shared: TimedValues): number | undefined {
  const value = shared[MODE_KEY]?.value
  return typeof value === 'number' ? value : undefined
}

function inTime(values: readonly TimedValue[]): readonly TimedValue[] {
  return values.toSorted((a, b) => a.ts - b.ts)
}
