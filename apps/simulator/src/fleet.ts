/**
 * @file Thousands of controllers in one process: one timer, a different moment of the second for each controller, and
 * connects spread over time.
 */
import { type ControllerOptions, createPolledController, type PolledController } from './controller.ts'
import type { ControllerLogin } from './credentialsFile.ts'
import { parseFault } from '@greenwave/controller/virtual/faults'

/** The options of a fleet. */
export interface FleetOptions extends Omit<ControllerOptions, 'login'> {
  readonly logins: readonly ControllerLogin[]
  /** Most tries to connect in a second; default 200. */
  readonly connectsPerSecond?: number
}

/** Status of a fleet. */
export interface FleetStatus {
  readonly total: number
  readonly connected: number
  /** Telemetry messages passed to connections, and acknowledged messages of any kind, since the start. */
  readonly published: number
  readonly acknowledged: number
  /** Controller that is not connected, and the reason. */
  readonly problem: { readonly name: string; readonly why: string } | undefined
  /** All controllers whose login the platform refused at the last try. */
  readonly refused: readonly Refusal[]
}

/** A login that the platform refused. */
export interface Refusal {
  readonly name: string
  /** Line in the credentials file; undefined when the controller is from no file. */
  readonly line: number | undefined
  readonly why: string
}

/** A running fleet. */
export interface Fleet {
  status(): FleetStatus
  /** Replaces the faults of the controller of this name; returns false when there is none. @throws {FaultError} */
  setFaults(name: string, faults: readonly string[]): boolean
  /** Disconnects all controllers and stops. */
  stop(): Promise<void>
}

/** Interval of the timer, milliseconds; the smallest step by which controllers are spread over the second. */
const SLOT_MS = 20
/**
 * The earliest moment of the second at which a controller publishes, milliseconds; late enough for a timer that fires
 * early.
 */
const FIRST_MOMENT_MS = 60
/** Time between neighbouring controllers while the second has room for it, milliseconds. */
const APART_MS = 5
const SPREAD_MS = 900

/**
 * Returns the moment of each second at which a controller has its turn, milliseconds: a few controllers stay close
 * together, many fill the second.
 */
function momentOf(index: number, total: number): number {
  return FIRST_MOMENT_MS + Math.floor((index / total) * Math.min(SPREAD_MS, total * APART_MS))
}

/** Starts a fleet; its controllers connect over time. */
export function createFleet(options: FleetOptions): Fleet {
  const connectsPerSecond = options.connectsPerSecond ?? 200
  let published = 0
  let acknowledged = 0
  let allowance = 0
  const share = {
    mayConnect() {
      if (allowance < 1) return false
      allowance -= 1
      return true
    },
    onPublished: () => {
      published += 1
    },
    onAcknowledged: () => {
      acknowledged += 1
    },
  }
  const controllers = options.logins.map((login) => createPolledController({ ...options, login }, share))
  const byName = new Map(controllers.map((controller) => [controller.name, controller]))
  const turns = controllers.map((controller, index) => ({ controller, moment: momentOf(index, controllers.length) }))

  let reached = Date.now()
  let allowedAt = performance.now()
  const timer = setInterval(() => {
    const now = Date.now()
    const at = performance.now()
    // The clock may be set back.
    allowance = Math.min(connectsPerSecond, allowance + ((at - allowedAt) / 1000) * connectsPerSecond)
    allowedAt = at
    for (const controller of dueBetween(turns, reached, now)) controller.poll(now)
    reached = now
  }, SLOT_MS)

  return {
    status() {
      const away = controllers.find((controller) => !controller.connected && controller.problem !== undefined)
      return {
        total: controllers.length,
        connected: controllers.filter((controller) => controller.connected).length,
        published,
        acknowledged,
        problem: away?.problem === undefined ? undefined : { name: away.name, why: away.problem },
        refused: controllers.flatMap(({ name, refused, problem = '' }, index) =>
          refused ? { name, line: options.logins[index]?.line, why: problem } : [],
        ),
      }
    },
    setFaults(name, faults) {
      const controller = byName.get(name)
      controller?.setFaults(faults.map(parseFault))
      return controller !== undefined
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(controllers.map((controller) => controller.stop()))
    },
  }
}

interface Turn {
  readonly controller: PolledController
  readonly moment: number
}

/** Returns the controllers whose moment is in (fromMs, toMs]; all of them, once, after a second or more. */
function dueBetween(turns: readonly Turn[], fromMs: number, toMs: number): PolledController[] {
  const due = toMs - fromMs >= 1000 ? turns : turns.filter(({ moment }) => lastMomentAt(moment, toMs) > fromMs)
  return due.map(({ controller }) => controller)
}

/** Returns the last time, at or before `atMs`, that is `moment` milliseconds into its second. */
function lastMomentAt(moment: number, atMs: number): number {
  return Math.floor((atMs - moment) / 1000) * 1000 + moment
}
