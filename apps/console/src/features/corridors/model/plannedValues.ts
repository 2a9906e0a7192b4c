import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { programRow } from '@greenwave/controller/settingTable/program'
import type { SetJunction } from '@greenwave/coordination/fromSettings'

/** Returns the shared attributes by which a junction gets its planned program and offset: only those that differ. */
export function plannedValues(before: SetJunction, planned: SetJunction): AttributeSet {
  const was = valuesOf(before)
  return Object.fromEntries(Object.entries(valuesOf(planned)).filter(([key, value]) => was[key] !== value))
}

function valuesOf({ program, offset, canOffset }: SetJunction): Readonly<Record<string, number>> {
  const which = { program: program.number }
  return { ...programRow.at(which).write(program), ...(canOffset && offsetRow.at(which).write(offset)) }
}
