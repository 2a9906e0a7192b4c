/** Days of a controller as a watcher records them, of a few kinds, each made once and used for any date. */
import { writeCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { writeDaySums } from '@greenwave/contract/records/daySums'
import { type JunctionEvent, writeEvent } from '@greenwave/contract/records/eventRecords'
import { writeSettingsRecord } from '@greenwave/contract/records/settingsRecords'
import { countDay } from '@greenwave/observer/conformity/countDay'
import { DAY_MS, midnightOf } from '@greenwave/observer/conformity/days'
import { lampsAt } from '@greenwave/controller/lamps'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { writeLamps } from '@greenwave/controller/telemetry'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { litLamps } from '@greenwave/observer/lit'
import { type RecordWindow, WINDOW_MS } from '@greenwave/observer/recordWindow'

/** One program of 90 s, which divides the quarter of an hour and the day, and two plans that run it. */
export const RECORDED_SETTINGS: Readonly<Record<string, number>> = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 2 },
  ...{ P1_HH: 5, P1_MM: 30, P1_Pr: 1, P1_ENT: 1, P2_HH: 20, P2_MM: 0, P2_Pr: 2, P2_ENT: 1 },
  ...{ Pr1_X1: 25, Pr1_X2: 25, Pr1_X3: 20, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 65 },
  ...{ Pr2_X1: 25, Pr2_X2: 25, Pr2_X3: 20, Start_Pr2_X1: 0, Start_Pr2_X2: 35, Start_Pr2_X3: 65 },
}
export const RECORDED_CYCLE_SECONDS = 90

/** What a day is like. Seconds are those since midnight. */
interface Kind {
  /** The first green begins so much later than it should. */
  readonly late?: number
  /** Phase 1 is green so much longer. */
  readonly longer?: number
  /** The lamps of phase 2 are dark. */
  readonly dark?: readonly [from: number, until: number]
  /** No sample came. */
  readonly lost?: readonly [from: number, until: number]
}

const KINDS: readonly Kind[] = [
  {},
  {},
  {},
  { late: 1 },
  { longer: 2 },
  { dark: [36_000, 43_200] },
  { lost: [50_000, 53_600] },
]

/** A day as text, with times from its midnight on, milliseconds. */
export interface RecordedDay {
  readonly cycles: readonly { readonly atMs: number; readonly text: string }[]
  /** Of any day: events say when they happened. */
  readonly events: (dayMs: number) => readonly { readonly atMs: number; readonly text: string }[]
  /** The sums say until when they are counted. */
  readonly sums: (dayMs: number) => string
}

/** The settings in force, as text. */
export const SETTINGS_TEXT = JSON.stringify(writeSettingsRecord({ reported: RECORDED_SETTINGS, asked: {} }))

/** Returns a day of each kind. */
export function recordedDays(): readonly RecordedDay[] {
  return KINDS.map(recordedDay)
}

function recordedDay(kind: Kind): RecordedDay {
  const settings = parseSettings({
    ...RECORDED_SETTINGS,
    Pr1_X1: 25 + (kind.longer ?? 0),
    Pr2_X1: 25 + (kind.longer ?? 0),
  })
  const set = parseSettings(RECORDED_SETTINGS)
  const originMs = midnightOf(Date.UTC(2026, 0, 15))
  const windows = Array.from({ length: DAY_MS / WINDOW_MS + 1 }, (_, nth) => windowAt(originMs, nth, kind, settings))
  const planEvents = (dayMs: number): readonly JunctionEvent[] => [
    { kind: 'plan', at: dayMs + 19_800_000, plan: 1, program: 1 },
    { kind: 'plan', at: dayMs + 72_000_000, plan: 2, program: 2 },
  ]
  const sums = countDay({
    ...{ dayMs: originMs, fromMs: originMs, untilMs: originMs + DAY_MS, windows, incidents: [] },
    events: [{ kind: 'connection', at: originMs - DAY_MS, connected: true }, ...planEvents(originMs)],
    settings: [{ fromMs: originMs - DAY_MS, settings: set }],
  })
  return {
    cycles: windows.slice(0, -1).map((window) => ({
      atMs: window.startMs - originMs,
      text: JSON.stringify(writeCycleRecord(window)),
    })),
    events: (dayMs) =>
      planEvents(dayMs).map((event) => ({ atMs: event.at - dayMs + 3, text: JSON.stringify(writeEvent(event)) })),
    sums: (dayMs) => JSON.stringify(writeDaySums({ ...sums, dayMs, untilMs: dayMs + DAY_MS })),
  }
}

function windowAt(originMs: number, nth: number, kind: Kind, settings: ReturnType<typeof parseSettings>): RecordWindow {
  const startMs = originMs + nth * WINDOW_MS
  const runs: RecordWindow['runs'][number][] = []
  const cycles: RecordWindow['cycles'][number][] = []
  for (let second = 0; second < WINDOW_MS / 1000; second += 1) {
    const ofDay = (nth * WINDOW_MS) / 1000 + second
    const lit = litAt(ofDay, kind, settings)
    if (runs.at(-1)?.lit !== lit || second === 0) runs.push({ second, lit })
    const inCycle = (ofDay - (kind.late ?? 0)) % RECORDED_CYCLE_SECONDS
    const isBegin = inCycle === 0 && lit !== null
    if (!isBegin && second > 0) continue
    const isDay = ofDay >= 19_800 && ofDay < 72_000
    cycles.push({
      ...{ second, startMs: startMs + second * 1000 + 123, startClockMs: startMs + second * 1000 },
      ...{ firstPhase: isBegin ? 1 : null, plan: isDay ? 1 : 2, program: isDay ? 1 : 2 },
      ...{ inChange: false, evaluated: !isIn(kind.dark, ofDay) },
    })
  }
  return { startMs, seconds: WINDOW_MS / 1000, cycles, runs }
}

function litAt(
  ofDay: number,
  { late = 0, dark, lost }: Kind,
  settings: ReturnType<typeof parseSettings>,
): number | null {
  if (isIn(lost, ofDay)) return null
  const [program] = settings.programs
  if (!program) return null
  const values = writeLamps(lampsAt(program, settings.clearance, ofDay - late))
  const lit = litLamps(LAMP_KEYS.map((key) => values[key] ?? 0))
  return isIn(dark, ofDay) ? lit & ~0o070 : lit
}

function isIn(span: readonly [number, number] | undefined, second: number): boolean {
  return span !== undefined && second >= span[0] && second < span[1]
}
