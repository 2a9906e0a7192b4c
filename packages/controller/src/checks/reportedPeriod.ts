import { cycleSeconds } from '../cycle.ts'
import { periodKey } from '../keys.ts'
import type { Clearance, Program } from '../settings.ts'
import { type Finding, found } from './finding.ts'

/** (V3) Finds a reported total period that differs from the cycle of R6. */
export function checkReportedPeriod(program: Program, clearance: Clearance, reportedPeriod: number): Finding[] {
  const limit = cycleSeconds(program, clearance)
  if (reportedPeriod === limit) return []
  return [found('periodDiffers', periodKey(program.number), { program: program.number, value: reportedPeriod, limit })]
}
