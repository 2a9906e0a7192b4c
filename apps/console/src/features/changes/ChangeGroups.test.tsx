/** @file Changes that were made at several junctions as one, in the whole console: one row, which opens into all of them. */

import { type ChangeRecord, writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSession } from '../../data/session.ts'
import { recordedChange } from '../../test/changes.ts'
import { SHARED } from '../../test/devicePage.ts'
import { testDevice, testId, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { type RecordedCall, signInForTest, stubPlatform, type TestTokenOptions } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

const devices = [1, 2, 3, 4, 5].map((nth) => testDevice(nth, { label: `Ngã tư ${nth}` }))
const MAI = { id: testId(61), name: 'mai@signal.vn' }
const BATCH = testId(90)
const AT = Date.now() - 3_600_000
const FLASHING: Partial<ChangeRecord> = {
  ...{ by: MAI, batch: BATCH, why: 'Storm tonight' },
  ...{ after: { Mode: 0 }, before: { ...SHARED, Mode: 4 } },
}

let stop = () => {}
beforeEach(() => stubSocket())
afterEach(() => stop())

/** Opens the page with one change at each junction, the first junction's the last one. */
function open(
  address: string,
  changes: readonly Partial<ChangeRecord>[],
  { user = {}, rolloutMs }: { readonly user?: TestTokenOptions; readonly rolloutMs?: number } = {},
) {
  signInForTest(user)
  stop = startSession()
  const changed = changes.map((change, nth) => {
    const device = devices[nth] ?? testDevice(nth + 1)
    return { device, at: AT - nth * 1000, change }
  })
  const rows = changed.map(({ device, at }) => ({
    entityId: device.id,
    latest: {
      ENTITY_FIELD: { name: { ts: 1, value: device.name }, label: { ts: 1, value: device.label } },
      TIME_SERIES: { gw_changed: { ts: at, value: String(at) } },
    },
  }))
  const rollout = {
    entityId: { entityType: 'ASSET', id: BATCH },
    latest: {
      ENTITY_FIELD: { type: { ts: 0, value: 'rollout' }, createdTime: { ts: 0, value: String(rolloutMs) } },
    },
  }
  const { calls } = stubPlatform({
    'POST /api/entitiesQuery/find': ({ body }: RecordedCall) => {
      const { entityFilter } = body as { entityFilter: { type: string; entityType: string } }
      if (entityFilter.entityType === 'ASSET') return testPage(rolloutMs === undefined ? [] : [rollout])
      return testPage(entityFilter.type === 'entityType' ? rows : [])
    },
    ...Object.fromEntries(
      changed.map(({ device, at, change }) => [
        `GET /api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries`,
        {
          [CHANGE_KEY]: [
            {
              ts: at,
              value: writeChangeRecord(recordedChange({ deviceId: device.id.id, atMs: at, change }).change),
            },
          ],
        },
      ]),
    ),
    'GET /api/audit/logs': testPage(
      changed.flatMap(({ device, at, change }) =>
        change.state !== undefined && change.state !== 'written'
          ? []
          : {
              id: { id: testId(200 + Number(device.id.id.slice(-2))) },
              createdTime: at + 50,
              tenantId: { entityType: 'TENANT', id: MAI.id },
              customerId: { entityType: 'CUSTOMER', id: MAI.id },
              entityId: device.id,
              entityName: device.name,
              userId: { entityType: 'USER', id: MAI.id },
              userName: MAI.name,
              actionType: 'ATTRIBUTES_UPDATED',
              actionData: {
                entityId: device.id.id,
                scope: 'SHARED_SCOPE',
                attributes: Object.fromEntries(
                  Object.entries(change.after ?? {}).map(([key, value]) => [key, JSON.stringify(value)]),
                ),
              },
              actionStatus: 'SUCCESS',
              actionFailureDetails: '',
            },
      ),
    ),
    'GET /api/customers': testPage([]),
    'GET /api/tenant/deviceInfos': testPage(devices),
    'GET /api/tenant/assetInfos': testPage([]),
    'GET /api/system/info': {},
  })
  return { ...renderConsole(address), calls }
}

const list = () => screen.findByRole('list', { name: 'Changes' })
/** Waits until the list has been read. */
const rowsOf = async () => {
  await waitFor(async () => expect(await list()).toHaveAttribute('aria-busy', 'false'))
  return [...(await list()).children] as HTMLElement[]
}
const opener = () => screen.findByRole('button', { name: /^Each junction/ })

it('a rollout is one row with what it did, why and where, and opens into the row of each junction', async () => {
  const user = userEvent.setup()
  open('/changes', [{ by: MAI, after: { Vang: 4 } }, FLASHING, FLASHING, FLASHING, FLASHING], {
    rolloutMs: AT - 60_000,
  })
  const [single, row, ...others] = await rowsOf()
  expect(others).toEqual([])
  expect(within(single as HTMLElement).getByRole('heading')).toHaveTextContent('Ngã tư 1')
  const heading = within(row as HTMLElement).getByRole('heading', { level: 2 })
  expect(heading).toHaveTextContent('4 junctionsNgã tư 2, Ngã tư 3, Ngã tư 4 and 1 more')
  expect(row).toHaveTextContent('mai@signal.vn')
  expect(row).toHaveTextContent('Mode Tự động → Nháy vàng')
  expect(row).toHaveTextContent('Storm tonight')
  expect(row).not.toHaveTextContent(/audit/i)
  const report = await within(row as HTMLElement).findByRole('link', { name: 'Outcome at each junction' })
  expect(report).toHaveAttribute('href', `/rollouts/${BATCH}`)
  expect(within(row as HTMLElement).queryByRole('button', { name: /^Undo/ })).toBeNull()

  const button = await opener()
  expect(button).toHaveAttribute('aria-expanded', 'false')
  button.focus()
  await user.keyboard('{Enter}')
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const members = within(row as HTMLElement).getByRole('list', { name: /^Each junction: 4 junctions, / })
  expect(button.getAttribute('aria-controls')).toBe(members.parentElement?.id)
  expect([...members.children].map((one) => one.querySelector('h3')?.textContent)).toEqual([
    'Ngã tư 2TLC-0002',
    'Ngã tư 3TLC-0003',
    'Ngã tư 4TLC-0004',
    'Ngã tư 5TLC-0005',
  ])
  expect(within(members).getByRole('link', { name: 'Ngã tư 2' })).toBeVisible()
  expect(within(members).getAllByRole('button', { name: /^Undo: Ngã tư/ })).toHaveLength(4)
  await user.keyboard('{Enter}')
  expect(within(row as HTMLElement).queryByRole('list', { name: /^Each junction/ })).toBeNull()
})

it('a batch that is no rollout has no link, and one of a single junction here is no group', async () => {
  const { calls } = open('/changes', [FLASHING, FLASHING, { ...FLASHING, batch: testId(91) }])
  const [row, single, ...others] = await rowsOf()
  expect(others).toEqual([])
  expect(row).toHaveTextContent('2 junctionsNgã tư 1, Ngã tư 2')
  expect(row).not.toHaveTextContent('more')
  expect(single).toHaveTextContent('Ngã tư 3')
  const asked = () => calls.filter(({ body }) => JSON.stringify(body ?? {}).includes('"ASSET"'))
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(asked()[0]?.body).toMatchObject({ entityFilter: { entityList: [BATCH] } })
  expect(screen.queryByRole('link', { name: 'Outcome at each junction' })).toBeNull()
})

it('values that differ from one junction to the other are said to, beside those that do not, and failures are counted', async () => {
  const wave = (offset: number): Partial<ChangeRecord> => ({
    ...{ by: MAI, batch: BATCH, before: { ...SHARED, Vang: 3, Offset_Pr1: 0 } },
    after: { Vang: 4, Offset_Pr1: offset },
  })
  open('/changes', [
    wave(1),
    wave(2),
    { ...wave(3), state: 'refused', said: 'Too many' },
    { ...wave(4), state: 'begun' },
  ])
  const [row] = await rowsOf()
  expect(row).toHaveTextContent('Yellow 3 s → 4 s')
  expect(row).toHaveTextContent('Offsets: different values')
  expect(row).toHaveTextContent('Refused: 1')
  expect(row).toHaveTextContent('Not known whether it was written: 1')
  expect(row).toHaveTextContent('Too many')
})

it('a group shows what the filters let through, and claims no more', async () => {
  open('/changes?kind=mode', [FLASHING, FLASHING, { ...FLASHING, after: { Vang: 4 } }])
  const [row] = await rowsOf()
  expect(row).toHaveTextContent('2 of its junctions here')
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Any kind')
  expect(await screen.findByText('3 junctions')).toBeVisible()
})

it('customer users see how many of their junctions it was, and no link to what is not theirs', async () => {
  const { calls } = open('/changes', [FLASHING, FLASHING], { user: { scope: 'CUSTOMER_USER' }, rolloutMs: AT - 60_000 })
  const [row] = await rowsOf()
  expect(row).toHaveTextContent('2 of your junctions')
  expect(within(row as HTMLElement).queryByRole('link')).toBeNull()
  expect(calls.some(({ body }) => JSON.stringify(body ?? {}).includes('"ASSET"'))).toBe(false)
  await userEvent.click(await opener())
  expect(within(row as HTMLElement).getByRole('link', { name: 'Ngã tư 1' })).toBeVisible()
  expect(within(row as HTMLElement).queryByRole('button', { name: /^Undo/ })).toBeNull()
})

it('on paper every change of a group stands', async () => {
  open('/changes', [FLASHING, FLASHING])
  const [row] = await rowsOf()
  expect(within(row as HTMLElement).queryByText('TLC-0002')).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(within(row as HTMLElement).getByText('TLC-0002')).toBeVisible()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(within(row as HTMLElement).queryByText('TLC-0002')).toBeNull()
})
