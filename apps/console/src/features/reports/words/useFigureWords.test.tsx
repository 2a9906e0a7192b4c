import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFigureWords } from './useFigureWords.ts'

it('a mean that is shown as nothing has no sign', async () => {
  const { result } = renderHook(() => useFigureWords())
  const mean = (value: number) => result.current.mean({ count: 100, mean: value, meanSize: 0.1, largest: 1 })
  expect([-0.01, 0, 0.01, -0.12, 0.12].map(mean)).toEqual(['0.0 s', '0.0 s', '0.0 s', '−0.1 s', '+0.1 s'])
})
