/** State of the tape of one junction, outside React: the playhead, the data read, and what follows from both. */
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { rebuiltIn, type Span } from '@greenwave/observer/replay/gaps'
import { type InForce, modeShownAt } from '@greenwave/observer/replay/programmed'
import { quarterOf, quartersIn, type Second, secondOf } from '@greenwave/observer/replay/quarter'
import {
  connectionsIn,
  incidentsIn,
  modesIn,
  type PlanInEffect,
  plansIn,
  type RecordedIncident,
  type Stretch,
  valueAt,
} from '@greenwave/observer/replay/stretches'
import type { ObservedMode } from '@greenwave/observer/street'
import type { Incident } from '../../../data/fleet/incident.ts'
import type { PastChange } from '../../../data/history/historyFetches.ts'
import type { JunctionHistory } from '../../../data/history/JunctionHistory.ts'
import type { HistoryState, QuarterReading } from '../../../data/history/reading.ts'
import { keepSame } from '../../../data/sharing.ts'
import { type Happening, happeningsOf } from './happenings.ts'
import type { Playhead } from './Playhead.ts'

/** Data about the view. */
export interface TapeSnapshot {
  readonly view: Span
  readonly reading: HistoryState
  readonly inForce: InForce
  /** The settings of today, undefined until they are known. */
  readonly today: ControllerSettings | undefined
  /** Whether no settings were recorded, and today's are taken for them. */
  readonly isOfToday: boolean
  readonly connections: readonly Stretch<boolean>[]
  readonly events: readonly JunctionEvent[]
  readonly changes: readonly PastChange[]
  /** From alarms; undefined where these could not be read. */
  readonly incidents: readonly Incident[] | undefined
  /** From events, where alarms could not be read. */
  readonly recordedIncidents: readonly RecordedIncident[]
  readonly isCut: boolean
  /** Seconds of which the platform has nothing. */
  readonly gaps: readonly Span[]
  /** Parts that could not be read. */
  readonly unread: readonly Span[]
  readonly rebuilt: readonly Span[]
  /** Whether greens of a part of the view were actuated: there the program has none at a set time. */
  readonly isActuated: boolean
  /** Events in the view, the oldest first; the same object as long as they are unchanged. */
  readonly happenings: readonly Happening[]
}

/** Data about one second. */
export interface SecondShown extends Second {
  readonly reading: QuarterReading
  readonly plan: PlanInEffect | undefined
  readonly mode: ObservedMode | undefined
  readonly connected: boolean | undefined
}

/** A moving cursor asks for what it passes no more often than this, milliseconds. */
const ASK_MS = 150
/** A view up to this follows the cursor while it moves, milliseconds. */
const LONGEST_FOLLOWED_MS = 3_600_000
/** Minimum time between two updates with newly read data, milliseconds. */
const GATHER_MS = 60

interface TapeModelDeps {
  readonly history: JunctionHistory
  readonly playhead: Playhead
  readonly nowMs: () => number
  readonly after: (ms: number, callback: () => void) => () => void
}

/** The tape of one junction. */
export class TapeModel {
  readonly playhead: Playhead
  readonly history: JunctionHistory
  readonly #deps: TapeModelDeps
  readonly #listeners = new Set<() => void>()
  #today: ControllerSettings | undefined
  #snapshot: TapeSnapshot
  #second: { readonly of: TapeSnapshot; readonly shown: SecondShown } | undefined
  #stopAsking: (() => void) | undefined
  #stopGathering: (() => void) | undefined
  #isToAsk = false
  #isToUpdate = false

  constructor(deps: TapeModelDeps) {
    this.#deps = deps
    this.playhead = deps.playhead
    this.history = deps.history
    this.#snapshot = this.#made(undefined)
  }

