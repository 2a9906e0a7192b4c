import { MOST_JUNCTIONS } from '@greenwave/contract/records/recordKeys'
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chooseJunctions, toggleJunctions, useChosenJunctions } from './chosenJunctions.ts'

describe('the chosen junctions', () => {
  it('stay in the order of the choice, each once, and no more than can be changed at once', () => {
    const { result } = renderHook(useChosenJunctions)
    act(() => toggleJunctions(['b', 'a'], true))
    act(() => toggleJunctions(['a', 'c'], true))
    expect(result.current).toEqual(['b', 'a', 'c'])
    act(() => toggleJunctions(['a'], false))
    expect(result.current).toEqual(['b', 'c'])
    expect(sessionStorage.getItem('greenwave.chosen')).toBe('b,c')
    act(() => chooseJunctions(Array.from({ length: MOST_JUNCTIONS + 1 }, (_, nth) => `junction-${nth}`)))
    expect(result.current).toHaveLength(MOST_JUNCTIONS)
    act(() => chooseJunctions([]))
    expect([result.current, sessionStorage.getItem('greenwave.chosen')]).toEqual([[], null])
  })
})
