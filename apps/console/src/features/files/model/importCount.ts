/** Outcome of importing a list, for the label of the button. */
import type { Expected } from '@greenwave/transfer/expectedOutcomes'

/** How many lines of a list an import writes. `isMost`: at most; `rest`: how many it writes only if it is to overwrite. */
export interface ImportCount {
  readonly count: number
  readonly isMost: boolean
  readonly rest: number
}

/** Returns how many lines an import writes. Logins are compared by the import itself: theirs are written at most. */
export function importCount(expected: Readonly<Record<Expected, number>>, isOverwriting: boolean): ImportCount {
  const { created, placed, login, differs } = expected
  const surely = created + placed + (isOverwriting ? differs : 0)
  return { count: surely + login, isMost: login > 0, rest: isOverwriting ? 0 : differs }
}
