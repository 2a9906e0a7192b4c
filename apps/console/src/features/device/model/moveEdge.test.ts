import type { PerPhase } from '@greenwave/controller/limits'
import type { PhaseTiming } from '@greenwave/controller/settings'
import { expect, test } from 'vitest'
import { edgeSecond, moveEdge } from './moveEdge.ts'

const PHASES: PerPhase<PhaseTiming> = [
  { green: 30, start: 0 },
  { green: 20, start: 35 },
  { green: 15, start: 60 },
]

test('the left edge moves the green without changing its length', () => {
  expect(moveEdge(PHASES, 2, 'start', 40)[1]).toEqual({ green: 20, start: 40 })
})

test('the right edge changes the length of the green', () => {
  expect(edgeSecond(PHASES[1], 'end')).toBe(55)
  expect(moveEdge(PHASES, 2, 'end', 50)[1]).toEqual({ green: 15, start: 35 })
})

test('an edge stays within 0 to 999 and on whole seconds [spec 5 program]', () => {
  expect(moveEdge(PHASES, 1, 'start', -4)[0].start).toBe(0)
  expect(moveEdge(PHASES, 2, 'end', 3)[1].green).toBe(0)
  expect(moveEdge(PHASES, 3, 'end', 4000)[2].green).toBe(999)
  expect(moveEdge(PHASES, 3, 'start', 60.6)[2].start).toBe(61)
})

test('the other phases stay as they are', () => {
  const moved = moveEdge(PHASES, 2, 'start', 40)
  expect(moved[0]).toBe(PHASES[0])
  expect(moved[2]).toBe(PHASES[2])
})
