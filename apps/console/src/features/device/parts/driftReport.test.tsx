import { localTimeAt } from '@greenwave/controller/deviceClock'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { askAbout, dialogsClosed, openDialog, press, SERVER } from '../../../test/devicePage.ts'
import { type LiveDevicePage, openLiveDevicePage } from '../../../test/liveDevicePage.ts'
import { startSessionForTest } from '../../../test/stubPlatform.ts'

const NOW_MS = Date.UTC(2026, 2, 5, 0, 8, 9)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
  startSessionForTest()
})

/** Sends a sample of a clock that is off by this many seconds. */
function sample(page: LiveDevicePage, atMs: number, driftSeconds: number): void {
  vi.setSystemTime(atMs)
  const { year, month, day, hour, minute, second } = localTimeAt(atMs + driftSeconds * 1000)
  const lamps = { T_D1: 5, T_D2: 5, T_D3: 5 }
  const clock = { Year: year, Month: month, Day: day, Hour: hour, Minute: minute, Second: second }
  page.send('LATEST_TELEMETRY', { ...clock, ...lamps }, atMs)
}

async function setTime(server = SERVER): Promise<LiveDevicePage> {
  const page = await openLiveDevicePage({ server })
  sample(page, NOW_MS, 30)
  expect(await screen.findAllByText('Clock +30 s')).not.toEqual([])
  const question = await askAbout(await openDialog('Set Device Time', 'Set Device Time'), {}, 'Set Time')
  await press(question, 'Xác nhận')
  await dialogsClosed()
  return page
}

it('after a time was set, the remaining drift is reported from a sample that must contain the new time', async () => {
  const page = await setTime()
  expect(await screen.findByText('Time sent to the controller.')).toBeVisible()
  sample(page, NOW_MS + 2000, 30)
  expect(await screen.findAllByText('Clock +30 s')).not.toEqual([])
  expect(screen.queryByText(/^After setting/)).not.toBeInTheDocument()
  sample(page, NOW_MS + 3000, -1)
  expect(await screen.findByText('After setting, the clock is −1 s.')).toBeVisible()
})

it('the notice for a controller that did not take the time says that it is as far off as before', async () => {
  const page = await setTime()
  sample(page, NOW_MS + 3000, 30)
  expect(await screen.findByText('After setting, the clock is +30 s.')).toBeVisible()
})

it('no drift is reported for a controller that is offline, because it does not take the time when it comes back', async () => {
  const page = await setTime({ ...SERVER, active: false })
  expect(await screen.findByText(/does not take a time that it finds on coming back/)).toBeVisible()
  sample(page, NOW_MS + 3000, 0)
  expect(await screen.findAllByText('Clock in step')).not.toEqual([])
  expect(screen.queryByText(/^After setting/)).not.toBeInTheDocument()
})
