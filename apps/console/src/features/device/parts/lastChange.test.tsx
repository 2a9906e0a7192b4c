/** @file The last change on the page of a device: it ticks by itself, and says where it stopped. */
import { type ChangeRecord, writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSession } from '../../../data/session.ts'
import { dateText } from '../../../shared/dateText.ts'
import { changeRecord } from '../../../test/changes.ts'
import { SHARED } from '../../../test/devicePage.ts'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  stop = startSession()
})
afterEach(() => stop())

const at = () => Date.now() - 2000
const recordOf = (more: Partial<ChangeRecord>): ChangeRecord =>
  changeRecord({ id: 'a1', at: at(), after: { P2_MM: 15 }, before: SHARED, ...more })
const changeOf = (more: Partial<ChangeRecord>): string => JSON.stringify(writeChangeRecord(recordOf(more)))
const stepsOf = (lastChange: HTMLElement) =>
  within(lastChange)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const NOTHING_YET = /not watched the lamps long enough yet/

it('ticks when the controller has reported the change of a colleague, and says what it reports instead', async () => {
  const page = await openLiveDevicePage()
  const sentAt = at()
  page.send('CLIENT_SCOPE', { Vang: 3 }, sentAt - 60_000)
  page.send('SHARED_SCOPE', { P2_MM: 15 }, sentAt)
  page.send('LATEST_TELEMETRY', { gw_change: changeOf({}) }, sentAt)
  const lastChange = await screen.findByRole('region', { name: 'Last change' })
  const summary = within(lastChange).getByRole('button', { name: /^Last change \d\d:\d\d$/ })
  expect(within(lastChange).getByText(/mai@signal.vn$/)).not.toBeVisible()
  await userEvent.click(summary)
  expect(within(lastChange).getByText(/mai@signal.vn$/)).toBeVisible()
  expect(lastChange).toHaveTextContent('Plan 2 minute nothing → 15')
  await userEvent.click(summary)
  const steps = () => stepsOf(lastChange)
  expect(steps()).toEqual(['Saveddone', 'Sentdone', 'Reportedwaiting'])
  page.send('CLIENT_SCOPE', { P2_MM: 10 }, Date.now())
  expect(await within(lastChange).findByText('Plan 2 minute: 15 saved, the controller reports 10.')).toBeVisible()
  expect(steps()).toEqual(['Saveddone', 'Sentdone', 'Reportedstopped'])
  page.send('CLIENT_SCOPE', { P2_MM: 15 }, Date.now())
  await waitFor(() => expect(steps().at(-1)).toBe('Reporteddone'))
})

it('of a hold that was extended says both ends', async () => {
  const page = await openLiveDevicePage({ shared: { ...SHARED, Mode: 1 } })
  const [untilBefore, until] = [Date.UTC(2026, 10, 22, 3), Date.UTC(2026, 10, 22, 4)]
  const change = changeOf({ after: { Mode: 1 }, before: { ...SHARED, Mode: 1 }, until, untilBefore })
  page.send('LATEST_TELEMETRY', { gw_change: change }, at())
  const lastChange = await screen.findByRole('region', { name: 'Last change' })
  expect(lastChange).toHaveTextContent(`Until ${dateText(untilBefore)} → ${dateText(until)}`)
})

it('of a hold that was ended early says when it was to end', async () => {
  const page = await openLiveDevicePage()
  const untilBefore = Date.UTC(2026, 10, 22, 3)
  const change = changeOf({ after: { Mode: 4 }, before: { ...SHARED, Mode: 1 }, untilBefore })
  page.send('LATEST_TELEMETRY', { gw_change: change }, at())
  const lastChange = await screen.findByRole('region', { name: 'Last change' })
  expect(lastChange).toHaveTextContent(`Until ${dateText(untilBefore)} → ended at once`)
})

it('is not shown for a change of long ago', async () => {
  const page = await openLiveDevicePage()
  page.send('LATEST_TELEMETRY', { gw_change: changeOf({}) }, Date.now() - 3_600_000)
  expect(await screen.findByText('5 of 6 used')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Last change' })).toBeNull()
})

describe('a change that was made before the page was opened', () => {
  const open = async (sentAt: number) => {
    const change = recordOf({ at: sentAt, after: { Pr1_X1: 30 } })
    const page = await openLiveDevicePage({ lately: change })
    const { Pr1_X1, ...others } = SHARED
    page.send('CLIENT_SCOPE', { ...others, Plan: 1, Program: 1 }, sentAt - 60_000)
    page.send('LATEST_TELEMETRY', { gw_change: changeOf(change) }, sentAt)
    const lastChange = await screen.findByRole('region', { name: 'Last change' })
    const tray = await screen.findByText('1 change under way')
    expect(stepsOf(lastChange).slice(-2)).toEqual(['Reportedstopped', 'Seen on the streetto come'])
    page.send('CLIENT_SCOPE', { Pr1_X1: Number(Pr1_X1) }, sentAt + 1000)
    return { lastChange, tray }
  }

  it('is not waited for once the street had its time: it is not known whether the street shows it', async () => {
    const { lastChange, tray } = await open(Date.now() - 600_000)
    await waitFor(() => expect(tray).not.toBeVisible())
    expect(stepsOf(lastChange)).toEqual(['Saveddone', 'Sentdone', 'Reporteddone', 'Seen on the streetnot known yet'])
    expect(within(lastChange).getByText(NOTHING_YET)).toBeVisible()
  })

  it('is under way while its cycle may still run', async () => {
    const { lastChange, tray } = await open(Date.now() - 60_000)
    await waitFor(() => expect(stepsOf(lastChange).at(-1)).toBe('Seen on the streetwaiting'))
    expect(within(lastChange).queryByText(NOTHING_YET)).toBeNull()
    expect(tray).toBeVisible()
  })
})
