/**
 * @file A street with green routes on a platform that a test plays, with watchers that drive runs and end holds, in a test's
 * time. Controllers take a mode after a while, or are those of the simulator, with its engine. Long: platform, controllers
 * and watchers of one play.
 */
import { ApiError, NetworkError } from '@greenwave/client/callErrors'
import { type PlayedArguments, playedCalls } from '@greenwave/client/testing/playedCalls'
import { TestClock } from '@greenwave/client/testing/testClock'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { holdInForce } from '@greenwave/contract/records/holds'
import { parseRun, type RouteRun, runOfHold, writeRoute } from '@greenwave/contract/records/routes'
import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import type { EngineState } from '@greenwave/controller/engine/engine'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
import type { TimedValue } from '@greenwave/controller/timedValue'
import {
  type ControllerState,
  offController,
  powerOn,
  takePush,
  takeRead,
  tick,
} from '@greenwave/controller/virtual/virtualController'
import type { RunFacts } from '@greenwave/coordination/routes/run'
import { ShareLease } from '../acts/shareLease.ts'
import { WriteQueue } from '../acts/writeQueue.ts'
import { HoldEnds } from '../holds/HoldEnds.ts'
import { ROUTE_LEASE, RouteRuns } from '../routes/RouteRuns.ts'

/** A call takes this long to the platform, and its answer as long back. Milliseconds. */
const WAY_MS = 20
/** A watcher hears of a value so long after it was written, and of all so long after it started. Milliseconds. */
const HEARS_MS = 40
const STARTS_MS = 300
/** A controller takes a mode, and is green, so long after it was sent to. Milliseconds. */
const TAKES_MS = 2_000
const TICK_MS = 50
const LISTS_MS = 30_000
/** A message of the platform is at the controller, and one of it at the platform, after so long. Milliseconds. */
const LINK_MS = 300

type Attributes = Record<string, TimedValue>

/** A second of a controller of the simulator. */
export interface LivedSecond {
  readonly atMs: number
  /** Its engine; null without power. */
  readonly engine: EngineState | null
  /** The mode that it took. */
  readonly mode: number
  /** The run whose mode it took, and until when the platform has that; empty and 0 for none. */
  readonly run: string
  readonly until: number
  /** Whether platform, a watcher and its connection are there. */
  readonly isReachable: boolean
}

const NO_HOLD = { run: '', until: 0 }

/** A junction of the street. */
export class RouteJunction {
  readonly shared: Attributes = {}
  readonly client: Attributes = {}
  readonly server: Attributes = {}
  readonly records = new Map<number, ChangeRecord>()
  /** Modes that were written, one entry a write. */
  readonly modes: { readonly atMs: number; readonly mode: number }[] = []
  connected = true
  isDanger = false
  /** The platform refuses to hold it. */
  refuses = false
  /** The controller of the simulator, and what it did. */
  controller: ControllerState | null = null
  took = NO_HOLD
  readonly lived: LivedSecond[] = []
  readonly id: string

  constructor(id: string) {
    this.id = id
  }

  /** Seconds for which each hold lasted: from a mode 1 or 2 to the next other one. */
  get heldSeconds(): readonly number[] {
    const spans: number[] = []
    let from: number | undefined
    for (const { atMs, mode } of this.modes) {
      if (mode === 1 || mode === 2) from ??= atMs
      else if (from !== undefined) {
        spans.push((atMs - from) / 1000)
        from = undefined
      }
    }
    if (from !== undefined) spans.push(Number.POSITIVE_INFINITY)
    return spans
  }
}

interface Watching {
  isAlive: boolean
  /** It has heard of all junctions. */
  isReady: boolean
  readonly runs: RouteRuns
  readonly holds: HoldEnds
  readonly facts: Map<string, RunFacts>
}

/** A street. */
export class RouteStreet {
  readonly clock: TestClock
  readonly junctions = new Map<string, RouteJunction>()
  /** Runs by the ids of their assets, as the platform has them, and records of those that are over. */
  readonly runs = new Map<string, Attributes>()
  readonly told: { readonly route: string; readonly key: string; readonly ts: number; readonly value: unknown }[] = []
  isUp = true
  readonly warnings: string[] = []
  readonly #settings: ControllerSettings | null
  readonly #watch: Attributes = {}
  readonly #watchers: Watching[] = []
  #started = 0
  #underWay = 0

