/**
 * @file A street with green routes on a platform that a test plays, with watchers that drive runs and end holds. Controllers
 * take a mode after a while, or are those of the simulator, with its engine. Long: both kinds of one play.
 */
import { ApiError } from '@greenwave/client/callErrors'
import type { PlayedArguments } from '@greenwave/client/testing/playedCalls'
import { holdInForce } from '@greenwave/contract/records/holds'
import { parseRun, type RouteRun, runOfHold, writeRoute } from '@greenwave/contract/records/routes'
import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import type { EngineState } from '@greenwave/controller/engine/engine'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
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
import { HoldEnds } from '../holds/HoldEnds.ts'
import {
  ROUTE_LEASE,
  ROUTE_LOOKS_MS,
  ROUTE_SAVES_AT_ONCE,
  ROUTE_WRITES_AT_ONCE,
  RouteRuns,
} from '../routes/RouteRuns.ts'
import { attributesOf, PlayedJunction, PlayedPlatform, type PlayedWatcher } from './PlayedPlatform.ts'

/** A controller takes a mode, and is green, so long after it was sent to. Milliseconds. */
const TAKES_MS = 2_000
/** A message of the platform is at the controller, and one of it at the platform, after so long. Milliseconds. */
const LINK_MS = 300

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
export class RouteJunction extends PlayedJunction {
  /** Modes that were written, one entry a write. */
  readonly modes: { readonly atMs: number; readonly mode: number }[] = []
  isDanger = false
  /** The platform refuses to hold it. */
  refuses = false
  /** The controller of the simulator, and what it did. */
  controller: ControllerState | null = null
  took = NO_HOLD
  readonly lived: LivedSecond[] = []
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

interface Watching extends PlayedWatcher {
  readonly runs: RouteRuns
  readonly holds: HoldEnds
  readonly facts: Map<string, RunFacts>
}

/** A street. */
export class RouteStreet extends PlayedPlatform<RouteJunction, Watching> {
  /** Runs by the ids of their assets, as the platform has them, and records of those that are over. */
  readonly runs = new Map<string, PlayedJunction['shared']>()
  readonly told: { readonly route: string; readonly key: string; readonly ts: number; readonly value: unknown }[] = []
  /** Runs are looked at no more often. */
  protected override readonly tickMs = ROUTE_LOOKS_MS
  readonly #settings: ControllerSettings | null
  readonly #watch: PlayedJunction['shared'] = {}

  /** `settings`: those of the simulator's controllers. */
  constructor(
    nowMs: number,
    ids: readonly string[],
    routes: readonly string[] = ['route'],
    settings: ControllerSettings | null = null,
  ) {
    super(nowMs)
    this.#settings = settings
    for (const route of routes) this.runs.set(route, {})
    for (const id of ids) {
      const junction = new RouteJunction(id)
      this.junctions.set(id, junction)
      this.put(junction.shared, { Mode: 4 }, nowMs - 86_400_000)
      this.put(junction.client, { Mode: 4 }, nowMs - 86_400_000)
      if (settings) this.power(id, 'on')
    }
    if (settings) this.#live()
  }

  junction(id: string): RouteJunction {
    return this.found(id)
  }

  run(route = 'route'): RouteRun | undefined {
    return parseRun(this.runs.get(route)?.gw_run?.value)
  }

