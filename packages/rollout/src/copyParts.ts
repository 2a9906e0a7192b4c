/** Parts that can be copied from one junction to others. */
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { type AttributeValues, isPresent, rawValue } from '@greenwave/controller/attributes'
import { SETTINGS, type SettingGroup } from '@greenwave/controller/settingTable/table'

/** A part of a junction's settings. `all` is everything but the mode, which belongs to the moment. */
export const COPY_PARTS = [
  'program1',
  'program2',
  'program3',
  'program4',
  'program5',
  'program6',
  'plans',
  'times',
  'all',
] as const
export type CopyPart = (typeof COPY_PARTS)[number]

/** Returns the values of the parts as a junction has them. What was never set there is left out. */
export function copiedValues(shared: AttributeValues, parts: readonly CopyPart[]): AttributeSet {
  const keys = SETTINGS.filter(({ group }) => parts.some((part) => isOf(part, group))).flatMap(
    ({ keyNames }) => keyNames,
  )
  const values = keys.filter((key) => isPresent(shared, key)).map((key) => [key, rawValue(shared, key) as JsonValue])
  return Object.fromEntries(values)
}

function isOf(part: CopyPart, group: SettingGroup): boolean {
  switch (part) {
    case 'all':
      return group.kind !== 'mode'
    case 'plans':
      return group.kind === 'plan' || group.kind === 'planTotal'
    case 'times':
      return group.kind === 'clearance'
    default:
      return group.kind === 'program' && part === `program${group.program}`
  }
}