  /** `settings`: those of the simulator's controllers. */
  constructor(
    nowMs: number,
    ids: readonly string[],
    routes: readonly string[] = ['route'],
    settings: ControllerSettings | null = null,
  ) {
    this.clock = new TestClock(nowMs)
    this.#settings = settings
    for (const route of routes) this.runs.set(route, {})
    for (const id of ids) {
      const junction = new RouteJunction(id)
      this.junctions.set(id, junction)
      this.#put(junction.shared, { Mode: 4 }, nowMs - 86_400_000)
      this.#put(junction.client, { Mode: 4 }, nowMs - 86_400_000)
      if (settings) this.power(id, 'on')
    }
    if (settings) this.#live()
  }

  get alive(): number {
    return this.#watchers.length
  }

  junction(id: string): RouteJunction {
    const junction = this.junctions.get(id)
    if (!junction) throw new Error(`no junction ${id}`)
    return junction
  }

  run(route = 'route'): RouteRun | undefined {
    return parseRun(this.runs.get(route)?.gw_run?.value)
  }

  /** Writes a run as a console does; a route that there is not is saved with it. */
  start(run: object, route = 'route'): void {
    const attributes = this.runs.get(route) ?? {}
    this.runs.set(route, attributes)
    this.#put(attributes, { gw_run: run })
    this.#tellRoute(route)
  }

  /** Tells a route something as consoles and vehicles do. */
  tell(key: 'gw_order' | 'gw_position', value: object, route = 'route'): void {
    this.told.push({ route, key, ts: this.clock.nowMs, value })
    this.#tellRoute(route)
  }

  /** Chooses a mode as a person does, without an end. */
  choose(id: string, mode: number): void {
    this.#writeMode(this.junction(id), mode)
  }

  change(id: string, change: Partial<Pick<RouteJunction, 'connected' | 'isDanger' | 'refuses'>>): void {
    const junction = this.junction(id)
    Object.assign(junction, change)
    if (change.connected && junction.controller) this.#read(junction)
    else if (change.connected) this.#take(junction)
    this.#tellJunction(junction)
  }

  /** Turns the power of a controller of the simulator on or off. It keeps nothing of what it was told. */
  power(id: string, to: 'on' | 'off'): void {
    const junction = this.junction(id)
    const second = Math.floor(this.clock.nowMs / 1000)
    if (to === 'off' && junction.controller) {
      junction.controller = { ...junction.controller, engine: null }
      // It may be back before the second is over.
      this.#note(junction, junction.controller)
    } else if (!junction.controller?.engine) {
      junction.controller = powerOn(offController([], second, this.#sharedOf(junction)), second)
    }
  }

  /** Starts a watcher. It is killed as soon as the platform has done so many of its calls. */
  startWatcher(calls = Number.POSITIVE_INFINITY): void {
    this.#started += 1
    const by = `watcher ${this.#started}`
    let left = calls
    const watching = { isAlive: true, facts: new Map() } as unknown as Watching
    const after = (ms: number, callback: () => void) => this.clock.after(ms, () => watching.isAlive && callback())
    const call = playedCalls(async (name, args) => {
      this.#underWay += 1
      try {
        await this.#way(watching)
        const answer = this.#answer(name, args)
        left -= 1
        if (left === 0) this.#kill(watching)
        await this.#way(watching)
        return answer
      } finally {
        this.#underWay -= 1
      }
    })
    const now = () => this.clock.nowMs
    const queue = () =>
      new WriteQueue({
        ...{ atOnce: 16, nowMs: now, after, random: () => 0.5, longestPauseMs: 1000, onFailure: () => {} },
      })
    const rest = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve))
    const log = { info: () => {}, warn: (text: unknown) => this.warnings.push(String(text)) }
    const onRefused = (what: string) => this.warnings.push(`refused: ${what}`)
    const asset = { call, by, assetId: async () => 'watch', now }
    const runs = new RouteRuns({
      ...{ call, share: { i: 1, n: 1 }, queue: queue(), rest, now, log, onRefused },
      follow: () => {
        for (const route of this.runs.keys()) this.#tellRoute(route, watching)
      },
      lease: new ShareLease({ ...asset, key: 'gw_routes_1of1', pause: rest, lasts: ROUTE_LEASE }),
      factsOf: (device) => watching.facts.get(device),
    })
    Object.assign(watching, { runs, holds: new HoldEnds({ ...asset, queue: queue(), after, onRefused }) })
    this.#watchers.push(watching)
    const list = async () => {
      if (this.isUp) await runs.fetchRoutes().catch(() => undefined)
      after(LISTS_MS, () => void list())
    }
    const tick = () => {
      runs.tick(now())
      after(TICK_MS, tick)
    }
    after(STARTS_MS, () => {
      void list()
      tick()
      for (const junction of this.junctions.values()) this.#tellJunction(junction, watching)
      after(HEARS_MS, () => {
        watching.isReady = true
      })
    })
  }

