import { cycleSeconds, greenStart, isServed, modulo } from './cycle.ts'
import { ofPhase, type PerPhase, PHASES } from './limits.ts'
import type { Clearance, PhaseTiming, Program } from './settings.ts'
import type { LampReadings } from './telemetry.ts'

/**
 * The second of the cycle at which a running program stands, told from the countdowns alone; null when they do not say (no
 * lit lamp, no cycle) or contradict one another, as they do while a program changes. Each served phase gives one opinion;
 * a single message that came late is outvoted.
 */
export function cycleSecondFromLamps(
  program: Pick<Program, 'phases'>,
  clearance: Clearance,
  lamps: PerPhase<LampReadings>,
): number | null {
  const cycle = cycleSeconds(program, clearance)
  if (cycle === 0) return null
  const opinions = PHASES.flatMap((phase) => {
    const second = opinion(ofPhase(program.phases, phase), clearance, cycle, ofPhase(lamps, phase))
    return second === null ? [] : [second]
  })
  const [first] = opinions
  if (first === undefined) return null
  if (opinions.every((second) => second === first)) return first
  return opinions.find((second, index) => opinions.indexOf(second) !== index) ?? null
}

function opinion(timing: PhaseTiming, clearance: Clearance, cycle: number, lamps: LampReadings): number | null {
  if (!isServed(timing)) return null
  const { red = 0, yellow = 0, green = 0 } = lamps
  if ([red, yellow, green].filter((count) => count > 0).length !== 1) return null
  const greenEnd = greenStart(timing) + timing.green
  if (green > 0) return green <= timing.green ? modulo(greenEnd - green, cycle) : null
  if (yellow > 0) return yellow <= clearance.yellow ? modulo(greenEnd + clearance.yellow - yellow, cycle) : null
  return red <= 2 * cycle ? modulo(greenStart(timing) - red, cycle) : null
}
