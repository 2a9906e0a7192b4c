/** What a live indicator may claim: samples are folded in as they come, and the view is a function of them and the time. */
import type { TimedValue } from './deviceClock.ts'
import { LAMP_KEYS, lampKeys } from './keys.ts'
import { ofPhase, type PerPhase, type PhaseNumber, perPhase } from './limits.ts'
import { type LampReadings, lampReading } from './telemetry.ts'

/** No sample for longer than this is stale, milliseconds. */
export const STALE_AFTER_MS = 3_000

/** Samples closer than this are one sample whose keys came in separate messages, milliseconds. */
const SAME_SAMPLE_MS = 500

/** A lit countdown that stays the same for as long as this is frozen, milliseconds. */
const FROZEN_AFTER_MS = 3_000

/** A message of telemetry, or a snapshot of the latest values. */
export interface LiveSample {
  /** When this side got it, in the platform's time, milliseconds. A timestamp that lies ahead of it does not make data younger. */
  readonly seenAtMs: number
  readonly values: Readonly<Record<string, TimedValue | undefined>>
}

interface LampMemory {
  /** undefined: the value was no countdown. */
  readonly count: number | undefined
  readonly ts: number
}

interface PhaseMemory {
  readonly bad: { readonly kind: 'dark' | 'conflicting'; readonly sinceTs: number } | null
  /** The reading of the three lamps and since when it has been the same. */
  readonly steady: { readonly reading: string; readonly sinceTs: number } | null
  readonly lastTs: number
}

/** All that is remembered between samples. */
export interface LiveState {
  readonly lamps: Readonly<Record<string, LampMemory>>
  readonly phases: PerPhase<PhaseMemory>
  /** Timestamp of the newest sample; null before the first. */
  readonly lastTs: number | null
}

const NO_MEMORY: PhaseMemory = { bad: null, steady: null, lastTs: 0 }

/** Before the first sample. */
export const NO_SAMPLES: LiveState = { lamps: {}, phases: [NO_MEMORY, NO_MEMORY, NO_MEMORY], lastTs: null }

/** Missing is not dark: "no data" is a state of its own. */
export type LampView =
  | { readonly kind: 'lit'; readonly count: number }
  | { readonly kind: 'off' }
  | { readonly kind: 'noData' }

/** dark: no lamp is lit. conflicting: more than one is. frozen: a count does not fall. */
export type PhaseFault = 'dark' | 'conflicting' | 'frozen'

/** One signal head. */
export interface PhaseView {
  readonly red: LampView
  readonly yellow: LampView
  readonly green: LampView
  /** Claimed only after two samples in a row. */
  readonly fault: PhaseFault | null
}

/** All three signal heads, and whether they may be shown as live. */
export type LiveView =
  | { readonly kind: 'noData' }
  | { readonly kind: 'live' | 'stale'; readonly ageSeconds: number; readonly phases: PerPhase<PhaseView> }

/**
 * Folds one message in. Values older than what is known are left out, so that late samples change nothing. A message without
 * any news (no lamp in it, a sample repeated) gives the very state that was passed in.
 */
export function foldSample(state: LiveState, sample: LiveSample): LiveState {
  const lamps: Record<string, LampMemory> = { ...state.lamps }
  let lastTs = state.lastTs
  let isNews = false
  for (const key of LAMP_KEYS) {
    const value = sample.values[key]
    const known = lamps[key]
    if (!value) continue
    if (isDeletion(value)) {
      isNews ||= known !== undefined
      delete lamps[key]
      continue
    }
    const ts = Math.min(value.ts, sample.seenAtMs)
    const count = lampReading(value.value)
    if (known && (ts < known.ts || (ts === known.ts && count === known.count))) continue
    lamps[key] = { count, ts }
    lastTs = Math.max(lastTs ?? ts, ts)
    isNews = true
  }
  if (!isNews) return state
  return { lamps, lastTs, phases: perPhase((phase) => rememberPhase(ofPhase(state.phases, phase), lamps, phase)) }
}

/** A deleted telemetry key arrives as '' at time 0. */
function isDeletion(value: TimedValue): boolean {
  return value.ts === 0 && value.value === ''
}

function rememberPhase(memory: PhaseMemory, lamps: LiveState['lamps'], phase: PhaseNumber): PhaseMemory {
  const keys = Object.values(lampKeys(phase))
  const ts = Math.max(0, ...keys.map((key) => lamps[key]?.ts ?? 0))
  const counts = keys.map((key) => lamps[key]?.count)
  const kind = badKind(counts)
  const reading = counts.join(' ')
  return {
    bad: kind === null ? null : memory.bad?.kind === kind ? memory.bad : { kind, sinceTs: ts },
    steady: !isCounting(counts) ? null : memory.steady?.reading === reading ? memory.steady : { reading, sinceTs: ts },
    lastTs: ts,
  }
}

function badKind(counts: readonly (number | undefined)[]): 'dark' | 'conflicting' | null {
  if (counts.filter((count) => (count ?? 0) > 0).length > 1) return 'conflicting'
  return counts.every((count) => count === 0) ? 'dark' : null
}

/** A lamp at 1 has nothing to count in a hold and in flashing yellow. */
function isCounting(counts: readonly (number | undefined)[]): boolean {
  return counts.some((count) => (count ?? 0) > 1)
}

/** What may be shown at a time; `nowMs` is the platform's time, milliseconds. */
export function liveView(state: LiveState, nowMs: number): LiveView {
  const { lastTs } = state
  if (lastTs === null) return { kind: 'noData' }
  const ageMs = Math.max(0, nowMs - lastTs)
  return {
    kind: ageMs > STALE_AFTER_MS ? 'stale' : 'live',
    ageSeconds: Math.floor(ageMs / 1000),
    phases: perPhase((phase) => phaseView(state, phase, lastTs)),
  }
}

function phaseView(state: LiveState, phase: PhaseNumber, newestTs: number): PhaseView {
  const keys = lampKeys(phase)
  return {
    red: lampView(state.lamps[keys.red], newestTs),
    yellow: lampView(state.lamps[keys.yellow], newestTs),
    green: lampView(state.lamps[keys.green], newestTs),
    fault: faultOf(ofPhase(state.phases, phase)),
  }
}

/** A lamp that the newest samples no longer mention is not known any more, whatever it read last. */
function lampView(lamp: LampMemory | undefined, newestTs: number): LampView {
  if (lamp?.count === undefined || newestTs - lamp.ts > STALE_AFTER_MS) return { kind: 'noData' }
  return lamp.count > 0 ? { kind: 'lit', count: lamp.count } : { kind: 'off' }
}

function faultOf(memory: PhaseMemory): PhaseFault | null {
  if (memory.bad) return memory.lastTs - memory.bad.sinceTs >= SAME_SAMPLE_MS ? memory.bad.kind : null
  return memory.steady && memory.lastTs - memory.steady.sinceTs >= FROZEN_AFTER_MS ? 'frozen' : null
}

/** The countdowns as they are known now, for `cycleSecondFromLamps` and for observing greens. */
export function knownLamps(view: LiveView): PerPhase<LampReadings> | null {
  if (view.kind !== 'live') return null
  return perPhase((phase) => {
    const { red, yellow, green } = ofPhase(view.phases, phase)
    return { red: countOf(red), yellow: countOf(yellow), green: countOf(green) }
  })
}

function countOf(lamp: LampView): number | undefined {
  return lamp.kind === 'lit' ? lamp.count : lamp.kind === 'off' ? 0 : undefined
}
