/** @file How far each setting has come from the platform to the street, as the device page shows it. */
import { parseSettings, writeSettings } from '@greenwave/controller/settingTable/allSettings'
import type { SettingGroup } from '@greenwave/controller/settingTable/table'
import { SETTING_GROUPS } from '@greenwave/controller/testing/commonSettings'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openDialog, press, SHARED, tickAll, WRITTEN_MS } from '../../../test/devicePage.ts'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'
import { startSessionForTest } from '../../../test/stubPlatform.ts'

const SAVED_MS = WRITTEN_MS

/** A value for every setting. */
const ALL = writeSettings(parseSettings(SHARED))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: SAVED_MS + 1000 })
  startSessionForTest()
})

interface Given {
  readonly reported: Readonly<Record<string, number>>
  readonly reportedAtMs?: number
  readonly connected?: boolean
  readonly nowMs: number
}

/** Opens the page at a time, with a controller that reported these values. */
async function openWith({ reported, reportedAtMs = SAVED_MS + 100, connected = true, nowMs }: Given) {
  vi.setSystemTime(nowMs)
  const since = { lastConnectTime: SAVED_MS - 60_000 }
  const server = connected
    ? { active: true, ...since }
    : { active: false, ...since, lastDisconnectTime: SAVED_MS - 30_000 }
  const { send } = await openLiveDevicePage({ shared: ALL, server })
  const report = (values: Readonly<Record<string, number>>, atMs: number) => send('CLIENT_SCOPE', values, atMs)
  report(reported, reportedAtMs)
  return { report }
}

/** Returns what the page shows of one setting: its row, its fact, or the mode chooser. */
function placeOf(group: SettingGroup): HTMLElement {
  const rowOf = (button: string) => screen.getByRole('button', { name: button }).closest('li')
  const factOf = (name: string) =>
    screen
      .getAllByText(name)
      .map((term) => term.closest('dl > div'))
      .find(Boolean)
  const place =
    group.kind === 'plan'
      ? rowOf(`Edit plan ${group.plan}`)
      : group.kind === 'program'
        ? rowOf(`Edit program ${group.program}`)
        : group.kind === 'clearance'
          ? factOf('Yellow · red clearance')
          : group.kind === 'planTotal'
            ? factOf('Plan count')
            : screen.getByRole('group', { name: 'Chọn chế độ' }).parentElement
  if (!place) throw new Error(`${group.kind} is not on the page`)
  return place as HTMLElement
}

const oneMore = Object.fromEntries(Object.entries(ALL).map(([key, value]) => [key, value + 1]))
const none = {}
const LATER = SAVED_MS + 60_000

