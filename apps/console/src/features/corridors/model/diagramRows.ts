import type { Corridor } from '@greenwave/contract/records/corridors'
import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { ByDirection } from '@greenwave/coordination/corridor'
import { streetsOf } from '../../../shared/streetNet.ts'
import type { Wave } from './corridorFacts.ts'

/**
 * Returns the names of junctions without the street that all of them name, which is that of the corridor. Beside a
 * diagram there is no room for both streets, and what all rows begin with tells none of them apart. Names stay whole if
 * they share no street, or if one of them would have nothing left or be the same as another.
 */
export function crossStreets(names: readonly string[]): readonly string[] {
  const streets = names.map(streetsOf)
  const shared = streets[0]?.find((street) => streets.every((others) => others.includes(street)))
  if (names.length < 2 || shared === undefined) return names
  const short = streets.map((each) => each.filter((street) => street !== shared).join(' – '))
  return short.includes('') || new Set(short).size < names.length ? names : short
}

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
