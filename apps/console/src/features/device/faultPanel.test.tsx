import { CONSOLE_SETTINGS_ELEMENT_ID } from '@greenwave/contract/wire/consoleSettings'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { SERVER, SHARED, WRITTEN_MS } from '../../test/devicePage.ts'
import { testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const device = testDevice(7)
const VALUES = `GET /api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes`
const FAULTS = `/api/greenwave/demonstration/device/${device.id.id}/faults`
const NONE = { virtual: true, faults: [] }
const asAttributes = (values: object) =>
  Object.entries(values).map(([key, value]) => ({ key, value, lastUpdateTs: WRITTEN_MS }))

let user: ReturnType<typeof userEvent.setup>
beforeEach(() => {
  user = userEvent.setup()
})

function inDemonstration(): void {
  const settings = document.createElement('script')
  settings.type = 'application/json'
  settings.id = CONSOLE_SETTINGS_ELEMENT_ID
  settings.textContent = '{"demonstration":true}'
  document.head.append(settings)
  onTestFinished(() => settings.remove())
}

async function open(answers: Record<string, unknown>, session: Parameters<typeof signInForTest>[0] = {}) {
  signInForTest(session)
  const { calls } = stubPlatform({
    [`GET /api/device/info/${device.id.id}`]: device,
    [`${VALUES}/SERVER_SCOPE`]: asAttributes(SERVER),
    [`${VALUES}/SHARED_SCOPE`]: asAttributes(SHARED),
    'GET /api/tenant/deviceInfos': testPage([device]),
    'GET /api/tenant/assetInfos': testPage([]),
    'GET /api/customers': testPage([]),
    'GET /api/v2/alarms': testPage([]),
    ...answers,
  })
  renderConsole(`/devices/${device.id.id}`)
  await screen.findByRole('heading', { level: 1, name: 'Ngã tư 7' })
  return calls
}
const panel = () => screen.findByRole('region', { name: 'Virtual controller' })
const dialog = () => screen.findByRole('dialog', { name: 'Cause a fault on the virtual controller' })
const writes = (calls: readonly RecordedCall[]) =>
  calls.filter(({ method, path }) => path === FAULTS && method !== 'GET').map(({ method, body }) => [method, body])

describe('in the demonstration', () => {
  beforeEach(inDemonstration)

  test('an administrator causes a fault for some time, sees it, and ends it', async () => {
    const until = Date.now() + 300_000
    const calls = await open({
      [`GET ${FAULTS}`]: NONE,
      [`POST ${FAULTS}`]: { virtual: true, faults: [{ fault: 'all-red', until }] },
      [`DELETE ${FAULTS}`]: NONE,
    })
    expect(await panel()).toHaveTextContent('This controller is virtual.')
    await user.click(within(await panel()).getByRole('button', { name: 'Cause a fault' }))
    const form = within(await dialog())
    await user.selectOptions(form.getByLabelText('Fault'), 'Stuck in red')
    expect(await dialog()).toHaveTextContent('found when red has lasted 10 seconds longer than the program says')
    await user.selectOptions(form.getByLabelText('Lasts'), '5 minutes')
    await user.click(form.getByRole('button', { name: 'Cause' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await panel()).toHaveTextContent(/Stuck in red · ends in [45]:\d\d/)
    await user.click(within(await panel()).getByRole('button', { name: 'End now' }))
    expect(await within(await panel()).findByText(/This controller is virtual/)).toBeVisible()
    expect(writes(calls)).toEqual([
      ['POST', { fault: 'all-red', seconds: 300 }],
      ['DELETE', undefined],
    ])
  })

  test('what fails is said in place, and what was chosen stays', async () => {
    await open({
      [`GET ${FAULTS}`]: { virtual: true, faults: [{ fault: 'silent', until: Date.now() + 60_000 }] },
      [`POST ${FAULTS}`]: errorAnswer(500, 'out of order'),
      [`DELETE ${FAULTS}`]: errorAnswer(500, 'out of order'),
    })
    await user.click(within(await panel()).getByRole('button', { name: 'End now' }))
    expect(await within(await panel()).findByRole('alert')).toHaveTextContent('out of order')
    await user.click(within(await panel()).getByRole('button', { name: 'Cause another fault' }))
    const form = within(await dialog())
    await user.selectOptions(form.getByLabelText('Fault'), 'Not connected')
    await user.click(form.getByRole('button', { name: 'Cause' }))
    expect(await form.findByRole('alert')).toHaveTextContent('out of order')
    expect(form.getByLabelText('Fault')).toHaveDisplayValue('Not connected')
  })

  test('the palette causes one on the junction on screen', async () => {
    await open({ [`GET ${FAULTS}`]: NONE })
    await panel()
    await user.keyboard('{Control>}k{/Control}')
    await user.click(await screen.findByRole('option', { name: 'Cause a fault on this virtual controller' }))
    expect(within(await dialog()).getByRole('button', { name: 'Cause' })).toBeEnabled()
  })

  test('a device without a virtual controller has none of it', async () => {
    const calls = await open({ [`GET ${FAULTS}`]: { virtual: false, faults: [] } })
    await waitFor(() => expect(calls.some(({ path }) => path === FAULTS)).toBe(true))
    expect(screen.queryByText('Virtual controller')).toBeNull()
  })

  test('customer users have none of it, on the page and in the palette', async () => {
    const calls = await open({}, { scope: 'CUSTOMER_USER' })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findAllByRole('option')
    expect(screen.queryByText(/[Vv]irtual controller/)).toBeNull()
    expect(calls.some(({ path }) => path === FAULTS)).toBe(false)
  })
})

test('an installation that is no demonstration has none of it, for administrators too', async () => {
  const calls = await open({})
  await user.keyboard('{Control>}k{/Control}')
  await screen.findAllByRole('option')
  expect(screen.queryByText(/[Vv]irtual controller/)).toBeNull()
  expect(calls.some(({ path }) => path === FAULTS)).toBe(false)
})
