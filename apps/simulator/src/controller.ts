import { ABILITIES, keysOf, settingsWith } from '@greenwave/controller/settingTable/table'
import { type Connection, createConnection } from './connection.ts'
import type { ControllerLogin } from './credentialsFile.ts'
import { type Fault, parseFault } from '@greenwave/controller/virtual/faults'
import { FULL_AND_FIXED } from '@greenwave/controller/virtual/signalHeads'
import { telemetryMessages } from '@greenwave/controller/virtual/telemetryMessages'
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
} from '@greenwave/controller/virtual/virtualController'

/** Connection of a controller. */
export interface ControllerOptions {
  /** Address such as `mqtt://127.0.0.1:1883` or `mqtts://...`. */
  readonly url: string
  readonly login: ControllerLogin
  readonly qos?: 0 | 1
  /** 4 is MQTT 3.1.1. */
  readonly protocolVersion?: 4 | 5
}

/** The fleet's part in each controller: it permits connects and counts messages. */
export interface FleetShare {
  readonly mayConnect: () => boolean
  readonly onPublished: () => void
  readonly onAcknowledged: () => void
}

/** A virtual controller with its connection. Its owner calls `poll` once a second. */
export interface PolledController {
  readonly name: string
  readonly connected: boolean
  readonly problem: string | undefined
  /** Whether the platform refused the last try; the login must then be corrected. */
  readonly refused: boolean
  poll(nowMs: number): void
  setFaults(faults: readonly Fault[]): void
  stop(): Promise<void>
}

/** Seconds of state that are kept: as long as a sample may be late (`late-samples`). */
const LONGEST_MEMORY_SECONDS = 600

/** Creates a controller that connects with its first poll. */
export function createPolledController(options: ControllerOptions, share: FleetShare): PolledController {
  const { faults = [], settings, abilities = ABILITIES, display, actuated } = options.login
  const has = settingsWith(abilities)
  const heads = { display: display ?? FULL_AND_FIXED.display, actuated }
  let state = offController(faults, Math.floor(Date.now() / 1000), settings, has, heads)
  // A controller with settings of its own runs without a platform.
  if (settings) state = powerOn(state, state.second)
  let past: ControllerState[] = []
  /** The values reported on this connection. */
  let reported: Record<string, unknown> = {}
  /** Pushed keys that must be reported even if unchanged. */
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
      connection.poll(wantsConnection(state, second))
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
  /** Why it is not connected; undefined while it is. */
  readonly problem: string | undefined
  /** Replaces its faults: `setFaults('dark-phase:2', 'no-report')`. @throws {FaultError} */
  setFaults(...faults: readonly string[]): void
  /** Disconnects and stops. */
  stop(): Promise<void>
}

/** Interval at which a single controller checks its clock, milliseconds. */
const POLL_MS = 100

/** Starts one controller, which connects at once and reconnects by itself. */
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