  /** Writes a run as a console does; a route that there is not is saved with it. */
  start(run: object, route = 'route'): void {
    const attributes = this.runs.get(route) ?? {}
    this.runs.set(route, attributes)
    this.put(attributes, { gw_run: run })
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
    this.show(junction)
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

  protected override build(deps: Parameters<PlayedPlatform<RouteJunction, Watching>['build']>[0]): Watching {
    const facts = new Map<string, RunFacts>()
    const runs = new RouteRuns({
      ...{
        ...deps,
        queue: deps.queue(ROUTE_WRITES_AT_ONCE),
        saves: deps.queue(ROUTE_SAVES_AT_ONCE),
        factsOf: (device) => facts.get(device),
      },
      follow: () => {
        for (const route of this.runs.keys()) this.#tellRoute(route, watcher)
      },
      lease: new ShareLease({ ...deps, key: 'gw_routes_1of1', pause: deps.rest, lasts: ROUTE_LEASE }),
    })
    const holds = new HoldEnds({ ...deps, queue: deps.queue(16) })
    const [fetch, tick] = [() => runs.fetchRoutes(), (nowMs: number) => runs.tick(nowMs)]
    const watcher: Watching = { isAlive: true, isReady: false, runs, holds, facts, fetch, tick }
    return watcher
  }

  override turn(to: 'on' | 'off'): void {
    super.turn(to)
    if (!this.isUp) return
    for (const junction of this.junctions.values()) if (junction.controller) this.#read(junction)
    for (const route of this.runs.keys()) this.#tellRoute(route)
  }

  protected override answer(name: string, args: PlayedArguments): unknown {
    const { params, query, body } = args
    const { entityId = '', scope = '', entityType } = (params ?? {}) as Record<string, string>
    const { keys = '', startTs = '0', endTs = '0', ...paging } = (query ?? {}) as Record<string, string>
    const { page = 0, pageSize = 0, sortOrder } = paging
    if (name === 'tenantAssets') {
      const junctions = [...this.junctions.keys()].map((device, nth) => ({
        device,
        phase: 1,
        position: nth,
        speed: null,
      }))
      const additionalInfo = writeRoute({}, { longest: 120, queue: 10, junctions } as never)
      const assets = [...this.runs.keys()].map((id, createdTime) => ({
        ...{ id: { id }, name: id, additionalInfo, createdTime },
      }))
      if (sortOrder === 'DESC') assets.reverse()
      const end = (Number(page) + 1) * Number(pageSize)
      return { data: assets.slice(Number(page) * Number(pageSize), end), hasNext: assets.length > end }
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
      this.put(of, structuredClone(body) as object)
      if (of !== this.#watch) this.#tellRoute(entityId)
      return undefined
    }
    const junction = this.found(entityId)
    const of = scope === 'SHARED_SCOPE' ? 'shared' : 'server'
    if (name === 'attributes') return attributesOf(junction[of])
    if (name === 'saveAttributes') {
      const { Mode: mode } = body as { readonly Mode?: number }
      if (of === 'shared' && junction.refuses && mode !== 4) throw new ApiError(403, 20, 'No permission')
      if (of === 'shared' && mode !== undefined) this.#writeMode(junction, mode)
      else {
        this.put(junction[of], structuredClone(body) as object)
        this.show(junction)
      }
      return undefined
    }
    return this.records(name, junction, args)
  }

  #writeMode(junction: RouteJunction, mode: number): void {
    this.put(junction.shared, { Mode: mode })
    junction.modes.push({ atMs: this.clock.nowMs, mode })
    this.show(junction)
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
      isReachable: this.isUp && junction.connected && this.watchers.some(({ isReady }) => isReady),
    })
  }

  #report(junction: RouteJunction): void {
    const { engine } = junction.controller ?? {}
    if (!engine || !junction.connected || !this.isUp) return
    if (junction.client.Mode?.value !== engine.mode) this.put(junction.client, { Mode: engine.mode })
    this.show(junction)
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
      this.put(junction.client, { Mode: mode })
      this.show(junction)
    })
  }

  protected override show(junction: RouteJunction, only?: Watching): void {
    const { gw_hold: hold, gw_held: held } = junction.server
    const [mode, reported] = [junction.shared.Mode, Number(junction.client.Mode?.value)]
    const holdFacts = { hold, held, mode }
    const inForce = holdInForce(holdFacts)
    const facts: RunFacts = {
      ...{ connected: junction.connected, isDanger: junction.isDanger, mode: Number(mode?.value), reported },
      ...{ heldBy: inForce ? runOfHold(inForce.hold) : null, clearance: 5 },
      green: junction.controller ? greenOf(junction) : reported === 1 || reported === 2 ? reported : 0,
    }
    this.hear(only, (watcher) => {
      watcher.facts.set(junction.id, facts)
      watcher.holds.look(junction.id, holdFacts)
    })
  }

  #tellRoute(route: string, only?: Watching): void {
    const run = this.runs.get(route)?.gw_run
    const news = (key: string) => this.told.filter((one) => one.route === route && one.key === key)
    const text = run && JSON.stringify(run.value)
    const [orders, positions] = [news('gw_order').slice(-1), news('gw_position').slice(-1)]
    this.hear(only, ({ runs }) => runs.receive(route, { ...(text && { run: text }), orders, positions }))
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
