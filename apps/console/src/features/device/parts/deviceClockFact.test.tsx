import { localTimeAt } from '@greenwave/controller/deviceClock'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseClockView } from '../../../data/device/deviceClockView.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { DeviceClockFact } from './ClockFacts.tsx'

const AT_MS = Date.UTC(2026, 2, 5, 0, 8, 9)

/** Returns the clock of a controller that is off by this many seconds, from a sample taken now. */
function clockThatIs(driftSeconds: number) {
  const { year, month, day, hour, minute, second } = localTimeAt(AT_MS + driftSeconds * 1000)
  const fields = { Year: year, Month: month, Day: day, Hour: hour, Minute: minute, Second: second }
  return parseClockView(Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, { ts: AT_MS, value }])))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT_MS })
})

describe('the controller’s clock in the status column', () => {
  it.each([
    [0, 'Clock in step', 'mute'],
    [2, 'Clock +2 s', 'mute'],
    [-2, 'Clock −2 s', 'mute'],
    [3, 'Clock +3 s', 'warn'],
    [-5, 'Clock −5 s', 'warn'],
    [6, 'Clock +6 s', 'warn'],
    [-30, 'Clock −30 s', 'warn'],
  ])('%i s off says %s: a deviation above 2 s, however far it is', (drift, words, tone) => {
    renderPart(<DeviceClockFact clock={clockThatIs(drift)} freshness="live" />)
    expect(screen.getByText(words).closest('[data-tone]')).toHaveAttribute('data-tone', tone)
  })

  it('goes on while samples arrive, and stands with its age once they do not', async () => {
    const { rerender } = renderPart(<DeviceClockFact clock={clockThatIs(0)} freshness="live" />)
    expect(screen.getByText('05/03/2026 07:08:09')).toBeVisible()
    vi.setSystemTime(AT_MS + 2000)
    expect(await screen.findByText('05/03/2026 07:08:11')).toBeVisible()
    vi.setSystemTime(AT_MS + 60_000)
    rerender(<DeviceClockFact clock={clockThatIs(0)} freshness="stale" />)
    expect(screen.getByText('05/03/2026 07:08:09')).toBeVisible()
    expect(await screen.findByText('from 1 min ago')).toBeVisible()
    expect(screen.queryByText(/^Clock/)).not.toBeInTheDocument()
  })

  it('that is not reported is not available', () => {
    renderPart(<DeviceClockFact clock={null} freshness="live" />)
    expect(screen.getByText('Not available')).toBeVisible()
  })
})
