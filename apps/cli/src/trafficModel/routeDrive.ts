/**
 * @file A modelled street under virtual controllers, and a green route that holds them: decided as by the watcher, by
 * `nextRun`. What is requested reaches a controller, and what it and the vehicle report reaches the watcher, only later.
 */
import { isUnderWay, parseRun, type RouteRun } from '@greenwave/contract/records/routes'
import { type PerPhase, type PhaseNumber, PHASES } from '@greenwave/controller/controllerLimits'
import { modulo } from '@greenwave/controller/cycle'
import { MODE_KEY } from '@greenwave/controller/keys'
import { AUTOMATIC_MODE } from '@greenwave/controller/mode'
import { type Clearance, type PhaseTiming, UNSET_SETTINGS, withPlan, withProgram } from '@greenwave/controller/settings'
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { SETTINGS } from '@greenwave/controller/settingTable/table'
import { utcOfLocal } from '@greenwave/controller/timeZone'
import {
  type ControllerState,
  offController,
  powerOn,
  takePush,
  tick,
} from '@greenwave/controller/virtual/virtualController'
import type { Corridor, Direction, DirectionGreen } from '@greenwave/coordination/corridor'
import { nextRun, type RunFacts, withHeld, withPosition, withReleased } from '@greenwave/coordination/routes/run'
import type { Lights, Movement } from './lights.ts'
import { END_M } from './modelFiles.ts'

/** Seconds from a request to the controller, and from a report of controller or vehicle to the watcher. */
const REACHES_S = 2
const REPORTS_S = 1
/** Metres north a degree of latitude is. */
const DEGREE_M = 111_195
/** Second 0 of the model is this local midnight, epoch milliseconds. */
const midnightMs = () => utcOfLocal(Date.UTC(2026, 0, 5))

/** A junction with its controller. */
interface Driven {
  /** The phase of each movement, in the order of the letters; null: the signals never hold it up. */
  readonly phases: readonly (PhaseNumber | null)[]
  /** Null where nothing is switched. */
  state: ControllerState | null
  /** States of the last seconds, the newest last. */
  readonly past: ControllerState[]
  /** Modes on their way: when they arrive. */
  readonly sent: { readonly atS: number; readonly mode: number }[]
  hold: { readonly until: number } | null
}

/** Where and when a vehicle drives along a street. */
export interface Journey {
  readonly direction: Direction
  /** Second at which the vehicle leaves, at the begin of the street's first edge. */
  readonly depart: number
}

/** The junctions of a street, second by second. */
export class RouteDrive {
  readonly #corridor: Corridor
  readonly #clearance: Clearance
  readonly #journey: Journey
  readonly #junctions: readonly Driven[]
  readonly #zeroMs = midnightMs()
  #run: RouteRun | null = null