describe('every setting of a device', () => {
  it.each<[string, string | RegExp, Given]>([
    ['is applied that is reported as it was saved', 'Applied', { reported: ALL, nowMs: LATER }],
    [
      'is saved for the 10 s that a controller has to report it',
      'Saved',
      { reported: { Period_Pr1: 80 }, nowMs: SAVED_MS + 9000 },
    ],
    [
      'is not confirmed after 10 s without a report',
      'Not confirmed',
      { reported: { Period_Pr1: 80 }, nowMs: SAVED_MS + 10_000 },
    ],
    ['is waiting while the controller is offline', 'Waiting', { reported: none, connected: false, nowMs: LATER }],
    ['differs that is reported with another value', /Differs: \S/, { reported: oneMore, nowMs: LATER }],
    ['has no report from a controller that reports nothing', 'No report', { reported: none, nowMs: LATER }],
  ])('%s', async (_what, words, given) => {
    await openWith(given)
    expect(SETTING_GROUPS).toHaveLength(15)
    for (const group of SETTING_GROUPS) {
      await waitFor(() => expect(within(placeOf(group)).getByText(words)).toBeVisible())
    }
  })

  it('goes from saved to not confirmed by itself, and to applied with its report', async () => {
    const { report } = await openWith({ reported: { ...ALL, Vang: 9 }, reportedAtMs: SAVED_MS - 1, nowMs: SAVED_MS })
    const times = placeOf({ kind: 'clearance' })
    expect(await within(times).findByText('Saved')).toBeVisible()
    vi.setSystemTime(SAVED_MS + 10_000)
    expect(await within(times).findByText('Not confirmed')).toBeVisible()
    expect(
      screen.getByText('Yellow: 3 s saved, not confirmed by the controller, which last reported 9 s.'),
    ).toBeVisible()
    report({ Vang: 3 }, SAVED_MS + 11_000)
    expect(await within(times).findByText('Applied')).toBeVisible()
    expect(screen.queryByText(/not confirmed by/)).not.toBeInTheDocument()
  })

  it('that differs is shown with both values, a plan’s time as a time', async () => {
    await openWith({ reported: { ...ALL, Vang: 4, P1_HH: 7, P1_MM: 15, Mode: 0 }, nowMs: LATER })
    expect(await within(placeOf({ kind: 'clearance' })).findByText('Differs: 4 s')).toBeVisible()
    expect(within(placeOf({ kind: 'plan', plan: 1 })).getByText('Differs: 07:15')).toBeVisible()
    expect(within(placeOf({ kind: 'mode' })).getByText('Differs: Nháy vàng')).toBeVisible()
    expect(screen.getByText('Yellow: 3 s saved, the controller reports 4 s.')).toBeVisible()
    expect(screen.getByText('Plan 1 hour: 5 saved, the controller reports 7.')).toBeVisible()
    expect(screen.getByText('(and 1 value more)')).toBeVisible()
    expect(screen.getByText('3 settings not taken')).toBeVisible()
  })

  it('is counted as the lists count it: one for what one dialog saves, whatever the number of its values', async () => {
    const program = Object.fromEntries(Object.entries(ALL).filter(([key]) => /Pr1_X/.test(key)))
    const other = Object.fromEntries(Object.entries(program).map(([key, value]) => [key, value + 1]))
    await openWith({ reported: { ...ALL, ...other }, nowMs: LATER })
    expect(await screen.findByText('1 setting not taken')).toBeVisible()
    expect(screen.getByText('(and 5 values more)')).toBeVisible()
    expect(screen.queryByText(/^and \d+ more/)).not.toBeInTheDocument()
  })
})

describe('sending again', () => {
  const server = { active: true, lastConnectTime: SAVED_MS - 60_000 }
  /** Program 1 was saved with a conflict and is not confirmed; plan 6 is above the plan count and confirmed. */
  const risky = { ...ALL, Start_Pr1_X2: 33, P6_ENT: 1 }

  it('says what the checks find in what is sent, and wants it ticked; what is not sent is left alone', async () => {
    vi.setSystemTime(LATER)
    const page = await openLiveDevicePage({ shared: risky, server })
    page.send('CLIENT_SCOPE', { ...risky, Start_Pr1_X2: 35 }, SAVED_MS - 1)
    const question = await openDialog('Send again', 'Send again')
    const ticks = within(question).getAllByRole('checkbox')
    expect(ticks.map((tick) => (tick as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'Danger: program 1 gives phase 2 green at second 33, 0 s after the yellow of phase 1 instead of 2 s; vehicles may still be in the junction.',
    ])
    expect(within(question).getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
    await tickAll(question)
    await press(question, 'Xác nhận')
    await waitFor(() => expect(page.sent()).toEqual([{ scope: 'SHARED_SCOPE', body: { Start_Pr1_X2: 33 } }]))
  })

  it('of yellow and red clearance says what they do to every program in use (V8)', async () => {
    vi.setSystemTime(LATER)
    const page = await openLiveDevicePage({ shared: { ...ALL, Vang: 4 }, server })
    page.send('CLIENT_SCOPE', ALL, SAVED_MS - 1)
    const question = await openDialog('Send again', 'Send again')
    expect(
      within(question).getAllByRole('checkbox', { name: /^Danger: program 1 gives phase [23] green/ }),
    ).toHaveLength(2)
  })
})
