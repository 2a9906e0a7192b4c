import { ApiError, NetworkError } from '@greenwave/client/callErrors'
import { expect, test } from 'vitest'
import { repeating } from './repeating.ts'

test.each([
  ['no answer', new NetworkError('gone'), 7],
  ['a session that is over', new ApiError(401), 7],
  ['a platform that fails', new ApiError(503), 5],
  ['somebody else who saved', new ApiError(409), 3],
  ['a refusal', new ApiError(400), 1],
  ['any other error', new TypeError('odd'), 1],
])('after %s work is tried so often as it may help, with growing pauses', async (_, error, tries) => {
  const pauses: number[] = []
  let tried = 0
  const work = async () => {
    tried += 1
    throw error
  }
  const wait = async (ms: number) => void pauses.push(ms)
  await expect(repeating(wait, work)).rejects.toBe(error)
  expect(tried).toBe(tries)
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000].slice(0, tries - 1))
})
