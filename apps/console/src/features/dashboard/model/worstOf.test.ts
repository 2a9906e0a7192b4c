import { expect, it } from 'vitest'
import type { TroubledJunction } from '../../../data/queries/junctionReads.ts'
import { worstOf } from './worstOf.ts'

const troubled = (...levels: TroubledJunction['level'][]) =>
  levels.map((level, nth) => ({ deviceId: `d${nth}`, customer: null, level }))

it('is the worst level, with the number of junctions that have it', () => {
  expect(worstOf(troubled(3, 4, 4))).toEqual({ level: 4, count: 2 })
  expect(worstOf(troubled(2, 5))).toEqual({ level: 5, count: 1 })
})

it('is nothing without junctions in trouble', () => {
  expect(worstOf([])).toBeNull()
})
