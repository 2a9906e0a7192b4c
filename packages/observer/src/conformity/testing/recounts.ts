/** Compares sums with a naive recount over random streets. */
import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import { countDay } from '../countDay.ts'
import { firstKnownMs } from '../dayRecords.ts'
import { naiveRecount } from './naiveRecount.ts'
import { EIGHT, playStreet } from './street.ts'
import { anyStretches, figuresOf } from './stretches.ts'

/** Counts so many random streets both ways. Throws where they differ. */
export function compareRecounts(streets: number): void {
  fc.assert(
    fc.property(anyStretches, fc.integer({ min: 0, max: 899 }), fc.boolean(), (stretches, began, isFirst) => {
      const watched = playStreet(stretches, EIGHT + began * 1000)
      // It was watched since midnight, or for the first time.
      const records = { ...watched, fromMs: (isFirst && firstKnownMs(watched.windows)) || watched.dayMs }
      deepStrictEqual(figuresOf(countDay(records)), figuresOf(naiveRecount(records)))
    }),
    { numRuns: streets },
  )
}
