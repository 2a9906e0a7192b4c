/** The table of phases: how people call them when a package is made. Other tables have their numbers. */
import type { CallApi } from '@greenwave/client/callTypes'
import { parsePhaseNames, SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { PHASES } from '@greenwave/controller/controllerLimits'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { csvHead, csvLines } from './csvText.ts'
import type { Column } from './table.ts'

const COLUMNS: readonly Column[] = [
  { name: 'phase', type: 'whole' },
  { name: 'name', type: 'text' },
]

/** Returns the file of the names; an empty cell where a phase has none. */
export function phasesText(names: PhaseNames): string {
  const rows = PHASES.map((phase) => [phase, names[phase - 1] ?? null])
  return csvHead(COLUMNS) + csvLines(COLUMNS, rows)
}

/** Fetches how the phases of a device are called. Rejects as the call does. */
export async function fetchPhaseNames(call: CallApi<'attributes'>, deviceId: string): Promise<PhaseNames> {
  const params = { ...ofDevice(deviceId), scope: 'SERVER_SCOPE' }
  const [noted] = await call('attributes', { params, query: { keys: SITE_KEY } })
  return parsePhaseNames(noted?.value)
}
