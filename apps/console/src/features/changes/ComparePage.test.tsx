/** @file Comparisons in the whole console: a point in the history with now, differences alone, and bringing it back. */

import { writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSession } from '../../data/session.ts'
import { changeRecord } from '../../test/changes.ts'
import { SERVER, SHARED, tickAll, WRITTEN_MS } from '../../test/devicePage.ts'
import { testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

const device = testDevice(7, { label: 'Lý Thường Kiệt' })
const ID = device.id.id
const VALUES = `/api/plugins/telemetry/DEVICE/${ID}`
const AT = 1_795_309_200_123

const CHANGE = changeRecord({
  id: 'a1',
  at: AT,
  after: { Do_cong: 2 },
  before: { ...SHARED, Pr1_X1: 25, Do_cong: 3, P6_MM: 5 },
})

let stop = () => {}
beforeEach(() => stubSocket())
afterEach(() => stop())

it('asks for two junctions, and offers no answer that is none', async () => {
  signInForTest()
  stop = startSession()
  stubPlatform({
    'GET /api/tenant/deviceInfos': testPage([device]),
    'GET /api/tenant/assetInfos': testPage([]),
    'GET /api/system/info': {},
  })
  renderConsole('/changes/compare')
  expect(await screen.findAllByPlaceholderText('Choose a junction')).toHaveLength(2)
  await userEvent.click(screen.getAllByPlaceholderText('Choose a junction')[0] as HTMLElement)
  expect(await screen.findByRole('option', { name: 'Lý Thường Kiệt' })).toBeVisible()
  expect(screen.queryByRole('option', { name: 'Any junction' })).toBeNull()
})

it('a point in the history is compared with now, and brought back with all that it had', async () => {
  signInForTest()
  stop = startSession()
  const stored: Record<string, unknown> = { ...SHARED, Vang: 4 }
  const attributes = (values: object) =>
    Object.entries(values).map(([key, value]) => ({ key, value, lastUpdateTs: WRITTEN_MS }))
  stubPlatform({
    [`GET ${VALUES}/values/timeseries`]: { [CHANGE_KEY]: [{ ts: AT, value: writeChangeRecord(CHANGE) }] },
    [`GET /api/device/info/${ID}`]: device,
    [`GET ${VALUES}/values/attributes/SERVER_SCOPE`]: attributes(SERVER),
    [`GET ${VALUES}/values/attributes/SHARED_SCOPE`]: () => attributes(stored),
    [`POST ${VALUES}/SHARED_SCOPE`]: ({ body }: RecordedCall) => void Object.assign(stored, body),
    [`POST ${VALUES}/timeseries/ANY`]: undefined,
    'GET /api/tenant/deviceInfos': testPage([device]),
    'GET /api/tenant/assetInfos': testPage([]),
    'GET /api/system/info': {},
  })
  renderConsole(`/changes/compare?left=${ID}.before-${AT}&right=${ID}.now`)
  expect(await screen.findByText('4 differences')).toBeVisible()
  const rows = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
  expect(rows()).toEqual([
    'Yellow3 s4 s ≠',
    'Red clearance3 s2 s ≠',
    'Plan 6 minute05nothing ≠',
    'Program 1 phase 1 green25 s30 s ≠',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Bring these settings back' }))
  const question = await screen.findByRole('dialog', { name: 'Xác nhận thay đổi' })
  expect(question).toHaveTextContent('Lý Thường Kiệt TLC-0007Bring back all settings from before')
  await tickAll(question)
  await userEvent.click(within(question).getByRole('button', { name: 'Xác nhận' }))
  await waitFor(() => expect(stored).toEqual(CHANGE.before))
})
