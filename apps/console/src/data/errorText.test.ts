import { expect, test } from 'vitest'
import { ApiError, NetworkError } from './apiErrors.ts'
import { errorText } from './errorText.ts'

test('[spec 8 devices] the server message is shown when present, otherwise the fallback', () => {
  const fallback = 'Failed to load devices'
  expect(errorText(new ApiError(400, 31, 'No such customer'), fallback)).toBe('No such customer')
  expect(errorText(new ApiError(500), fallback)).toBe(fallback)
  expect(errorText(new NetworkError('Failed to fetch'), fallback)).toBe(fallback)
  expect(errorText(new Error('a fault of ours'), fallback)).toBe(fallback)
})
