import { expect, it } from 'vitest'
import { testCorridor, testId } from '../../../test/records.ts'
import { otherCorridors } from './otherCorridors.ts'

it('names the other corridors of each junction, and not the one that is planned', () => {
  const [a, b, c] = [testId(1), testId(2), testId(3)] as const
  const corridors = [testCorridor(40, [a, b]), testCorridor(41, [b, c]), testCorridor(42, [b])]
  const others = otherCorridors(corridors, testId(40))
  expect([a, b, c].map((id) => others.get(id))).toEqual([undefined, ['Trục 41', 'Trục 42'], ['Trục 41']])
})