  /** @throws {RangeError} for lights that no controller can be set to */
  constructor(corridor: Corridor, lights: readonly Lights[], clearance: Clearance, journey: Journey) {
    this.#corridor = corridor
    this.#clearance = clearance
    this.#journey = journey
    this.#junctions = lights.map((of, index) => {
      const set = controllerOf(of, journey.direction, clearance)
      if (!set) throw new RangeError(corridor[index]?.name ?? '')
      return { phases: set.phases, state: set.state, past: [], sent: [], hold: null }
    })
  }

  /** The run of the route; null before it starts. */
  get run(): RouteRun | null {
    return this.#run
  }

  /** Starts the route. */
  start(): void {
    this.#run = runOf(this.#corridor, this.#junctions, this.#journey, this.#zeroMs)
  }

  /**
   * Lets a second pass, and returns the letters of the lights of each junction in it. `drivenM`: how far the vehicle had
   * driven at its beginning; null while it is not there.
   */
  second(atS: number, drivenM: number | null): readonly string[] {
    const nowMs = this.#zeroMs + atS * 1000
    for (const junction of this.#junctions) this.#control(junction, atS, nowMs)
    if (this.#run && isUnderWay(this.#run)) this.#decide(atS, nowMs, drivenM)
    return this.#junctions.map(({ phases, state }) => {
      const lamps = state?.engine?.lamps
      return phases
        .map((phase) => {
          const lit = phase === null ? undefined : lamps?.[phase - 1]
          if (!lit || lit.green > 0) return 'G'
          return lit.yellow > 0 ? 'y' : 'r'
        })
        .join('')
    })
  }

  #control(junction: Driven, atS: number, nowMs: number): void {
    if (!junction.state) return
    // The watcher of the junction ends a hold at its time.
    if (junction.hold && nowMs >= junction.hold.until) this.#send(junction, AUTOMATIC_MODE, null, atS)
    const second = nowMs / 1000
    const arrived = junction.sent.filter((one) => one.atS <= atS)
    for (const { mode } of arrived) junction.state = takePush(junction.state, { [MODE_KEY]: mode }, second)
    junction.sent.splice(0, arrived.length)
    junction.state = junction.state.engine ? tick(junction.state, second) : powerOn(junction.state, second)
    junction.past.push(junction.state)
    if (junction.past.length > REPORTS_S + 1) junction.past.shift()
  }

  #decide(atS: number, nowMs: number, drivenM: number | null): void {
    let run = this.#run
    if (!run) return
    if (drivenM !== null) run = withPosition(run, placeAt(drivenM), nowMs - REPORTS_S * 1000)
    const byDevice = new Map(run.junctions.map(({ device }) => [device, this.#junctions[indexOf(device)]]))
    const next = nextRun(run, (device) => this.#factsOf(byDevice.get(device)), nowMs)
    run = next.run
    for (const act of next.acts) {
      const place = run.junctions[act.index]
      const junction = place && byDevice.get(place.device)
      if (!place || !junction) continue
      if (act.kind === 'release') {
        this.#send(junction, AUTOMATIC_MODE, null, atS)
        run = withReleased(run, act.index, nowMs)
      } else {
        if (junction.hold) junction.hold = { until: act.until }
        else this.#send(junction, place.phase, { until: act.until }, atS)
        run = withHeld(run, act.index, nowMs, act.until)
      }
    }
    this.#run = run
  }

  #send(junction: Driven, mode: number, hold: Driven['hold'], atS: number): void {
    junction.sent.push({ atS: atS + REACHES_S, mode })
    junction.hold = hold
  }

  #factsOf(junction: Driven | undefined): RunFacts | undefined {
    const [reported] = junction?.past ?? []
    if (!junction || !reported?.engine) return undefined
    const { lamps, mode } = reported.engine
    const lit = PHASES.filter((phase) => lamps[phase - 1]?.red === 0)
    const [green = 0] = lit.length === 1 && lamps[(lit[0] ?? 1) - 1]?.green ? lit : []
    const { yellow, redClearance } = this.#clearance
    const asked = junction.sent.at(-1)?.mode ?? junction.state?.settings.mode
    const heldBy = junction.hold ? (this.#run?.id ?? null) : null
    return {
      ...{ connected: true, isDanger: false, mode: asked, reported: mode, heldBy, green },
      clearance: yellow + redClearance,
    }
  }
}

/**
 * Returns the controller of a junction: its phases are the different greens of the movements, that of the way first. Null
 * where no controller can be set so: a cycle ends with the end of a phase, and no phase goes on past it.
 */
function controllerOf({ cycle, greens }: Lights, way: Direction, clearance: Clearance) {
  const lost = clearance.yellow + clearance.redClearance
  const nameOf = ({ green, start }: DirectionGreen) => `${start}/${green}`
  const inOrder: readonly Movement[] = [way, ...greens.keys()]
  const ofPhases = new Map<string, DirectionGreen>()
  for (const movement of inOrder) {
    const green = greens.get(movement)
    if (green && green !== 'always') ofPhases.set(nameOf(green), green)
  }
  const names = [...ofPhases.keys()]
  const phases = [...greens.values()].map((green) =>
    green === 'always' ? null : ((names.indexOf(nameOf(green)) + 1) as PhaseNumber),
  )
  const all = [...ofPhases.values()]
  if (all.length === 0) return { phases, state: null }
  // The second of the day's cycle at which the controller's begins: where one phase ends and none goes on.
  const offset = all
    .map(({ start, green }) => modulo(start + green + lost, cycle))
    .find((begin) => all.every(({ start, green }) => modulo(start - begin, cycle) + green + lost <= cycle))
  if (offset === undefined || all.length > PHASES.length) return null
  const timing = ({ green, start }: DirectionGreen): PhaseTiming => ({ green, start: modulo(start - offset, cycle) })
  const timings = PHASES.map((_, index) => (all[index] ? timing(all[index]) : { green: 0, start: 0 }))
  const program = { number: 1, phases: timings as unknown as PerPhase<PhaseTiming>, sharedPeriod: 0 } as const
  const plan = { number: 1, hour: 0, minute: 0, programNumber: 1, enabled: true } as const
  const set = withPlan(withProgram({ ...UNSET_SETTINGS, mode: AUTOMATIC_MODE, planTotal: 1, clearance }, program), plan)
  const kept = writeSettings(offsetRow.at({ program: 1 }).put(set, offset))
  return { phases, state: offController([], 0, kept, SETTINGS) }
}

/** Ids of devices tell the place of a junction along the street. */
const DEVICE = '00000000-0000-1000-8000-'
const deviceOf = (index: number) => `${DEVICE}${String(index).padStart(12, '0')}`
const indexOf = (device: string) => Number(device.slice(DEVICE.length))

/** A place so far along the way: it leads north from the equator. */
const placeAt = (metres: number) => ({ latitude: metres / DEGREE_M, longitude: 0 })

/** Returns the run of a vehicle that leaves now. A junction that does not hold it up is left out, as of any route. */
function runOf(corridor: Corridor, junctions: readonly Driven[], { direction, depart }: Journey, zeroMs: number) {
  const at = zeroMs + depart * 1000
  const [first, last] = [corridor[0]?.positionM ?? 0, corridor.at(-1)?.positionM ?? 0]
  const places = corridor.flatMap(({ name, positionM, greens }, index) => {
    if (!greens[direction] || !junctions[index]?.state) return []
    const position = END_M + (direction === 'outbound' ? positionM - first : last - positionM)
    // The speed of a link is noted at its outbound end.
    const link = corridor[Math.min(Math.max(direction === 'outbound' ? index : index + 1, 1), corridor.length - 1)]
    const { latitude, longitude } = placeAt(position)
    const speed = link?.speedKmh[direction] ?? null
    return [{ ...{ device: deviceOf(index), phase: 1, position, speed, name }, at: [latitude, longitude] }]
  })
  const inOrder = direction === 'outbound' ? places : places.toReversed()
  const run = { v: 1, id: 'model', state: 'requested', at, fix: { at, m: 0, by: 'clock' }, junctions: inOrder }
  return parseRun(run) ?? null
}
