import type { Corridor } from '@greenwave/contract/records/corridors'
import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { ByDirection } from '@greenwave/coordination/corridor'
import type { Wave } from './corridorFacts.ts'
import { crossStreets } from './crossStreets.ts'

/** A row of a time-space diagram. */
export interface DiagramRow {
  readonly deviceId: string
  readonly name: string
  /** Label beside the row: the name without the street name that all junctions share. */
  readonly shortName: string
  /** Below the name. */
  readonly note: string
  readonly phases: ByDirection<PhaseNumber | null>
}

/** Returns the rows of a corridor, with a note of the metres from the first junction and of the offset. */
export function diagramRows(
  { junctions }: Corridor,
  { corridor, timings }: Wave,
  note: (metres: number, offset: number) => string,
): readonly DiagramRow[] {
  const shortNames = crossStreets(corridor.map(({ name }) => name))
  return corridor.map(({ name, positionM }, index) => ({
    deviceId: junctions[index]?.device ?? '',
    name,
    shortName: shortNames[index] ?? name,
    note: note(Math.round(positionM), timings[index]?.offset ?? 0),
    phases: junctions[index]?.phase ?? { outbound: null, inbound: null },
  }))
}
