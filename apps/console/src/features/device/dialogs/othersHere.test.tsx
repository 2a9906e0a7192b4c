/** @file Two users have a dialog of settings open at one junction: each sees the other, and what the other has sent. */
import { writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import { OPEN_DIALOG_KEY, writeOpenDialog } from '@greenwave/contract/records/openDialogs'
import { act, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { device, dialogsClosed, openDialog, press } from '../../../test/devicePage.ts'
import { openLiveDevicePage } from '../../../test/liveDevicePage.ts'
import { followedId } from '../../../test/liveSocket.ts'
import { WATCH_ASSET } from '../../../test/records.ts'
import { startSessionForTest } from '../../../test/stubPlatform.ts'
import { StubSocket } from '../../../test/stubSocket.ts'

const by = { id: 'another', name: 'mai@signal.vn' }
const TIMES = 'Cấu hình thời gian vàng, đỏ'

beforeEach(() => startSessionForTest())

/** Opens the dialog of times. Returns it, the reports that it sent, and a function that sends another tab's. */
async function openTimes() {
  const page = await openLiveDevicePage({ watched: true })
  const dialog = await openDialog(TIMES, TIMES)
  const socket = StubSocket.opened.at(-1) as StubSocket
  const cmdId = await followedId(socket, { keys: OPEN_DIALOG_KEY })
  return {
    page,
    dialog,
    reports: () =>
      page.calls.flatMap(({ path, body }) =>
        path === `/api/plugins/telemetry/ASSET/${WATCH_ASSET.id.id}/timeseries/ANY`
          ? [(body as { values: Record<string, unknown> }).values[OPEN_DIALOG_KEY]]
          : [],
      ),
    meet: (more: object = {}) => {
      const other = {
        tab: 'other',
        device: device.id.id,
        by,
        title: 'Program 1',
        since: Date.now(),
        open: true,
        ...more,
      }
      act(() => socket.frame(cmdId, { [OPEN_DIALOG_KEY]: [[Date.now(), JSON.stringify(writeOpenDialog(other))]] }))
    },
  }
}

it('each sees the other from the moment that the second dialog opens, until it closes', async () => {
  const { dialog, meet, reports } = await openTimes()
  await waitFor(() => expect(reports()).toMatchObject([{ device: device.id.id, title: TIMES, open: true }]))
  meet({ device: 'elsewhere' })
  expect(within(dialog).queryByText(/Also open here/)).not.toBeInTheDocument()
  meet()
  expect(within(dialog).getByText(/^Also open here: Program 1 \(mai@signal\.vn, since \d\d:\d\d\)\.$/)).toBeVisible()
  await waitFor(() => expect(reports()).toHaveLength(2))
  meet({ open: false })
  expect(within(dialog).queryByText(/Also open here/)).not.toBeInTheDocument()
  await press(dialog, 'Cancel')
  await dialogsClosed()
  await waitFor(() => expect(reports().at(-1)).toMatchObject({ open: false }))
})

it('what another user sends is shown at once, and a refused change is not', async () => {
  const { page, dialog } = await openTimes()
  const change = (state: 'begun' | 'refused') => {
    const at = Date.now() + 1000
    const record = { id: 'c', at, by, from: 'console', state, why: '', said: '', words: [], unkept: [] }
    const values = { scope: 'SHARED_SCOPE', before: { Vang: 3 }, after: { Vang: 4 } } as const
    page.send('LATEST_TELEMETRY', { gw_change: JSON.stringify(writeChangeRecord({ ...record, ...values })) }, at)
  }
  change('begun')
  expect(await within(dialog).findByText(/^Sent at \d\d:\d\d:\d\d by mai@signal\.vn:/)).toHaveTextContent(
    'Yellow 3 s → 4 s',
  )
  change('refused')
  await waitFor(() => expect(within(dialog).queryByText(/^Sent at/)).not.toBeInTheDocument())
})