  get snapshot(): TapeSnapshot {
    return this.#snapshot
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins to read what the playhead shows. Returns a function that ends this. */
  attach(): () => void {
    const { history, playhead } = this.#deps
    const ends = [playhead.onChange(() => this.#moved()), history.onChange(() => this.#gather())]
    this.#ask()
    return () => {
      for (const end of ends) end()
      this.#stopAsking?.()
      this.#stopGathering?.()
      this.#stopAsking = undefined
      this.#stopGathering = undefined
      playhead.pause()
      history.end()
    }
  }

  /** Takes the settings of today for those of times of which none were recorded. */
  setToday(settings: ControllerSettings | undefined): void {
    if (this.#today === settings) return
    this.#today = settings
    this.#update()
  }

  /** Data about the second at the cursor; the same object until that or the cursor changes. */
  get second(): SecondShown {
    const { atMs } = this.playhead.state
    if (this.#second?.of !== this.#snapshot || this.#second.shown.atMs !== atMs) {
      const { inForce, connections } = this.#snapshot
      const startMs = quarterOf(atMs)
      const quarter = this.history.quarterAt(startMs)
      const shown = {
        ...secondOf(quarter, atMs),
        reading: this.history.readingOf(startMs),
        plan: valueAt(inForce.plans, atMs),
        mode: valueAt(inForce.modes, atMs) ?? modeShownAt(quarter, atMs),
        connected: valueAt(connections, atMs),
      }
      this.#second = { of: this.#snapshot, shown }
    }
    return this.#second.shown
  }

  /** Calls back when the cursor has moved, or more is known of its second. Returns a function that ends this. */
  onSecond(listener: () => void): () => void {
    const ends = [this.onChange(listener), this.playhead.onChange(listener)]
    return () => {
      for (const end of ends) end()
    }
  }

  #moved(): void {
    const { view } = this.#snapshot
    const { fromMs, untilMs } = this.playhead.state
    if (fromMs !== view.fromMs || untilMs !== view.untilMs) this.#update()
    if (!this.#stopAsking) this.#ask()
    else {
      this.#isToAsk = true
      // Over a day a finger passes hours in a blink; their seconds are not needed: they are read where it rests.
      if (untilMs - fromMs > LONGEST_FOLLOWED_MS) this.#waitToAsk()
    }
  }

  #waitToAsk(): void {
    this.#stopAsking?.()
    this.#stopAsking = this.#deps.after(ASK_MS, () => {
      this.#stopAsking = undefined
      if (this.#isToAsk) this.#ask()
    })
  }

  /** Asks for what the playhead shows, at once and then no more often than every `ASK_MS`. */
  #ask(): void {
    this.#isToAsk = false
    this.#waitToAsk()
    const { fromMs, untilMs, atMs } = this.playhead.state
    this.history.show({ fromMs, untilMs, atMs })
  }

  #gather(): void {
    this.#isToUpdate = true
    if (this.#stopGathering) return
    this.#update()
    this.#stopGathering = this.#deps.after(GATHER_MS, () => {
      this.#stopGathering = undefined
      if (this.#isToUpdate) this.#gather()
    })
  }

  #update(): void {
    this.#isToUpdate = false
    this.#snapshot = this.#made(this.#snapshot)
    for (const listener of [...this.#listeners]) listener()
  }

  #made(before: TapeSnapshot | undefined): TapeSnapshot {
    const { history, playhead, nowMs } = this.#deps
    const { fromMs, untilMs } = playhead.state
    const view = { fromMs, untilMs }
    const { state } = history
    const isSameView = before?.view.fromMs === fromMs && before.view.untilMs === untilMs
    // Nothing but the progress has changed: all else takes milliseconds in a week.
    const isSameContent =
      before?.reading.version === state.version && before.reading.failures.size === state.failures.size
    if (before && isSameView && isSameContent && before.today === this.#today) {
      return { ...before, reading: state }
    }
    const events = history.eventsOf(view)
    const recorded = history.settings()
    const isUnknown = state.failures.has('events') || state.failures.has('before')
    const isOfToday = recorded.length === 0 && !isUnknown && this.#today !== undefined
    const inForce: InForce = {
      settings: isOfToday && this.#today ? [{ fromMs: 0, settings: this.#today }] : recorded,
      plans: plansIn(events, history.cyclesOf(view), view),
      modes: modesIn(events, view),
    }
    const read = history.incidentsOf(view)
    const past = { fromMs, untilMs: Math.max(fromMs, Math.min(untilMs, nowMs())) }
    const shown = {
      view: before ? keepSame(before.view, view) : view,
      reading: state,
      today: this.#today,
      // The same object as long as nothing has changed: all programs are computed from it.
      inForce: before ? keepSame(before.inForce, inForce) : inForce,
      isOfToday,
      connections: connectionsIn(events, view),
      events: events.filter(({ at }) => at >= fromMs),
      changes: history.changesOf(view),
      incidents: read?.incidents,
      recordedIncidents: read ? [] : incidentsIn(events),
      isCut: read?.isCut ?? false,
      gaps: history.gapsOf(past),
      unread: history.unreadOf(past),
      rebuilt: rebuiltIn(history.quarterAt, past),
      isActuated: quartersIn(fromMs, untilMs).some(history.isActuatedAt),
    }
    return { ...shown, happenings: keepSame(before?.happenings, happeningsOf(shown)) }
  }
}
