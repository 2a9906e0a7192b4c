/** A street with faults, gaps and clock steps in simulated time: what of it is recorded, and what was put in. */
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import type { GreenLimits } from '@greenwave/controller/display'
import { type EngineState, step } from '@greenwave/controller/engine/engine'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { reportInEffect } from '@greenwave/controller/reported'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { writeLamps } from '@greenwave/controller/telemetry'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { type Junction, newJunction } from '../../junction.ts'
import { learned } from '../../learnedStyles.ts'
import { createObserver, type Observed } from '../../observer.ts'
import { nextWindow, type OpenWindow, type RecordWindow, windowOf, windowSoFar } from '../../recordWindow.ts'
import type { SettingsFrom } from '../../recordedSettings.ts'
import { RULES } from '../../rules/table.ts'
import { NOTHING_LEARNED } from '../../styles.ts'
import { SET_FULL } from '../../testing/history.ts'
import type { Counts } from '../../counts.ts'
import type { AlarmTimes, DayRecords } from '../dayRecords.ts'
import { midnightOf } from '../days.ts'

type Values = Readonly<Record<string, number>>

/** Two programs with unused time after their first greens: 80 s from 0:00, 60 s from 8:20 on. */
export const STREET_SETTINGS: Values = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 2 },
  ...{ P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1, P2_HH: 8, P2_MM: 20, P2_Pr: 2, P2_ENT: 1 },
  ...{ Pr1_X1: 25, Pr1_X2: 20, Pr1_X3: 15, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
  ...{ Pr2_X1: 20, Pr2_X2: 25, Start_Pr2_X1: 0, Start_Pr2_X2: 30 },
}

/** 08:00 in the controllers' zone, epoch milliseconds. */
export const EIGHT = Date.UTC(2026, 10, 22, 1)

/** What the controller does otherwise than it reports. */
interface Injected {
  /** Its cycle begins so much later than its clock says, seconds. */
  readonly late?: number
  /** Phase 1 is green so much longer in both programs, seconds. */
  readonly longer?: number
}

/** What a stretch of time is like. */
export interface Stretch extends Injected {
  readonly seconds: number
  /** Seconds without a sample at its beginning. */
  readonly gap?: number
  /** The clock is put forward by so much, seconds. */
  readonly clockStep?: number
  /** The lamps of a phase are dark, 0 to 2. */
  readonly darkPhase?: number
  /** One sample in so many is lost. */
  readonly losesEvery?: number
  /** The mode that is asked for from now on. */
  readonly mode?: number
}

const observer = createObserver(RULES, learned)

/**
 * Plays stretches of time from `startMs` on, and returns their records up to the last quarter that is over.
 *
 * @param limits the greens of actuated control; by default greens follow from the settings
 */
export function playStreet(
  stretches: readonly Stretch[],
  startMs = EIGHT,
  streetSettings: Values = STREET_SETTINGS,
  limits?: GreenLimits,
): DayRecords {
  let [nowMs, ahead] = [startMs, 0]
  let values = streetSettings
  let state: EngineState | null = null
  const control = limits && ({ kind: 'actuated', greens: [limits, limits, limits] } as const)
  // Until displays are known, a dark phase may only hide its lamp.
  let junction = observer.styles(newJunction(startMs), {
    set: { ...SET_FULL, ...(control && { control }) },
    learned: NOTHING_LEARNED,
  })
  let open: OpenWindow | null = null
  let told: TimedValues = {}
  const windows: RecordWindow[] = []
  const events: JunctionEvent[] = [{ kind: 'connection', at: startMs, connected: true }]
  const settings: SettingsFrom[] = []
  const incidents = new Map<string, AlarmTimes>()
  const done: AlarmTimes[] = []

  function take({ junction: after, changes }: Observed): void {
    const next = nextWindow(open, junction, after)
    open = next.open
    if (next.ended) windows.push(next.ended)
    events.push(...eventsOf(junction, after, nowMs))
    for (const { kind, incident } of changes) {
      const known = incidents.get(incident.code)
      if (kind === 'raised') {
        const times = {
          code: incident.code,
          raisedMs: incident.sinceMs,
          clearedMs: null,
          acknowledgedMs: nowMs + 60_000,
        }
        incidents.set(incident.code, times)
      } else if (kind === 'cleared' && known) {
        incidents.delete(incident.code)
        done.push({ ...known, clearedMs: nowMs })
      }
    }
    junction = after
  }

  function tell(): void {
    const report = { ...values, ...(state && reportInEffect(state)) }
    told = timed(told, report, nowMs)
    take(observer.attributes(junction, { shared: timed({}, values, startMs - 7_200_000), client: told }, nowMs))
  }

  told = timed({}, values, startMs - 7_200_000)
  settings.push({ fromMs: midnightOf(startMs), settings: parseSettings(values) })
  tell()
  for (const stretch of stretches) {
    const { seconds, gap = 0, late = 0, longer = 0, darkPhase, losesEvery, mode } = stretch
    ahead += stretch.clockStep ?? 0
    if (mode !== undefined && mode !== values.Mode) {
      values = { ...values, Mode: mode }
      settings.push({ fromMs: nowMs, settings: parseSettings(values) })
      tell()
    }
    const run = parseSettings({
      ...values,
      Pr1_X1: (values.Pr1_X1 ?? 0) + longer,
      Pr2_X1: (values.Pr2_X1 ?? 0) + longer,
    })
    for (let nth = 0; nth < seconds; nth += 1) {
      const clockMs = nowMs + ahead * 1000
      const before: EngineState | null = state
      state = step(before, run, secondOfDayAt(clockMs - late * 1000), limits)
      const shown = writeLamps(state.lamps)
      const counts = LAMP_KEYS.map((key, place) =>
        darkPhase !== undefined && Math.floor(place / 3) === darkPhase ? 0 : (shown[key] ?? 0),
      )
      const isLost = nth < gap || (losesEvery !== undefined && nth % losesEvery === losesEvery - 1)
      if (!isLost) take(messageOf(junction, counts, nowMs, clockMs))
      if (state.plan !== before?.plan || state.program !== before?.program || state.mode !== before?.mode) tell()
      take(observer.tick(junction, nowMs + 500))
      nowMs += 1000
    }
  }
  const soFar = open && windowSoFar(open, junction)
  if (soFar) windows.push(soFar)
  const times = [...done, ...incidents.values()]
  const dayMs = midnightOf(startMs)
  return { dayMs, fromMs: dayMs, untilMs: windowOf(nowMs), windows, events, incidents: times, settings }
}

function messageOf(junction: Junction, counts: Counts, ts: number, clockMs: number): Observed {
  return observer.message(junction, { ts, counts, clockMs, receivedMs: ts })
}

function eventsOf(before: Junction, after: Junction, nowMs: number): readonly JunctionEvent[] {
  const mode = after.street?.mode
  const [was, now] = [before.force?.effect, after.force?.effect]
  return [
    ...(mode && mode.mode !== before.street?.mode?.mode
      ? [{ kind: 'mode' as const, at: mode.sinceMs, mode: mode.mode }]
      : []),
    ...(now && (now.plan !== was?.plan || now.program !== was?.program)
      ? [{ kind: 'plan' as const, at: nowMs, plan: now.plan, program: now.program }]
      : []),
  ]
}

function timed(before: TimedValues, values: Readonly<Record<string, unknown>>, ts: number): TimedValues {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, before[key]?.value === value ? before[key] : { ts, value }]),
  ) as TimedValues
}
