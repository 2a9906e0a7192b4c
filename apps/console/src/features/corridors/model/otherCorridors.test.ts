import { expect, it } from 'vitest'
import { testCorridor, testId } from '../../../test/records.ts'
import { otherCorridors, othersJunctions } from './otherCorridors.ts'

it('names the junctions that users of the corridor’s customer do not see', () => {
  const place = (device: string) => ({
    device,
    distance: null,
    speed: { outbound: null, inbound: null },
    phase: { outbound: 1 as const, inbound: null },
  })
  const corridor = { junctions: [1, 2, 3, 4].map((number) => place(testId(number))) }
  const known = new Map([
    [testId(1), { label: 'A', customer: 'Quận 1' }],
    [testId(2), { label: 'B', customer: 'Quận 3' }],
    [testId(3), { label: 'C', customer: null }],
  ])
  expect(othersJunctions(corridor, known, 'Quận 1')).toEqual(['B', 'C'])
  expect(othersJunctions(corridor, known, null)).toEqual([])
})

it('names the other corridors of each junction, and not the one that is planned', () => {
  const [a, b, c] = [testId(1), testId(2), testId(3)] as const
  const corridors = [testCorridor(40, [a, b]), testCorridor(41, [b, c]), testCorridor(42, [b])]
  const others = otherCorridors(corridors, testId(40))
  expect([a, b, c].map((id) => others.get(id))).toEqual([undefined, ['Trục 41', 'Trục 42'], ['Trục 41']])
})
