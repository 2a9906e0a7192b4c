import { expect, it } from 'vitest'
import { LIMITS } from '../../limits/limits.ts'
import { createSlices } from './slices.ts'

/** Goes on until the slice is used up; returns after how many steps. */
function stepsUntilOver(isOver: () => boolean): number {
  let steps = 1
  while (!isOver()) steps += 1
  return steps
}

it('a slice ends when its time is over, lets other work run, and the next one is as long', async () => {
  let time = 0
  const step = () => {
    time += LIMITS.querySliceMs.value / 100
  }
  const slices = createSlices(new AbortController().signal, () => time)
  const isOver = () => {
    step()
    return slices.isOver()
  }
  const first = stepsUntilOver(isOver)
  expect(first).toBeGreaterThanOrEqual(100)
  let hasOtherRun = false
  setImmediate(() => {
    hasOtherRun = true
  })
  await slices.pause()
  expect(hasOtherRun).toBe(true)
  expect(stepsUntilOver(isOver)).toBeGreaterThanOrEqual(100 - 16)
})

it('work for which nobody waits any more ends at its next pause', async () => {
  const caller = new AbortController()
  const slices = createSlices(caller.signal)
  caller.abort(new Error('gone'))
  await expect(slices.pause()).rejects.toThrow('gone')
})
