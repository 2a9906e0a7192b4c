import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { STALE_AFTER_MS } from '@greenwave/observer/timing'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'
import { cityMs } from '../../../test/localTime.ts'
import { startSessionForTest } from '../../../test/stubPlatform.ts'

const AT_MS = Date.UTC(2026, 2, 5, 0, 8, 9)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT_MS })
  startSessionForTest()
})

it('a clock that is no longer sent stands as the last known one in the head and on the card, though the lamps go on', async () => {
  const { send } = await openLiveDevicePage()
  send('LATEST_TELEMETRY', { T_D1: 0, T_V1: 0, T_X1: 21, ...writeDeviceTime(localTimeAt(AT_MS)) }, AT_MS)
  expect(await screen.findAllByText('Clock in step')).toHaveLength(2)
  vi.setSystemTime(AT_MS + 70_000)
  send('LATEST_TELEMETRY', { T_D1: 0, T_V1: 0, T_X1: 20 }, AT_MS + 70_000)
  const old = await screen.findByText('Clock in step · last known')
  expect(old.closest('[data-tone]')).toHaveAttribute('data-tone', 'mute')
  expect(await screen.findByText('from 1 min ago')).toBeVisible()
  expect(screen.getByText('05/03/2026 07:08:09')).toBeVisible()
  expect(screen.queryByText('Clock in step')).not.toBeInTheDocument()
  expect(screen.getByText(/^0 s ago|^1 s ago/)).toBeVisible()
  expect(screen.getByRole('img', { name: /by the server’s clock/ })).toBeInTheDocument()
})

it('samples from the future never count as live, not even after a reload: they are left out, and the page says so', async () => {
  const year2100 = cityMs(2100, 0, 1)
  const { send } = await openLiveDevicePage()
  send('LATEST_TELEMETRY', { T_D1: 0, T_V1: 0, T_X1: 99, ...writeDeviceTime(localTimeAt(year2100)) }, year2100)
  expect(await screen.findByText(/^Samples of this controller have future times, up to 01\/01\/2100/)).toBeVisible()
  expect(screen.getByRole('figure', { name: 'Phase 1: No data' })).toBeVisible()
  expect(screen.queryByText(/^Clock/)).not.toBeInTheDocument()
  send('LATEST_TELEMETRY', { T_D1: 0, T_V1: 0, T_X1: 20 }, AT_MS)
  expect(await screen.findByRole('figure', { name: 'Phase 1: Green' })).toBeVisible()
  expect(screen.queryByText(/times of the future/)).not.toBeInTheDocument()
})

it('the drift in the header of a device has a neutral colour once the samples have stopped', async () => {
  const { send } = await openLiveDevicePage()
  send('LATEST_TELEMETRY', { T_D1: 0, T_V1: 0, T_X1: 21, ...writeDeviceTime(localTimeAt(AT_MS + 8000)) }, AT_MS)
  const live = await screen.findAllByText('Clock +8 s')
  expect(live.map((words) => words.closest('[data-tone]')?.getAttribute('data-tone'))).toEqual(['warn', 'warn'])
  vi.setSystemTime(AT_MS + STALE_AFTER_MS + 1)
  const old = await screen.findByText('Clock +8 s · last known')
  expect(old.closest('[data-tone]')).toHaveAttribute('data-tone', 'mute')
  expect(screen.queryByText('Clock +8 s')).not.toBeInTheDocument()
})
