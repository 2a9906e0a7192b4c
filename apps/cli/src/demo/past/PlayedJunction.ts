/** @file A virtual controller in simulated time, observed and recorded as a watcher observes and records a real one. */
import { CYCLE_KEY, writeCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { EVENT_KEY, eventTs, type JunctionEvent, writeEvent } from '@greenwave/contract/records/eventRecords'
import { SETTINGS_KEY, writeSettingsRecord } from '@greenwave/contract/records/settingsRecords'
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { AttributeValues } from '@greenwave/controller/attributes'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { settingsWith } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { parseFault } from '@greenwave/controller/virtual/faults'
import type { SignalHeads } from '@greenwave/controller/virtual/signalHeads'
import { telemetryMessages } from '@greenwave/controller/virtual/telemetryMessages'
import { reportsTheSame, timed, untimed } from '@greenwave/controller/virtual/reports'
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
import type { GreensSeen } from '@greenwave/coordination/observed/GreensSeen'
import type { WatchedSignals } from '@greenwave/coordination/observed/evaluatedCycle'
import type { Change, Incident } from '@greenwave/observer/incident'
import { type Junction, newJunction } from '@greenwave/observer/junction'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver, type Observed } from '@greenwave/observer/observer'
import { QuietRun } from '@greenwave/observer/quietRun'
import { nextWindow, type OpenWindow, WINDOW_MS, windowOver } from '@greenwave/observer/recordWindow'
import { settingsInForce } from '@greenwave/observer/recordedSettings'
import { eventsOf } from '@greenwave/observer/replay/junctionEvents'
import { RULES } from '@greenwave/observer/rules/table'
import { parseMessage } from '@greenwave/observer/sample'
import { type KnownStyles, NOTHING_LEARNED } from '@greenwave/observer/styles'

const observer = createObserver(RULES, learned)

/** A message is under way for so long, milliseconds. */
const DELAY_MS = 120
/** A sample may arrive so late after the end of its window, milliseconds. */
const LATE_MS = 10_000
/** Settings were not changed for so long before the first second, milliseconds. */
const SETTLED_MS = 7_200_000

/** A telemetry value that the watcher would have written. */
export interface PastValue {
  readonly ts: number
  readonly key: string
  readonly value: JsonValue
}

/** An incident that was raised, and when it was noticed to begin and to end, epoch milliseconds. */
export interface PastIncident {
  /** As it was when it was cleared, or as it is. */
  incident: Incident
  readonly noticedMs: number
  clearedMs: number | null
}

/** Everything that comes of a junction while it is played. */
export interface Played {
  readonly values: PastValue[]
  readonly incidents: PastIncident[]
}

/** A junction to be played. */
export interface PlayedOptions {
  /** Shared attributes, which the controller has taken. */
  readonly shared: AttributeValues
  readonly abilities: readonly string[]
  readonly heads: SignalHeads
  readonly faults: readonly string[]
  /** Display and control that an engineer set. */
  readonly styles: KnownStyles
  readonly phaseNames: PhaseNames
}

/** A junction that is played second by second. A copy goes on from the same second with records of its own. */
export class PlayedJunction implements WatchedSignals {
  readonly isReady = true
  readonly #options: PlayedOptions
  readonly #played: Played
  /** Unix time of the next second. */
  #second: number
  #controller: ControllerState
  #isConnected = false
  #isPowered = true
  #shared: TimedValues
  #client: TimedValues = {}
  #reported: ControllerState | null = null
  #due: readonly string[] = []
  #junction: Junction
  readonly #quiet = new QuietRun()
  #open: OpenWindow | null = null
  #settings = ''
  /** Follows the greens for a green wave. */
  greens: GreensSeen | undefined

  /** @param second Unix time of the first second */
  constructor(options: PlayedOptions, second: number, played: Played) {
    const has = settingsWith(options.abilities)
    const faults = options.faults.map(parseFault)
    this.#options = options
    this.#played = played
    this.#second = second
    this.#shared = timed({}, options.shared, second * 1000 - SETTLED_MS)
    this.#controller = powerOn(takeRead(offController(faults, second, {}, has, options.heads), options.shared), second)
    this.#junction = newJunction(second * 1000)
    if (options.styles.display.length > 0)
      this.#junction = observer.styles(this.#junction, { set: options.styles, learned: NOTHING_LEARNED })
  }

