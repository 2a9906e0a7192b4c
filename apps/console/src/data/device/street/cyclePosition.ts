/** Position of the signals in a program's cycle, read from the countdowns. */

import { ofPhase, type PerPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import { cycleSeconds, greenStart, isServed, modulo } from '@greenwave/controller/cycle'
import type { Clearance, PhaseTiming, Program } from '@greenwave/controller/settings'
import type { LampReadings } from '@greenwave/controller/telemetry'

/** Seconds by which phases may disagree, because their keys can arrive in separate messages. */
const TOLERANCE_SECONDS = 1

/** The position in the cycle, as a second of it, or `astray` with the phases whose lamps do not follow the program. */
export type CyclePosition =
  | { readonly kind: 'at'; readonly second: number }
  | { readonly kind: 'astray'; readonly phases: readonly PhaseNumber[] }
  | { readonly kind: 'unknown' }

/**
 * Returns the second of the cycle on which the countdowns of all served phases agree, within one second. When they do
 * not agree, returns the phases that do not follow the first one that could be placed; `unknown` when no phase could be
 * placed.
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
  // A phase that joined the cycle late stays red during its missed green, so its count may exceed one cycle's red.
  return red <= cycle + start ? modulo(start - red, cycle) : 'astray'
}

function circularDistance(a: number, b: number, cycle: number): number {
  const apart = modulo(a - b, cycle)
  return Math.min(apart, cycle - apart)
}
