/** @file What the device page shows while its data is not current: nothing may look live. */
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { device, openDialog, press, SERVER, SHARED, stubDevice, tickAll } from '../../../test/devicePage.ts'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'
import { renderConsole } from '../../../test/renderParts.tsx'
import { startSessionForTest } from '../../../test/stubPlatform.ts'

/** 07:08:09 in the controllers' zone; plan 1 began at 05:30. */
const AT_MS = Date.UTC(2026, 2, 5, 0, 8, 9)
const LAMPS = { T_D1: 0, T_V1: 0, T_X1: 21, T_D2: 26, T_V2: 0, T_X2: 0, T_D3: 51, T_V3: 0, T_X3: 0 }
const CLOCK = writeDeviceTime(localTimeAt(AT_MS))
const RUNS = { ...SHARED, Plan: 1, Program: 1 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT_MS })
  startSessionForTest()
})

async function openRunning(shared = SHARED, lamps: Record<string, number> = LAMPS, reported: typeof SHARED = RUNS) {
  const page = await openLiveDevicePage({ shared, server: SERVER })
  page.send('CLIENT_SCOPE', reported, AT_MS - 3_600_000)
  page.send('LATEST_TELEMETRY', { ...lamps, ...CLOCK }, AT_MS)
  return page
}

const tones = (words: string) =>
  screen.getAllByText(words).map((found) => found.closest('[data-tone]')?.getAttribute('data-tone'))

describe('while live data is lost', () => {
  it('badge, deliveries, running plan and program and the now-line are shown as last known, in a neutral colour', async () => {
    const page = await openRunning()
    await waitFor(() => expect(tones('Active')).toEqual(['ok', 'ok']))
    await waitFor(() => expect(tones('running')).toEqual(['info']))
    await screen.findByRole('img', { name: 'Now 07:08, by the controller’s clock' })
    page.lose()
    await waitFor(() => expect(tones('Active · last known')).toEqual(['mute', 'mute']))
    expect(screen.queryByText('Active')).not.toBeInTheDocument()
    expect(tones('running · last known')).toEqual(['mute'])
    expect(screen.getByText('Program 1 · running, last known')).toBeVisible()
    expect(document.querySelector('[data-running], [data-now]')).toBeNull()
    expect(
      screen.getByRole('img', { name: 'Now 07:08, by the server’s clock, by the settings last known' }),
    ).toBeInTheDocument()
    expect(screen.getByText('This is the schedule as last known.')).toBeVisible()
    expect(screen.getByRole('figure', { name: 'Phase 1: Green, last known' })).toBeInTheDocument()
  })

  it('no dialog says that the controller is online, whether the loss was noticed yet or not', async () => {
    const page = await openRunning()
    const question = await openDialog('Tuyến 1', 'Chọn chế độ')
    expect(within(question).getByText('The controller is online.')).toBeVisible()
    page.answerWrites(new TypeError('Failed to fetch'))
    await tickAll(question)
    await press(question, 'Xác nhận')
    expect(await within(question).findByRole('alert')).toHaveTextContent('Failed to update mode')
    expect(within(question).queryByText('The controller is online.')).not.toBeInTheDocument()
    const unknown = 'There is no connection to the platform: whether the controller is online is not known.'
    expect(within(question).getByText(unknown)).toBeVisible()
    await press(question, 'Hủy')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    page.lose()
    const again = await openDialog('Tuyến 2', 'Chọn chế độ')
    expect(within(again).getByText(unknown)).toBeVisible()
  })
})