  /** Returns a copy that goes on from here. */
  copy(played: Played): PlayedJunction {
    const copy = new PlayedJunction(this.#options, this.#second, played)
    copy.#controller = this.#controller
    copy.#isConnected = this.#isConnected
    copy.#isPowered = this.#isPowered
    copy.#shared = this.#shared
    copy.#client = this.#client
    copy.#reported = this.#reported
    copy.#due = this.#due
    copy.#junction = this.junction
    copy.#open = this.#open
    copy.#settings = this.#settings
    return copy
  }

  get junction(): Junction {
    const junction = this.#quiet.folded(this.#junction)
    if (junction !== this.#junction) {
      this.#junction = junction
      this.#quiet.reset()
    }
    return junction
  }

  /** Parts that quiet seconds do not change. */
  get evaluated(): Junction {
    return this.#junction
  }

  /** The desired settings, as an editor reads them before a change. */
  get present(): AttributeValues {
    return untimed(this.#shared)
  }

  /** Replaces the faults of the controller. */
  setFaults(faults: readonly string[]): void {
    this.#controller = withFaults(this.#controller, [...this.#options.faults, ...faults].map(parseFault), this.#second)
  }

  /** Writes shared attributes; a connected controller gets them at once. */
  push(values: AttributeValues): void {
    this.#shared = timed(this.#shared, { ...untimed(this.#shared), ...values }, this.#nowMs, Object.keys(values))
    if (this.#isConnected) {
      this.#controller = takePush(this.#controller, values, this.#second)
      this.#due = keysToAnswer(this.#controller, values)
      this.#report()
    }
    this.#foldAttributes()
  }

  /** Notes until when the mode is held, epoch milliseconds. */
  hold(untilMs: number): void {
    this.#fold((junction) => observer.notes(junction, { holdUntilMs: untilMs, mute: null }, this.#nowMs))
  }

  /** Takes the power away, or gives it back: then the controller starts with what the platform has. */
  setPower(isPowered: boolean): void {
    if (isPowered === this.#isPowered) return
    this.#isPowered = isPowered
    const { faults, has, heads } = this.#controller
    if (isPowered) {
      const off = offController(faults, this.#second, {}, has, heads)
      this.#controller = powerOn(takeRead(off, untimed(this.#shared)), this.#second)
      this.#reported = null
    } else this.#connect(false)
  }

  /** Lets seconds pass. */
  run(seconds: number): void {
    for (let count = 0; count < seconds; count += 1) {
      if (this.#isPowered) {
        this.#controller = tick(this.#controller, this.#second)
        this.#connect(wantsConnection(this.#controller, this.#second))
        if (this.#isConnected) this.#publish()
      }
      const endMs = this.#nowMs + 999
      if (!this.#quiet.isFresh(endMs)) this.#fold((junction) => observer.tick(junction, endMs))
      if (this.#open && endMs >= this.#open.startMs + WINDOW_MS + LATE_MS) this.#closeWindow(this.#open)
      this.#second += 1
    }
  }

  get #nowMs(): number {
    return this.#second * 1000
  }

  #connect(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return
    this.#isConnected = isConnected
    const link = { connected: isConnected, sinceMs: this.#nowMs }
    this.#fold((junction) => observer.link(junction, link, this.#nowMs))
    if (!isConnected) return
    this.#controller = takeRead(this.#controller, untimed(this.#shared))
    this.#due = []
    this.#report()
    this.#foldAttributes()
  }

  #publish(): void {
    const receivedMs = this.#nowMs + DELAY_MS
    for (const message of telemetryMessages(this.#controller)) {
      const values: Readonly<Record<string, unknown>> = message
      const read = parseMessage(receivedMs, (key) => values[key], receivedMs)
      if (!read || this.#quiet.take(this.#junction, read)) continue
      this.#fold((junction) => observer.message(junction, read))
    }
    if (this.#report()) this.#foldAttributes()
  }

  #report(): boolean {
    if (this.#due.length === 0 && this.#reported && reportsTheSame(this.#reported, this.#controller)) return false
    this.#reported = this.#controller
    const report = reportOf(this.#controller)
    const isNew = Object.entries(report).some(([key, value]) => this.#client[key]?.value !== value)
    if (!isNew && this.#due.length === 0) return false
    this.#client = timed(this.#client, { ...untimed(this.#client), ...report }, this.#nowMs, this.#due)
    this.#due = []
    return true
  }

  #foldAttributes(): void {
    const attributes = { shared: this.#shared, client: this.#client }
    this.#fold((junction) => observer.attributes(junction, attributes, this.#nowMs))
    const inForce = settingsInForce(attributes)
    if (!inForce) return
    const value = writeSettingsRecord(inForce)
    const text = JSON.stringify(value)
    if (text === this.#settings) return
    this.#settings = text
    this.#keep(inForce.ts, SETTINGS_KEY, value)
  }

  #fold(observe: (junction: Junction) => Observed): void {
    const before = this.junction
    const { junction, changes } = observe(before)
    this.#junction = junction
    this.#quiet.reset()
    if (junction.street !== before.street) {
      const { open, ended } = nextWindow(this.#open, before, junction)
      this.#open = open
      if (ended) this.#keep(ended.startMs, CYCLE_KEY, writeCycleRecord(ended))
      this.greens?.fold(before, junction)
    }
    for (const { event } of eventsOf(before, junction, undefined)) this.#keepEvent(event)
    for (const change of changes) this.#keepIncident(change)
  }

  #closeWindow(open: OpenWindow): void {
    const ended = windowOver(open, this.junction)
    this.#open = null
    if (ended) this.#keep(ended.startMs, CYCLE_KEY, writeCycleRecord(ended))
  }

  #keepIncident({ kind, incident, atMs }: Change): void {
    const { code, severity, sinceMs: since } = incident
    const { incidents } = this.#played
    const open = incidents.find((one) => one.incident.code === code && one.clearedMs === null)
    if (kind === 'raised') {
      incidents.push({ incident, noticedMs: atMs, clearedMs: null })
      this.#keepEvent({ kind: 'incident', at: since, edge: 'raised', code, severity, since })
    } else if (open) {
      open.incident = incident
      if (kind === 'changed') return
      open.clearedMs = atMs
      this.#keepEvent({ kind: 'incident', at: atMs, edge: 'cleared', code, severity, since })
    }
  }

  #keepEvent(event: JunctionEvent): void {
    this.#keep(eventTs(event), EVENT_KEY, writeEvent(event))
  }

  #keep(ts: number, key: string, value: object): void {
    this.#played.values.push({ ts, key, value: value as JsonValue })
  }
}
