/** A virtual controller in simulated time, and what a platform would tell an observer of it, second by second. */
import type { AttributeValues } from '@greenwave/controller/attributes'
import { settingsWith } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { parseMessage } from '@greenwave/observer/sample'
import type { Input } from '@greenwave/observer/testing/history'
import { parseFault } from '@greenwave/controller/virtual/faults'
import { reportsTheSame, timed, untimed } from '@greenwave/controller/virtual/reports'
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

/** How many seconds of state are kept, for samples that come late. */
const KEPT_SECONDS = 60

/** A virtual controller whose seconds are told to an observer. */
export class ObservedController {
  readonly #tell: (input: Input) => void
  readonly #delay: () => number
  #second: number
  #state: ControllerState
  #past: ControllerState[] = []
  #connected = false
  /** False while the platform or the network is away. */
  reachable = true
  #shared: TimedValues
  #client: TimedValues = {}
  #due: readonly string[] = []
  #reported: ControllerState | null = null

  /**
   * @param second Unix time at which it is powered on
   * @param delay returns the milliseconds that a message is under way
   */
  constructor(shared: AttributeValues, second: number, tell: (input: Input) => void, delay: () => number = () => 120) {
    this.#tell = tell
    this.#delay = delay
    this.#second = second
    // Nothing was changed for long.
    this.#shared = timed({}, shared, second * 1000 - 7200_000)
    this.#state = powerOn(takeRead(offController([], second, {}, settingsWith(['offset'])), shared), second)
  }

  get nowMs(): number {
    return this.#second * 1000
  }

  /** Writes shared attributes; they are pushed if it is connected. */
  push(change: Readonly<Record<string, number>>): void {
    this.#shared = timed(this.#shared, { ...untimed(this.#shared), ...change }, this.nowMs, Object.keys(change))
    if (this.#connected) {
      this.#state = takePush(this.#state, change, this.#second)
      this.#due = keysToAnswer(this.#state, change)
      this.#report()
    }
    this.#tellAttributes()
  }

  /** Replaces its faults. */
  setFaults(...faults: readonly string[]): void {
    this.#state = withFaults(this.#state, faults.map(parseFault), this.#second)
  }

  /** Takes its power away for some seconds. */
  restart(seconds: number): void {
    const { faults } = this.#state
    const off = offController(faults, this.#second, {}, this.#state.has)
    this.#connect(false)
    for (let count = 0; count < seconds; count += 1) this.#passSecond()
    this.#state = powerOn(takeRead(off, untimed(this.#shared)), this.#second)
  }

  /** The observer itself was away. */
  gap(): void {
    this.#tell({ kind: 'gap', atMs: this.nowMs })
  }

  /** Lets seconds pass. */
  run(seconds: number): this {
    for (let count = 0; count < seconds; count += 1) {
      this.#state = tick(this.#state, this.#second)
      this.#past.push(this.#state)
      if (this.#past.length > KEPT_SECONDS) this.#past.shift()
      this.#connect(this.reachable && wantsConnection(this.#state, this.#second))
      if (this.#connected) this.#publish()
      this.#passSecond()
    }
    return this
  }

  #passSecond(): void {
    this.#tell({ kind: 'tick', atMs: this.nowMs + 999 })
    this.#second += 1
  }

  #connect(connected: boolean): void {
    if (connected === this.#connected) return
    this.#connected = connected
    this.#tell({ kind: 'link', link: { connected, sinceMs: this.nowMs }, atMs: this.nowMs })
    if (!connected) return
    this.#state = takeRead(this.#state, untimed(this.#shared))
    this.#due = []
    this.#report()
    this.#tellAttributes()
  }

  #publish(): void {
    const receivedMs = this.nowMs + this.#delay()
    for (const message of telemetryMessages(this.#state, (ago) => this.#past.at(-1 - ago))) {
      const { ts, values } = isDated(message) ? message : { ts: receivedMs, values: message }
      const read = parseMessage(ts, (key) => values[key], receivedMs)
      if (read) this.#tell({ kind: 'message', message: read })
    }
    if (this.#report()) this.#tellAttributes()
  }

  #report(): boolean {
    if (this.#due.length === 0 && this.#reported && reportsTheSame(this.#reported, this.#state)) return false
    this.#reported = this.#state
    const report = reportOf(this.#state)
    const isNew = Object.entries(report).some(([key, value]) => this.#client[key]?.value !== value)
    if (!isNew && this.#due.length === 0) return false
    this.#client = timed(this.#client, { ...untimed(this.#client), ...report }, this.nowMs, this.#due)
    this.#due = []
    return true
  }

  #tellAttributes(): void {
    const attributes = { shared: this.#shared, client: this.#client }
    this.#tell({ kind: 'attributes', attributes, atMs: this.nowMs })
  }
}

type Message = ReturnType<typeof telemetryMessages>[number]

function isDated(message: Message): message is Extract<Message, { readonly ts: number; readonly values: object }> {
  return typeof message === 'object' && 'values' in message && typeof message.values === 'object'
}
