import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parseClockView } from '../../../data/device/deviceClockView.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { CurrentTimeFact, DeviceClockFact } from './ClockFacts.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 23, 59, 58, 300) })
})
afterEach(() => {
  vi.useRealTimers()
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

it('both clocks name their zone if this computer’s zone differs from the controllers’; otherwise neither does', () => {
  const zone = vi.spyOn(Date.prototype, 'getTimezoneOffset')
  const clock = parseClockView(
    Object.fromEntries(
      Object.entries(writeDeviceTime(localTimeAt(Date.now()))).map(([key, value]) => [key, { ts: Date.now(), value }]),
    ),
  )
  const both = () => (
    <>
      <CurrentTimeFact />
      <DeviceClockFact clock={clock} freshness="live" />
    </>
  )
  zone.mockReturnValue(-120)
  const { unmount } = renderPart(both())
  expect(screen.getByText('Times of this computer, UTC+2')).toBeVisible()
  expect(screen.getByText('Times of the controller, UTC+7')).toBeVisible()
  unmount()
  zone.mockReturnValue(-420)
  renderPart(both())
  expect(screen.queryByText(/UTC/)).not.toBeInTheDocument()
  zone.mockRestore()
})
