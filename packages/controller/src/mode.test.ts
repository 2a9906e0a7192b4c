import { expect, test } from 'vitest'
import { MODE_CHOICES, modeChoice, modeKind } from './mode.ts'

test('[spec 4 mode] (R12) the four options have their values and words', () => {
  expect(MODE_CHOICES.map(({ value, label }) => [value, label])).toEqual([
    [0, 'Nháy vàng'],
    [1, 'Tuyến 1'],
    [2, 'Tuyến 2'],
    [4, 'Tự động'],
  ])
})

test('(R12) 0 flashes, 1 and 2 hold the route of that number', () => {
  expect(modeKind(0)).toEqual({ kind: 'flashing' })
  expect(modeKind(1)).toEqual({ kind: 'hold', phase: 1 })
  expect(modeKind(2)).toEqual({ kind: 'hold', phase: 2 })
})

test.each([4, 3, 5, 7, -1, 999, Number.NaN])('[spec 9 limits] (R12) %d is automatic', (mode) => {
  expect(modeKind(mode)).toEqual({ kind: 'automatic' })
  expect(modeChoice(mode).label).toBe('Tự động')
})

test('[spec 4 mode] the option of a mode is the one with its value', () => {
  expect([0, 1, 2, 4].map((mode) => modeChoice(mode).value)).toEqual([0, 1, 2, 4])
})
