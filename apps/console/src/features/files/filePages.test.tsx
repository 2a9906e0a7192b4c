/** @file Files in and out, in the whole console: problems line by line, what would change, and the report of a list. */
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startSession } from '../../data/session.ts'
import { SERVER, SHARED } from '../../test/devicePage.ts'
import { testCredentials, testCustomer, testDevice, testId, testPage } from '../../test/records.ts'
import { renderConsole, renderPart } from '../../test/renderParts.tsx'
import { type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { changePack } from '../../texts/texts.ts'
import { ListReport } from './parts/ListReport.tsx'

const device = testDevice(7, { label: 'Lý Thường Kiệt' })
const VALUES = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes`
const attributes = (values: object) => Object.entries(values).map(([key, value]) => ({ key, value, lastUpdateTs: 1 }))
const field = (value: string) => ({ ts: 1, value })

let stop = () => {}
beforeEach(() => {
  stop = startSession()
  signInForTest()
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const csv = (text: string, name = 'all.csv') => new File([text], name, { type: 'text/csv' })

/** Chooses a file, as its user would by the dialog of the browser. */
async function choose(file: File): Promise<void> {
  await screen.findByRole('button', { name: /^Choose (a|another) file$/ })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input) await userEvent.upload(input, file)
}

it('a file of settings with wrong lines shows each with its line, field and fix; once fixed, what would change', async () => {
  const { calls } = stubPlatform({
    'POST /api/entitiesQuery/find': testPage([
      { entityId: device.id, latest: { ENTITY_FIELD: { name: field(device.name), label: field('Lý Thường Kiệt') } } },
    ]),
    [`GET ${VALUES}/SHARED_SCOPE`]: attributes(SHARED),
    [`GET ${VALUES}/CLIENT_SCOPE`]: [],
    [`GET ${VALUES}/SERVER_SCOPE`]: attributes(SERVER),
  })
  renderConsole('/files/settings')
  expect(await screen.findByText('All junctions')).toBeVisible()
  await choose(csv(`name,Vang,Do_cong\n${device.name},3.5,2\nTLC-0099,3,2\n`))
  const table = await screen.findByRole('table')
  const cells = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent)
  expect(within(table).getAllByRole('row').slice(1).map(cells)).toEqual([
    ['2', 'Vang', expect.stringContaining('3.5')],
    ['3', 'name', 'There is no “TLC-0099” on the platform: correct the name, or add it there first.'],
  ])
  expect(screen.getByRole('alert')).toHaveTextContent('2 problems. Fix them before sending.')
  await choose(csv(`name,Vang,Do_cong\n${device.name},4,2\n`))
  const preview = await screen.findByRole('region', { name: 'Preview' })
  const rows = await within(preview).findAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'JunctionYellow',
    expect.stringContaining('Lý Thường Kiệtgoes first3 s → 4 s'),
  ])
  expect(screen.getByRole('button', { name: 'Send to 1 junction' })).toBeVisible()
  expect(calls.filter(({ method, path }) => method !== 'GET' && path !== '/api/entitiesQuery/find')).toEqual([])
  await choose(csv(`name,Vang\n${device.name},3\n`))
  expect(await screen.findByText('The junction of this file has these settings already.')).toBeVisible()
})

it('a list of customers is imported with a report line by line, and nothing is overwritten unasked', async () => {
  const there = new Map([['District 1', testCustomer(1, { title: 'District 1', city: 'Huế' })]])
  const { calls } = stubPlatform({
    'GET /api/customers': () => testPage([...there.values()]),
    'POST /api/customer': ({ body }: RecordedCall) => {
      const saved = testCustomer(2, body as object)
      there.set(saved.title, saved)
      return saved
    },
  })
  renderConsole('/files/customers')
  expect(await screen.findByText(/^Columns: title, email, .* Needed: title\.$/)).toBeVisible()
  await choose(csv('title,city\nDistrict 1,Sài Gòn\nDistrict 3,Huế\n'))
  const expected = await screen.findByRole('list', { name: 'What the import does' })
  expect(expected).toHaveTextContent('1 new1 there already with other values: left alone')
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 line' }))
  const report = await screen.findByRole('list', { name: 'Report' })
  expect(report).toHaveTextContent('1 · not changed1 · created')
  // What was to be expected is over.
  expect(screen.queryByRole('list', { name: 'What the import does' })).toBeNull()
  expect(screen.getByRole('row', { name: /^2 District 1/ })).toHaveTextContent(
    'not changed: the platform has another city',
  )
  const saves = () => calls.filter(({ path }) => path === '/api/customer').map(({ body }) => body)
  expect(saves()).toMatchObject([{ title: 'District 3', city: 'Huế' }])
  expect(await screen.findByRole('button', { name: 'Nothing to import' })).toHaveAccessibleDescription(
    'All lines are there already. What differs is written only if it is to be overwritten.',
  )
  await userEvent.click(screen.getByRole('checkbox', { name: 'Overwrite what is there and differs' }))
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 line' }))
  await waitFor(() => expect(saves()).toContainEqual(expect.objectContaining({ title: 'District 1', city: 'Sài Gòn' })))
})

it('the report says in Vietnamese why the platform refused a line', async () => {
  await changePack('vi')
  const entry = { line: 2, name: 'District 1', values: {} }
  const outcome = { state: 'failed', why: 'Customer with such title already exists!' } as const
  renderPart(<ListReport kind="customers" lines={[{ entry, outcome }]} />)
  expect(screen.getByRole('row', { name: /^2 District 1/ })).toHaveTextContent('Đã có khách hàng trùng tên!')
})

it('before an import it says what is overwritten, or what happens with what is there already where that cannot be read', async () => {
  const there = testCustomer(1, { title: 'District 1', city: 'Huế' })
  stubPlatform({ 'GET /api/customers': testPage([there]) })
  renderConsole('/files/customers')
  await choose(csv('title,city\nDistrict 1,Sài Gòn\n'))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Overwrite what is there and differs' }))
  const expected = await screen.findByRole('list', { name: 'What the import does' })
  expect(expected).toHaveTextContent('1 there already with other values: overwritten')
  expect(screen.getByRole('button', { name: 'Import 1 line' })).toBeEnabled()
  stubPlatform({ 'GET /api/customers': new Error('no network') })
  await choose(csv('title,city\nDistrict 1,Huế\n', 'same.csv'))
  expect(await screen.findByText(/^Which of them are there already is seen at the import/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Import up to 1 line' })).toBeEnabled()
})

it('a list of which all is there has nothing to import, but its logins to save', async () => {
  stubPlatform({
    'GET /api/customers': testPage([]),
    'GET /api/tenant/deviceInfos': testPage([testDevice(1, { name: 'TLC-1' })]),
    [`GET /api/device/${testId(1)}/credentials`]: testCredentials(testDevice(1)),
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:logins')
  renderConsole('/files/devices')
  await choose(csv('name\nTLC-1\n'))
  const nothing = await screen.findByRole('button', { name: 'Nothing to import' })
  expect(nothing).toBeDisabled()
  expect(nothing).toHaveAccessibleDescription('All lines are there already.')
  await userEvent.click(screen.getByRole('button', { name: 'Save the logins' }))
  expect(await screen.findByText('Saved')).toBeVisible()
})

it('an import that broke off says so, and goes on where it was', async () => {
  const there: object[] = []
  let isDown = true
  const customer = (title: string) => testCustomer(there.length + 1, { title })
  stubPlatform({
    'GET /api/customers': () => testPage(there),
    'POST /api/customer': ({ body }: RecordedCall) => {
      const { title } = body as { title: string }
      if (isDown && title === 'District 3') return new Error('no network')
      there.push(customer(title))
      return there.at(-1)
    },
  })
  renderConsole('/files/customers')
  await choose(csv('title\nDistrict 1\nDistrict 3\n'))
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 lines' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The import was interrupted')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(await screen.findByRole('list', { name: 'Report' })).toHaveTextContent('1 · created1 · there already')
  expect(there).toHaveLength(2)
})

it('logins that are not saved are asked about before another file, also of an import that broke off', async () => {
  const there = [testDevice(1, { name: 'TLC-1' })]
  const answers: (() => void)[] = []
  stubPlatform({
    'GET /api/customers': testPage([]),
    'GET /api/tenant/deviceInfos': () => testPage(there),
    'POST /api/device-with-credentials': ({ body }: RecordedCall) => {
      const { device: added } = body as { readonly device: { readonly name: string } }
      if (added.name === 'TLC-3') return new Error('no network')
      there.push(testDevice(there.length + 1, { name: added.name }))
      return there.at(-1)
    },
    [`GET /api/device/${testId(1)}/credentials`]: testCredentials(testDevice(1)),
    [`GET /api/device/${testId(2)}/credentials`]: () =>
      new Promise((resolve) => {
        answers.push(() => resolve(testCredentials(testDevice(2))))
      }),
  })
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:logins')
  renderConsole('/files/devices')
  const other = async () => choose(csv('name\nTLC-9\n', 'other.csv'))
  await choose(csv('name\nTLC-1\nTLC-2\nTLC-3\n'))
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 lines' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The import was interrupted')
  expect(await screen.findByRole('list', { name: 'Report' })).toHaveTextContent('1 · created1 · there already')

  await userEvent.click(screen.getByRole('button', { name: 'Save the logins' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(answers).toHaveLength(1))
  answers.pop()?.()
  await other()
  const question = await screen.findByRole('dialog', { name: 'Choose another file?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Hủy' }))
  expect(screen.getByRole('list', { name: 'Report' })).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Save the logins' }))
  await waitFor(() => expect(answers).toHaveLength(1))
  answers.pop()?.()
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(saved).toHaveBeenCalledOnce()
  await other()
  expect(await screen.findByText('other.csv has 1 line, without a problem.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})
