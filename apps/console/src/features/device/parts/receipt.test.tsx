/** @file The receipt of the last change on the page of a device: it ticks by itself, and says where it stopped. */
import { type ChangeRecord, writeChangeRecord } from '@greenwave/contract/changeRecords'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSession } from '../../../data/session.ts'
import { SHARED } from '../../../test/devicePage.ts'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'

let stop = () => {}
beforeEach(() => {
  stop = startSession()
})
afterEach(() => stop())

const at = () => Date.now() - 2000
const changeOf = (more: Partial<ChangeRecord>): string =>
  JSON.stringify(
    writeChangeRecord({
      id: 'a1',
      at: at(),
      by: { id: 'u1', name: 'mai@signal.vn' },
      from: 'console',
      state: 'written',
      why: '',
      said: '',
      words: [],
      scope: 'SHARED_SCOPE',
      after: { P2_MM: 15 },
      before: SHARED,
      unkept: [],
      ...more,
    }),
  )

it('ticks when the controller has reported the change of a colleague, and says what it reports instead', async () => {
  const page = await openLiveDevicePage()
  const sentAt = at()
  page.send('CLIENT_SCOPE', { Vang: 3 }, sentAt - 60_000)
  page.send('SHARED_SCOPE', { P2_MM: 15 }, sentAt)
  page.send('LATEST_TELEMETRY', { gw_change: changeOf({}) }, sentAt)
  const receipt = await screen.findByRole('region', { name: 'Last change' })
  expect(receipt).toHaveTextContent('mai@signal.vn')
  expect(receipt).toHaveTextContent('Plan 2 minute nothing → 15')
  const steps = () =>
    within(receipt)
      .getAllByRole('listitem')
      .slice(1)
      .map(({ textContent }) => textContent)
  expect(steps()).toEqual(['Saveddone', 'Sentdone', 'Reportedwaiting'])
  page.send('CLIENT_SCOPE', { P2_MM: 10 }, Date.now())
  expect(await within(receipt).findByText(/the controller reports 10 instead of 15/)).toBeVisible()
  expect(steps()).toEqual(['Saveddone', 'Sentdone', 'Reportedstopped'])
  page.send('CLIENT_SCOPE', { P2_MM: 15 }, Date.now())
  await waitFor(() => expect(steps().at(-1)).toBe('Reporteddone'))
})

it('is not shown for a change of long ago', async () => {
  const page = await openLiveDevicePage()
  page.send('LATEST_TELEMETRY', { gw_change: changeOf({}) }, Date.now() - 3_600_000)
  expect(await screen.findByText('5 of 6 used')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Last change' })).toBeNull()
})
