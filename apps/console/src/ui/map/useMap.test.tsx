import { afterEach, expect, test, vi } from 'vitest'
import { movement } from './useMap.ts'

afterEach(() => vi.restoreAllMocks())

test('maps glide, but not for whoever prefers less motion', () => {
  expect(movement()).toEqual({})
  const asked = vi.spyOn(window, 'matchMedia')
  asked.mockReturnValue(Object.assign(window.matchMedia(''), { matches: true }))
  expect(movement()).toEqual({ animate: false })
  expect(asked).toHaveBeenLastCalledWith('(prefers-reduced-motion: reduce)')
})
