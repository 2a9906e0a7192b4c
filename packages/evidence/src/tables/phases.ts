/** The table of phases: how people call them when a package is made. Other tables have their numbers. */
import { PHASES } from '@greenwave/controller/controllerLimits'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { type Column, csvHead, csvLines } from './table.ts'

const COLUMNS: readonly Column[] = [
  { name: 'phase', type: 'whole' },
  { name: 'name', type: 'text' },
]

/** Returns the file of the names; an empty cell where a phase has none. */
export function phasesText(names: PhaseNames): string {
  const rows = PHASES.map((phase) => [phase, names[phase - 1] ?? null])
  return csvHead(COLUMNS) + csvLines(COLUMNS, rows)
}
