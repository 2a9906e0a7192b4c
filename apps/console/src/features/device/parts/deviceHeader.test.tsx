import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startSession } from '../../../data/session.ts'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'
import { STALE_AFTER_MS } from '../model/freshness.ts'

const AT_MS = Date.UTC(2026, 2, 5, 0, 8, 9)

let stopSession: () => void
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT_MS })
  stopSession = startSession()
})
afterEach(() => {
  stopSession()
  vi.useRealTimers()
})

it('the drift in the head of a device takes no tone of now once the samples have stopped', async () => {
  const { send } = await openLiveDevicePage()
  send('LATEST_TELEMETRY', { T_D1: 0, T_V1: 0, T_X1: 21, ...writeDeviceTime(localTimeAt(AT_MS + 8000)) }, AT_MS)
  const live = await screen.findAllByText('Clock +8 s')
  expect(live.map((words) => words.closest('[data-tone]')?.getAttribute('data-tone'))).toEqual(['bad', 'bad'])
  vi.setSystemTime(AT_MS + STALE_AFTER_MS + 1)
  const old = await screen.findByText('Clock +8 s · last known', undefined, { timeout: 3000 })
  expect(old.closest('[data-tone]')).toHaveAttribute('data-tone', 'mute')
  expect(screen.queryByText('Clock +8 s')).not.toBeInTheDocument()
})
