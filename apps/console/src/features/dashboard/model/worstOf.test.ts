import { expect, it } from 'vitest'
import { testDevice, testId } from '../../../test/records.ts'
import { worstOf } from './worstOf.ts'

const devices = [1, 2, 3, 4].map((number) => testDevice(number))

it('is the worst level, with the number of junctions that have it', () => {
  const levels = new Map([
    [testId(1), 3 as const],
    [testId(2), 4 as const],
    [testId(4), 4 as const],
    [testId(9), 5 as const],
  ])
  expect(worstOf(devices, levels)).toEqual({ level: 4, count: 2 })
})

it('is nothing of healthy and of muted junctions', () => {
  expect(worstOf(devices, new Map([[testId(1), 1 as const]]))).toBeNull()
  expect(worstOf([], new Map())).toBeNull()
})
