/** Compares sums with a naive recount over random streets. */
import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { countDay } from '../countDay.ts'
import { naiveRecount } from './naiveRecount.ts'
import { playStreet } from './street.ts'
import { anyStretches, figuresOf } from './stretches.ts'

/** Counts so many random streets both ways. Throws where they differ. */
export function compareRecounts(streets: number): void {
  fc.assert(
    fc.property(anyStretches, (stretches) => {
      const records = playStreet(stretches)
      deepStrictEqual(figuresOf(countDay(records)), figuresOf(naiveRecount(records)))
    }),
    { numRuns: streets },
  )
}
