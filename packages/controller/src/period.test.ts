import { expect, test } from 'vitest'
import { statedPeriod, totalPeriod } from './period.ts'
import { EXAMPLE_CLEARANCE, EXAMPLE_PROGRAM } from './testing/settings.ts'

const SHARED_78 = { ...EXAMPLE_PROGRAM, sharedPeriod: 78 }

test('(R7) shows what the controller reports before anything else', () => {
  expect(totalPeriod(SHARED_78, EXAMPLE_CLEARANCE, { Period_Pr1: '75' })).toEqual({ seconds: 75, source: 'reported' })
})

test('(R7) without a report shows the shared attribute when it is above 0', () => {
  expect(totalPeriod(SHARED_78, EXAMPLE_CLEARANCE, {})).toEqual({ seconds: 78, source: 'shared' })
})

test('(R7) without either shows the computed cycle', () => {
  expect(totalPeriod(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, {})).toEqual({ seconds: 80, source: 'computed' })
  expect(totalPeriod({ ...EXAMPLE_PROGRAM, sharedPeriod: -1 }, EXAMPLE_CLEARANCE, {}).source).toBe('computed')
})

test('(R7) a report that is no number, was deleted, or is of another program is none', () => {
  expect(statedPeriod(EXAMPLE_PROGRAM, { Period_Pr1: 'soon' })).toBeUndefined()
  expect(statedPeriod(EXAMPLE_PROGRAM, { Period_Pr1: '' })).toBeUndefined()
  expect(statedPeriod(EXAMPLE_PROGRAM, { Period_Pr2: 80 })).toBeUndefined()
})
