import { keysOf, settingsWith } from '@greenwave/controller/settingTable/table'
import { type Connection, createConnection } from './connection.ts'
import type { ControllerLogin } from './credentialsFile.ts'
import { type Fault, parseFault } from './faults.ts'
import { telemetryMessages } from './telemetryMessages.ts'
import {
  type ControllerState,
  keysToAnswer,
  offController,
  powerOn,
  reportOf,
  takePush,
  takeRead,
  tick,
  wantsConnection,
  withFaults,
} from './virtualController.ts'

export interface ControllerOptions {
  /** Such as `mqtt://127.0.0.1:1883` or `mqtts://...`. */
  readonly url: string
  readonly login: ControllerLogin
  readonly qos?: 0 | 1
  /** 4 is MQTT 3.1.1. */
  readonly protocolVersion?: 4 | 5
}

/** A fleet's share of a controller: what it lets it do, and what it counts. */
export interface FleetShare {
  readonly mayConnect: () => boolean
  readonly onPublished: () => void
  readonly onAcknowledged: () => void
}

/** A virtual controller with its connection. Whoever holds it calls `poll` once a second. */
export interface PolledController {
  readonly name: string
  readonly connected: boolean
  readonly problem: string | undefined
  /** Whether the platform said no to the last try, which its login must be mended for. */
  readonly refused: boolean
  poll(nowMs: number): void
  setFaults(faults: readonly Fault[]): void
  stop(): Promise<void>
}

/** Each second's state for as long as the latest sample may be (`late-samples`). */
const LONGEST_MEMORY_SECONDS = 600

/** Builds a controller that connects with its first poll. */
export function createPolledController(options: ControllerOptions, share: FleetShare): PolledController {
  const { faults = [], settings, abilities = [] } = options.login
  const has = settingsWith(abilities)
  let state = offController(faults, Math.floor(Date.now() / 1000), settings, has)
  // One that has settings of its own needs no platform to run.
  if (settings) state = powerOn(state, state.second)
  let past: ControllerState[] = []
  /** What this connection has reported. */
  let reported: Record<string, unknown> = {}
  /** Pushed keys that are due to be reported as they stand. */
  let due: string[] = []
  let reportedSince = 0

  const connection: Connection = createConnection({
    url: options.url,
    login: options.login,
    qos: options.qos ?? 1,
    protocolVersion: options.protocolVersion ?? 4,
    sharedKeys: has.flatMap(keysOf),
    mayConnect: share.mayConnect,
    onRead(shared) {
      state = powerOn(takeRead(state, shared), Math.floor(Date.now() / 1000))
    },
    onPush(push) {
      state = takePush(state, push, Math.floor(Date.now() / 1000))
      due.push(...keysToAnswer(state, push))
      report()
    },
    onAcknowledged: share.onAcknowledged,
  })

  function report(): void {
    if (connection.readySince !== reportedSince) {
      reportedSince = connection.readySince
      reported = {}
    }
    const entries = Object.entries(reportOf(state))
    const values = Object.fromEntries(entries.filter(([key, value]) => reported[key] !== value || due.includes(key)))
    if (Object.keys(values).length > 0 && !connection.publish('attributes', values)) return
    due = []
    Object.assign(reported, values)
  }

  function remember(): void {
    if (!state.faults.some((fault) => fault.name === 'late-samples')) {
      past = []
      return
    }
    past.push(state)
    if (past.length > LONGEST_MEMORY_SECONDS + 1) past.shift()
  }

  return {
    name: options.login.name,
    get connected() {
      return connection.ready
    },
    get problem() {
      return connection.problem
    },
    get refused() {
      return connection.refused
    },
    poll(nowMs) {
      const second = Math.floor(nowMs / 1000)
      connection.poll(nowMs, wantsConnection(state, second))
      const before = state.second
      state = tick(state, second)
      if (state.second === before || !connection.ready) return
      remember()
      report()
      for (const message of telemetryMessages(state, (ago) => past.at(-1 - ago))) {
        if (connection.publish('telemetry', message)) share.onPublished()
      }
    },
    setFaults(faults) {
      state = withFaults(state, faults, Math.floor(Date.now() / 1000))
    },
    stop: () => connection.end(),
  }
}

/** A virtual controller that runs by itself. */
export interface Controller {
  readonly connected: boolean
  /** Why it is not connected. */
  readonly problem: string | undefined
  /** Behaves in these ways from now on, and in no others: `setFaults('dark-phase:2', 'no-report')`. @throws FaultError */
  setFaults(...faults: readonly string[]): void
  /** Disconnects and stops. */
  stop(): Promise<void>
}

/** How often a lone controller looks at its clock. */
const POLL_MS = 100

/** Starts one controller; it connects at once and comes back by itself. */
export function createController(options: ControllerOptions): Controller {
  const polled = createPolledController(options, {
    mayConnect: () => true,
    onPublished: () => {},
    onAcknowledged: () => {},
  })
  const timer = setInterval(() => polled.poll(Date.now()), POLL_MS)
  polled.poll(Date.now())
  return {
    get connected() {
      return polled.connected
    },
    get problem() {
      return polled.problem
    },
    setFaults: (...faults) => polled.setFaults(faults.map(parseFault)),
    stop() {
      clearInterval(timer)
      return polled.stop()
    },
  }
}
