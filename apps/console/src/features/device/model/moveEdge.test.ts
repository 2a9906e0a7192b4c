import type { PerPhase } from '@greenwave/controller/controllerLimits'
import type { PhaseTiming } from '@greenwave/controller/settings'
import { expect, test } from 'vitest'
import { edgeSecond, editOfEdge } from './moveEdge.ts'

const PHASES: PerPhase<PhaseTiming> = [
  { green: 30, start: 0 },
  { green: 20, start: 35 },
  { green: 15, start: 60 },
]

test('the left edge changes the start of the green', () => {
  expect(edgeSecond(PHASES[1], 'start')).toBe(35)
  expect(editOfEdge(PHASES, 2, 'start', 40)).toEqual({ phase: 2, part: 'start', value: 40 })
})

test('the right edge changes the length of the green', () => {
  expect(edgeSecond(PHASES[1], 'end')).toBe(55)
  expect(editOfEdge(PHASES, 2, 'end', 50)).toEqual({ phase: 2, part: 'green', value: 15 })
})

test('an edge stays within 0 to 999 and on whole seconds [spec 5 program]', () => {
  expect(editOfEdge(PHASES, 1, 'start', -4).value).toBe(0)
  expect(editOfEdge(PHASES, 2, 'end', 3).value).toBe(0)
  expect(editOfEdge(PHASES, 3, 'end', 4000).value).toBe(999)
  expect(editOfEdge(PHASES, 3, 'start', 60.6).value).toBe(61)
})
