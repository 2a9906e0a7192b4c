import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { cityMs } from '../../../test/localTime.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { CurrentTimeFact } from './ClockFacts.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: cityMs(2026, 10, 21, 23, 59, 58, 300) })
})

it("the tile 'Current Time' goes on with each second, in en-GB order and 24 hours [spec 2 dashboard] [spec 4 timers] [spec 9 limits]", () => {
  renderPart(<CurrentTimeFact />)
  const shown = () => screen.getByText('Current Time').nextElementSibling?.textContent
  expect(shown()).toBe('21/11/2026, 23:59:58')
  act(() => void vi.advanceTimersByTime(701))
  expect(shown()).toBe('21/11/2026, 23:59:59')
  for (const text of ['22/11/2026, 00:00:00', '22/11/2026, 00:00:01', '22/11/2026, 00:00:02']) {
    act(() => void vi.advanceTimersByTime(1000))
    expect(shown()).toBe(text)
  }
})