  /** Kills the watcher that was started first of those that run. */
  killWatcher(): void {
    const [first] = this.#watchers
    if (first) this.#kill(first)
  }

  #kill(watching: Watching): void {
    watching.isAlive = false
    this.#watchers.splice(this.#watchers.indexOf(watching), 1)
  }

  turn(to: 'on' | 'off'): void {
    this.isUp = to === 'on'
    if (!this.isUp) return
    for (const junction of this.junctions.values()) {
      if (junction.controller) this.#read(junction)
      this.#tellJunction(junction)
    }
    for (const route of this.runs.keys()) this.#tellRoute(route)
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms || this.#underWay > 0; passed += WAY_MS) {
      this.clock.advance(WAY_MS)
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
    }
  }

  async #way(watching: Watching): Promise<void> {
    await new Promise<void>((resolve) => void this.clock.after(WAY_MS, resolve))
    if (!watching.isAlive) await new Promise<never>(() => this.#forget())
    if (!this.isUp) throw new NetworkError('No answer')
  }

  /** A dead watcher waits for nothing. */
  #forget(): void {
    this.#underWay -= 1
  }

  #answer(name: string, { params, query, body }: PlayedArguments): unknown {
    const { entityId = '', scope = '', entityType } = (params ?? {}) as Record<string, string>
    const { keys = '', startTs = '0', endTs = '0' } = (query ?? {}) as Record<string, string>
    if (name === 'tenantAssets') {
      const junctions = [...this.junctions.keys()].map((device, nth) => ({
        device,
        phase: 1,
        position: nth,
        speed: null,
      }))
      const additionalInfo = writeRoute({}, { longest: 120, queue: 10, junctions } as never)
      return { data: [...this.runs.keys()].map((id) => ({ id: { id }, name: id, additionalInfo })), hasNext: false }
    }
    if (entityType === 'ASSET') {
      const of = this.runs.get(entityId) ?? this.#watch
      if (name === 'attributes') return attributesOf(of).filter(({ key }) => key === keys)
      if (name === 'timeseries') {
        const told = this.told.filter(
          ({ route, ts }) => route === entityId && ts >= Number(startTs) && ts < Number(endTs),
        )
        return Object.groupBy(told, ({ key }) => key)
      }
      if (name === 'saveTimeseries') {
        const { ts, values } = body as { readonly ts: number; readonly values: Readonly<Record<string, unknown>> }
        for (const [key, value] of Object.entries(values)) this.told.push({ route: entityId, key, ts, value })
        return undefined
      }
      this.#put(of, structuredClone(body) as object)
      if (of !== this.#watch) this.#tellRoute(entityId)
      return undefined
    }
    const junction = this.junctions.get(entityId)
    if (!junction) throw new ApiError(404, 32, 'No such device')
    const of = scope === 'SHARED_SCOPE' ? 'shared' : 'server'
    if (name === 'attributes') return attributesOf(junction[of])
    if (name === 'saveAttributes') {
      const { Mode: mode } = body as { readonly Mode?: number }
      if (of === 'shared' && junction.refuses && mode !== 4) throw new ApiError(403, 20, 'No permission')
      if (of === 'shared' && mode !== undefined) this.#writeMode(junction, mode)
      else {
        this.#put(junction[of], structuredClone(body) as object)
        this.#tellJunction(junction)
      }
      return undefined
    }
    if (name === 'saveTimeseries') {
      const { ts, values } = body as { readonly ts: number; readonly values: Readonly<Record<string, unknown>> }
      const record = parseChangeRecord(ts, values.gw_change)
      if (record) junction.records.set(ts, record)
      return undefined
    }
    if (name === 'timeseries') {
      const found = [...junction.records.values()].filter(({ at }) => at >= Number(startTs) && at < Number(endTs))
      return { gw_change: found.map((record) => ({ ts: record.at, value: { v: 1, ...record } })) }
    }
    throw new Error(`${name} is not played`)
  }

  #put(attributes: Attributes, values: object, ts = this.clock.nowMs): void {
    for (const [key, value] of Object.entries(values)) attributes[key] = { ts, value }
  }

  #writeMode(junction: RouteJunction, mode: number): void {
    this.#put(junction.shared, { Mode: mode })
    junction.modes.push({ atMs: this.clock.nowMs, mode })
    this.#tellJunction(junction)
    this.#take(junction)
  }

  #sharedOf({ shared }: RouteJunction) {
    return { ...(this.#settings && writeSettings(this.#settings)), Mode: shared.Mode?.value }
  }

  /** What a controller reads when it connects. */
  #read(junction: RouteJunction): void {
    this.clock.after(LINK_MS, () => {
      if (!junction.controller || !junction.connected || !this.isUp) return
      junction.controller = takeRead(junction.controller, this.#sharedOf(junction))
      junction.took = heldIn(junction)
    })
  }

  /** Lets the simulator's controllers live second by second. */
  #live(): void {
    for (const junction of this.junctions.values()) {
      const { controller } = junction
      if (!controller) continue
      const before = controller.engine
      const after = tick(controller, Math.floor(this.clock.nowMs / 1000))
      junction.controller = after
      const hold = heldIn(junction)
      if (hold.run === junction.took.run) junction.took = hold
      this.#note(junction, after)
      if (after.engine?.lamps !== before?.lamps) this.clock.after(LINK_MS, () => this.#report(junction))
    }
    this.clock.after(1000, () => this.#live())
  }

  #note(junction: RouteJunction, { engine, settings }: ControllerState): void {
    junction.lived.push({
      ...{ atMs: this.clock.nowMs, engine, mode: settings.mode, ...junction.took },
      isReachable: this.isUp && junction.connected && this.#watchers.some(({ isReady }) => isReady),
    })
  }

  #report(junction: RouteJunction): void {
    const { engine } = junction.controller ?? {}
    if (!engine || !junction.connected || !this.isUp) return
    if (junction.client.Mode?.value !== engine.mode) this.#put(junction.client, { Mode: engine.mode })
    this.#tellJunction(junction)
  }

  #take(junction: RouteJunction): void {
    if (junction.controller) {
      const { Mode: sent } = junction.shared
      this.clock.after(LINK_MS, () => {
        if (!junction.controller || !junction.connected || !this.isUp) return
        const second = Math.floor(this.clock.nowMs / 1000)
        junction.controller = takePush(junction.controller, { Mode: sent?.value }, second)
        junction.took = heldIn(junction)
      })
      return
    }
    this.clock.after(TAKES_MS, () => {
      const mode = junction.shared.Mode?.value
      if (!junction.connected || junction.client.Mode?.value === mode) return
      this.#put(junction.client, { Mode: mode })
      this.#tellJunction(junction)
    })
  }

  /** Tells watchers what the live connection tells them. */
  #tellJunction(junction: RouteJunction, only?: Watching): void {
    for (const watching of only ? [only] : this.#watchers) {
      const { gw_hold: hold, gw_held: held } = junction.server
      const [mode, reported] = [junction.shared.Mode, Number(junction.client.Mode?.value)]
      const holdFacts = { hold, held, mode }
      const inForce = holdInForce(holdFacts)
      const facts: RunFacts = {
        ...{ connected: junction.connected, isDanger: junction.isDanger, mode: Number(mode?.value), reported },
        ...{ heldBy: inForce ? runOfHold(inForce.hold) : null, clearance: 5 },
        green: junction.controller ? greenOf(junction) : reported === 1 || reported === 2 ? reported : 0,
      }
      this.clock.after(HEARS_MS, () => {
        if (!watching.isAlive || !this.isUp) return
        watching.facts.set(junction.id, facts)
        watching.holds.look(junction.id, holdFacts)
      })
    }
  }

  #tellRoute(route: string, only?: Watching): void {
    const run = this.runs.get(route)?.gw_run
    const news = (key: string) => this.told.filter((one) => one.route === route && one.key === key)
    const text = run && JSON.stringify(run.value)
    const [orders, positions] = [news('gw_order').slice(-1), news('gw_position').slice(-1)]
    for (const watching of only ? [only] : this.#watchers) {
      this.clock.after(HEARS_MS, () => {
        if (!watching.isAlive || !this.isUp) return
        watching.runs.receive(route, { ...(text && { run: text }), orders, positions })
      })
    }
  }
}

/** The phase that is green while all others are red; 0 for none, null while nothing is heard. */
function greenOf({ controller, connected }: RouteJunction): number | null {
  const lamps = controller?.engine?.lamps
  if (!connected || !lamps) return null
  const lit = PHASES.filter((phase) => ofPhase(lamps, phase).red === 0)
  return lit.length === 1 && lit[0] && ofPhase(lamps, lit[0]).green > 0 ? lit[0] : 0
}

/** The run that holds a junction by what the platform has, and until when. */
function heldIn({ shared, server }: RouteJunction): { readonly run: string; readonly until: number } {
  const inForce = holdInForce({ hold: server.gw_hold, held: server.gw_held, mode: shared.Mode })
  return inForce ? { run: runOfHold(inForce.hold), until: inForce.hold.until ?? 0 } : NO_HOLD
}

function attributesOf(values: Attributes) {
  return Object.entries(values).map(([key, { ts, value }]) => ({ key, value, lastUpdateTs: ts }))
}