describe('the signal heads', () => {
  it('have the name of the last known state when their samples are old', async () => {
    await openRunning()
    expect(await screen.findByRole('figure', { name: 'Phase 2: Red' })).toBeInTheDocument()
    vi.setSystemTime(AT_MS + 3500)
    expect(
      await screen.findByRole('figure', { name: 'Phase 2: Red, last known' }, { timeout: 6000 }),
    ).toBeInTheDocument()
    expect(screen.queryByRole('figure', { name: 'Phase 2: Red' })).not.toBeInTheDocument()
  })

  it('(R13) of a hold say that their 1 does not count', async () => {
    const held = { T_D1: 0, T_V1: 0, T_X1: 1, T_D2: 1, T_V2: 0, T_X2: 0, T_D3: 1, T_V3: 0, T_X3: 0 }
    await openRunning({ ...SHARED, Mode: 1 }, held, { ...SHARED, Mode: 1 })
    expect(await screen.findByRole('figure', { name: 'Phase 1: Green, held, not counting' })).toBeInTheDocument()
    for (const phase of [2, 3])
      expect(screen.getByRole('figure', { name: `Phase ${phase}: Red, not counting` })).toBeInTheDocument()
    expect(screen.getByText('The mode Tuyến 1 overrides the schedule.')).toBeVisible()
  })

  it('(R13) of a phase that the program does not serve say that its 1 does not count; one that is served and shows 1 does', async () => {
    const shared = { ...SHARED, Pr1_X3: 0 }
    const lamps = { ...LAMPS, T_D2: 1, T_D3: 1 }
    await openRunning(shared, lamps, { ...shared, Plan: 1, Program: 1 })
    expect(await screen.findByRole('figure', { name: 'Phase 3: Red, not counting' })).toBeInTheDocument()
    expect(screen.getByRole('figure', { name: 'Phase 2: Red' })).toBeInTheDocument()
  })

  it('have room for three digits: a longer count is cut, and said in full', async () => {
    await openRunning(SHARED, { ...LAMPS, T_D2: 1e15, T_D3: 999 })
    const head = await screen.findByRole('figure', { name: 'Phase 2: Red, count of 1000000000000000 s' })
    expect(within(head).getByText('999+')).toHaveAttribute('title', 'count of 1000000000000000 s')
    expect(screen.getByRole('figure', { name: 'Phase 3: Red' })).toHaveTextContent('999')
  })

  it('beside two greens nothing is said of a change of program, from the first sample on', async () => {
    const changing = 'The lamps are changing over to program 1.'
    const astray = { ...LAMPS, T_X1: 0, T_D1: 500, T_D2: 0, T_X2: 20 }
    const page = await openRunning(SHARED, astray)
    expect(await screen.findByText(changing)).toBeVisible()
    page.send('LATEST_TELEMETRY', { ...LAMPS, T_D2: 0, T_X2: 20 }, AT_MS + 1000)
    await waitFor(() => expect(screen.queryByText(changing)).not.toBeInTheDocument())
    page.send('LATEST_TELEMETRY', { ...LAMPS, T_D2: 0, T_X1: 20, T_X2: 19 }, AT_MS + 2000)
    expect(await screen.findByText('Phases 1, 2 have the road at the same time.')).toBeVisible()
    expect(screen.queryByText(changing)).not.toBeInTheDocument()
  })
})

it('a mode that was never set reads as 0, flashing yellow, with that beside it [spec 3 attributes]', async () => {
  const { Mode: _, ...shared } = SHARED
  await openLiveDevicePage({ shared })
  const chooser = screen.getByRole('group', { name: 'Chọn chế độ' })
  const pressed = within(chooser).getAllByRole('button', { pressed: true })
  expect(pressed.map(({ textContent }) => textContent)).toEqual(['Nháy vàng'])
  expect(within(chooser.parentElement as HTMLElement).getByText('Not set')).toBeVisible()
  expect(screen.getByText('No mode was ever set: what rules the day is not known.')).toBeVisible()
})

it('settings that were never set read as 0, with that beside them [spec 3 attributes]', async () => {
  stubDevice({ shared: { Do_cong: 2 }, server: {} })
  renderConsole(`/devices/${device.id.id}`)
  expect(await screen.findByText('0 of 6 used · plan count not set')).toBeVisible()
  const fact = (name: string) => screen.getByText(name, { selector: 'dt, dt *' }).closest('dl > div')
  expect(fact('Yellow · red clearance')).toHaveTextContent('0 s · 2 sYellow: not set')
  expect(fact('Plan count')).toHaveTextContent('0Not set')
  expect(screen.getAllByText('Disabled · Not set')).toHaveLength(6)
  expect(screen.getAllByText('00:00', { selector: 'span' }).length).toBeGreaterThanOrEqual(6)
})

it('a device for which nothing was ever set has a day that is not known', async () => {
  stubDevice({ shared: {}, server: {} })
  renderConsole(`/devices/${device.id.id}`)
  expect(await screen.findByRole('img', { name: '00:00 to 24:00: not known' })).toBeVisible()
  expect(screen.queryByText('flash')).not.toBeInTheDocument()
})

it('two plans that are marked differently for longer than a cycle are remarked', async () => {
  const shared = { ...SHARED, P2_HH: 6, P2_MM: 30, P2_Pr: 1, P2_ENT: 1 }
  await openRunning(shared, LAMPS, { ...shared, Plan: 1, Program: 1 })
  expect(await screen.findByText('The controller reports plan 1; by the schedule it is plan 2 now.')).toBeVisible()
})
