/** Where the street stands in a program's cycle, read off the countdowns. */
import { cycleSeconds, greenStart, isServed, modulo } from '@greenwave/controller/cycle'
import { ofPhase, type PerPhase, PHASES, type PhaseNumber } from '@greenwave/controller/limits'
import type { Clearance, PhaseTiming, Program } from '@greenwave/controller/settings'
import type { LampReadings } from '@greenwave/controller/telemetry'

/** Seconds that phases may disagree: their keys can come in messages of their own. */
const TOLERANCE_SECONDS = 1

/** `position` is a second of the cycle; `astray` are the phases whose lamps do not stand where the program says. */
export type CyclePosition =
  | { readonly kind: 'at'; readonly second: number }
  | { readonly kind: 'astray'; readonly phases: readonly PhaseNumber[] }
  | { readonly kind: 'unknown' }

/**
 * The second of the cycle that the countdowns of all served phases agree on, within one second. Where they do not, the phases
 * that do not follow the first that could be placed; `unknown` when no phase tells.
 */
export function positionFromLamps(
  program: Pick<Program, 'phases'>,
  clearance: Clearance,
  lamps: PerPhase<LampReadings>,
): CyclePosition {
  const cycle = cycleSeconds(program, clearance)
  if (cycle <= 0) return { kind: 'unknown' }
  let anchor: number | null = null
  const astray: PhaseNumber[] = []
  for (const phase of PHASES) {
    const second = phasePosition(ofPhase(program.phases, phase), clearance, cycle, ofPhase(lamps, phase))
    if (second === 'astray') astray.push(phase)
    else if (second === 'unknown') continue
    else if (anchor === null) anchor = second
    else if (circularDistance(anchor, second, cycle) > TOLERANCE_SECONDS) astray.push(phase)
  }
  if (astray.length > 0) return { kind: 'astray', phases: astray }
  return anchor === null ? { kind: 'unknown' } : { kind: 'at', second: anchor }
}

function phasePosition(
  timing: PhaseTiming,
  clearance: Clearance,
  cycle: number,
  lamps: LampReadings,
): number | 'unknown' | 'astray' {
  const green = lamps.green ?? 0
  const yellow = lamps.yellow ?? 0
  const red = lamps.red ?? 0
  const lit = [green, yellow, red].filter((count) => count > 0).length
  if (lit === 0) return 'unknown'
  if (lit > 1) return 'astray'
  if (!isServed(timing)) return red > 0 ? 'unknown' : 'astray'
  const start = greenStart(timing)
  if (green > 0) return green <= timing.green ? modulo(start + timing.green - green, cycle) : 'astray'
  const greenAndYellow = timing.green + Math.max(0, clearance.yellow)
  if (yellow > 0) return yellow <= clearance.yellow ? modulo(start + greenAndYellow - yellow, cycle) : 'astray'
  // A phase that joined the cycle late stays red over its missed green, so its count may reach past one cycle's red.
  return red <= cycle + start ? modulo(start - red, cycle) : 'astray'
}

function circularDistance(a: number, b: number, cycle: number): number {
  const apart = modulo(a - b, cycle)
  return Math.min(apart, cycle - apart)
}
