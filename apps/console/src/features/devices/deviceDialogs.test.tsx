/** @file Long, because the five dialogs of the device list share one table of failures. */
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changingAnswer, expectEachFailure, failures } from '../../test/failures.ts'
import { fillIn } from '../../test/fillIn.ts'
import { CUSTOMER_ID, PROFILE_ID, testCredentials, testCustomer, testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const device = testDevice(7, { version: 4, additionalInfo: { gateway: false, note: 'kept' } })
const assigned = testDevice(7, {
  customerTitle: 'Quận 1',
  customerId: { entityType: 'CUSTOMER', id: CUSTOMER_ID },
})
const INFO = `GET /api/device/info/${device.id.id}`
const CREDENTIALS = `GET /api/device/${device.id.id}/credentials`
const PROFILE = 'GET /api/deviceProfileInfo/default'
const CREATE = 'POST /api/device-with-credentials'
const SAVE = 'POST /api/device'
const SAVE_CREDENTIALS = 'POST /api/device/credentials'
const profile = {
  id: { entityType: 'DEVICE_PROFILE', id: PROFILE_ID },
  name: 'default',
  type: 'DEFAULT',
  transportType: 'DEFAULT',
  tenantId: device.tenantId,
}

/** Opens /devices with one device and answers further calls by `answers`. */
function openPage(answers: Record<string, unknown>, listed: DeviceInfo = device): { calls: RecordedCall[] } {
  const platform = stubPlatform({ 'GET /api/tenant/deviceInfos': testPage([listed]), ...answers })
  renderConsole('/devices')
  return platform
}

async function openDialog(button: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return screen.findByRole('dialog')
}

async function fill(dialog: HTMLElement, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await fillIn(await within(dialog).findByLabelText(new RegExp(`^${label}( \\*)?$`)), value)
  }
}

const bodyOf = (calls: readonly RecordedCall[], name: string) =>
  calls.find((call) => `${call.method} ${call.path}` === name)?.body

const press = (dialog: HTMLElement, name: string) => userEvent.click(within(dialog).getByRole('button', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

beforeEach(() => signInForTest())
afterEach(() => {
  vi.useRealTimers()
})

const FILLED = { Name: 'TLC-0042', Label: 'Hàng Xanh', 'Client ID': 'ctl-42', Username: 'u42', Password: 'secret' }

describe('the add dialog', () => {
  it('creates the device with its credentials, says so and closes [spec 2 dialogs] [spec 3 device] [spec 7 devices]', async () => {
    const { calls } = openPage({ [PROFILE]: profile, [CREATE]: device })
    const dialog = await openDialog('Add Device')
    await fill(dialog, FILLED)
    await press(dialog, 'Add Device')
    expect(await screen.findByText('Device created successfully')).toBeVisible()
    await closed()
    expect(bodyOf(calls, CREATE)).toEqual({
      device: {
        name: 'TLC-0042',
        label: 'Hàng Xanh',
        deviceProfileId: profile.id,
        customerId: null,
        additionalInfo: { gateway: false, overwriteActivityTime: false, description: '' },
      },
      credentials: {
        credentialsType: 'MQTT_BASIC',
        credentialsId: null,
        credentialsValue: '{"clientId":"ctl-42","userName":"u42","password":"secret"}',
      },
    })
  })

  it('leaves the profile out when it cannot be fetched', async () => {
    const { calls } = openPage({ [PROFILE]: errorAnswer(404, 'none', 32), [CREATE]: device })
    const dialog = await openDialog('Add Device')
    await fill(dialog, FILLED)
    await press(dialog, 'Add Device')
    await closed()
    expect(bodyOf(calls, CREATE)).not.toHaveProperty('device.deviceProfileId')
  })

  it('asks for each field that is empty, and sends nothing until then [spec 5 device]', async () => {
    const { calls } = openPage({})
    const dialog = await openDialog('Add Device')
    await press(dialog, 'Add Device')
    for (const field of ['Name', 'Label', 'Client ID', 'Username', 'Password'])
      expect(await within(dialog).findByText(`${field} is required`)).toBeVisible()
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveFocus()
    expect(calls.some((call) => call.method === 'POST')).toBe(false)
  })

  it('offers the generator while a field is empty and the copy button when it is filled [spec 5 device]', async () => {
    openPage({})
    const dialog = await openDialog('Add Device')
    for (const field of ['Client ID', 'Username', 'Password']) {
      expect(within(dialog).queryByRole('button', { name: `Copy ${field}` })).not.toBeInTheDocument()
      await press(dialog, `Generate ${field}`)
      expect(within(dialog).queryByRole('button', { name: `Generate ${field}` })).not.toBeInTheDocument()
      expect(within(dialog).getByRole('button', { name: `Copy ${field}` })).toBeVisible()
    }
    expect(within(dialog).getByLabelText(/^Client ID/)).toHaveDisplayValue(/^[a-z0-9]{16}$/)
    expect(within(dialog).getByLabelText(/^Password/)).toHaveDisplayValue(/^[a-z0-9]{16}$/)
  })

  it('shows and hides the password [spec 5 device]', async () => {
    openPage({})
    const dialog = await openDialog('Add Device')
    const field = within(dialog).getByLabelText(/^Password/)
    expect(field).toHaveAttribute('type', 'password')
    await press(dialog, 'Show password')
    expect(field).toHaveAttribute('type', 'text')
    await press(dialog, 'Hide password')
    expect(field).toHaveAttribute('type', 'password')
  })

  it('marks what was generated or copied, for two seconds [spec 4 timers] [spec 9 limits]', async () => {
    const written: string[] = []
    openPage({})
    const dialog = await openDialog('Add Device')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime, writeToClipboard: false })
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void written.push(text) },
      configurable: true,
    })
    await user.click(within(dialog).getByRole('button', { name: 'Generate Client ID' }))
    expect(within(dialog).getByText('Generated')).toBeVisible()
    act(() => void vi.advanceTimersByTime(2000))
    expect(within(dialog).queryByText('Generated')).not.toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Copy Client ID' }))
    expect(await within(dialog).findByText('Copied')).toBeVisible()
    expect(written).toEqual([(within(dialog).getByLabelText(/^Client ID/) as HTMLInputElement).value])
    act(() => void vi.advanceTimersByTime(2000))
    expect(within(dialog).queryByText('Copied')).not.toBeInTheDocument()
  })

  it('after each failure says so in place, keeps what was typed and can be tried again [spec 8 devices]', async () => {
    const creating = changingAnswer()
    openPage({ [PROFILE]: profile, [CREATE]: creating })
    const dialog = await openDialog('Add Device')
    await fill(dialog, FILLED)
    await expectEachFailure(creating, 'Failed to create device', dialog, async () => {
      expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('TLC-0042')
      expect(within(dialog).getByRole('button', { name: 'Add Device' })).toBeEnabled()
      await press(dialog, 'Add Device')
    })
  })
})

describe('the edit dialog', () => {
  const loaded = { [INFO]: device, [CREDENTIALS]: testCredentials(device) }

  it('starts with what is stored', async () => {
    openPage(loaded)
    const dialog = await openDialog('Edit TLC-0007')
    expect(await within(dialog).findByRole('textbox', { name: 'Name' })).toHaveValue('TLC-0007')
    expect(within(dialog).getByRole('textbox', { name: 'Label' })).toHaveValue('Ngã tư 7')
    expect(within(dialog).getByRole('textbox', { name: 'Client ID' })).toHaveValue('ctl-01')
    expect(within(dialog).getByRole('textbox', { name: 'Username' })).toHaveValue('nga4-user')
    expect(within(dialog).getByLabelText(/^Password/)).toHaveValue('k3v9q2m7x1b8d4s6')
  })

  it.each([
    ['information', { Label: 'Mới' }, 'Successfully updated device information', [SAVE]],
    ['credentials', { Username: 'mới' }, 'Successfully updated device credentials', [SAVE_CREDENTIALS]],
    [
      'both',
      { Label: 'Mới', Username: 'mới' },
      'Successfully updated device information and credentials',
      [SAVE, SAVE_CREDENTIALS],
    ],
  ] as const)(
    'sends %s when that was changed, and names it [spec 8 success] [spec 7 devices]',
    async (_, typed, words, sent) => {
      const { calls } = openPage({ ...loaded, [SAVE]: device, [SAVE_CREDENTIALS]: testCredentials(device) })
      const dialog = await openDialog('Edit TLC-0007')
      await fill(dialog, typed)
      await press(dialog, 'Save changes')
      expect(await screen.findByText(words)).toBeVisible()
      await closed()
      expect(calls.filter((call) => call.method === 'POST').map((call) => `${call.method} ${call.path}`)).toEqual(sent)
    },
  )

  it('posts back the whole device with its version, and credentials with their own id [spec 7 devices]', async () => {
    const { calls } = openPage({ ...loaded, [SAVE]: device, [SAVE_CREDENTIALS]: testCredentials(device) })
    const dialog = await openDialog('Edit TLC-0007')
    await fill(dialog, { Label: 'Mới', Password: 'p2' })
    await press(dialog, 'Save changes')
    await closed()
    expect(bodyOf(calls, SAVE)).toMatchObject({
      id: device.id,
      version: 4,
      label: 'Mới',
      customerId: device.customerId,
      deviceProfileId: device.deviceProfileId,
      additionalInfo: { gateway: false, note: 'kept' },
      deviceData: device.deviceData,
    })
    expect(bodyOf(calls, SAVE)).not.toHaveProperty('active')
    expect(bodyOf(calls, SAVE_CREDENTIALS)).toMatchObject({
      id: testCredentials(device).id,
      deviceId: device.id,
      version: 7,
      credentialsValue: '{"clientId":"ctl-01","userName":"nga4-user","password":"p2"}',
    })
  })

  it('sends nothing when nothing was changed', async () => {
    const { calls } = openPage(loaded)
    const dialog = await openDialog('Edit TLC-0007')
    await within(dialog).findByRole('textbox', { name: 'Name' })
    await press(dialog, 'Save changes')
    await closed()
    expect(calls.some((call) => call.method === 'POST')).toBe(false)
  })

  it('says which part is saved when the other is refused, and sends only the rest on the next try', async () => {
    let refuse = true
    const { calls } = openPage({
      ...loaded,
      [SAVE]: { ...device, label: 'Mới', version: 5 },
      [SAVE_CREDENTIALS]: () =>
        refuse
          ? errorAnswer(400, 'Device credentials are already assigned to another device!', 31)
          : testCredentials(device),
    })
    const dialog = await openDialog('Edit TLC-0007')
    await fill(dialog, { Label: 'Mới', Username: 'taken' })
    await press(dialog, 'Save changes')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Device credentials are already assigned to another device!',
    )
    expect(await screen.findByText('Successfully updated device information')).toBeVisible()
    refuse = false
    const before = calls.length
    await press(dialog, 'Save changes')
    expect(await screen.findByText('Successfully updated device credentials')).toBeVisible()
    const sent = calls.slice(before).filter((call) => call.method === 'POST')
    expect(sent.map((call) => call.path)).toEqual(['/api/device/credentials'])
  })

  it.each(failures('Failed to load device information'))(
    'after %s on reading the device says so [spec 8 devices]',
    async (_, answer, words) => {
      openPage({ [INFO]: answer, [CREDENTIALS]: testCredentials(device) })
      const dialog = await openDialog('Edit TLC-0007')
      expect(await within(dialog).findByRole('alert')).toHaveTextContent(words)
      expect(within(dialog).getByRole('button', { name: 'Save changes' })).toBeDisabled()
    },
  )

  it.each(failures('Failed to fetch device details'))(
    'after %s on reading the credentials says so [spec 8 devices]',
    async (_, answer, words) => {
      openPage({ [INFO]: device, [CREDENTIALS]: answer })
      const dialog = await openDialog('Edit TLC-0007')
      expect(await within(dialog).findByRole('alert')).toHaveTextContent(words)
    },
  )

  it('after each failure on saving says so and keeps what was typed [spec 8 devices]', async () => {
    const saving = changingAnswer()
    openPage({ ...loaded, [SAVE]: saving })
    const dialog = await openDialog('Edit TLC-0007')
    await fill(dialog, { Label: 'Mới' })
    await expectEachFailure(saving, 'Failed to update device', dialog, () => press(dialog, 'Save changes'))
    expect(within(dialog).getByRole('textbox', { name: 'Label' })).toHaveValue('Mới')
  })

  it('when somebody else saved first: says who-changed-it, loads the newer state, keeps what was typed, and saves', async () => {
    let stored = device
    const { calls } = openPage({
      ...loaded,
      [INFO]: () => stored,
      [SAVE]: (call: RecordedCall) =>
        (call.body as { version: number }).version === stored.version
          ? stored
          : errorAnswer(409, 'Device was already changed by someone else', 35),
    })
    const dialog = await openDialog('Edit TLC-0007')
    await fill(dialog, { Label: 'Của tôi' })
    stored = { ...device, name: 'TLC-0007-B', label: 'Của người khác', version: 5 }
    await press(dialog, 'Save changes')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Device was already changed by someone else')
    expect(within(dialog).getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await press(dialog, 'Load the newer state')
    expect(await within(dialog).findByText('Của người khác')).toBeVisible()
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('TLC-0007-B')
    expect(within(dialog).getByRole('textbox', { name: 'Label' })).toHaveValue('Của tôi')
    await press(dialog, 'Save changes')
    await closed()
    expect(calls.filter((call) => call.path === '/api/device').at(-1)?.body).toMatchObject({
      version: 5,
      name: 'TLC-0007-B',
      label: 'Của tôi',
    })
  })

  it('leaves other credentials alone until all three fields are filled [spec 5 device]', async () => {
    const token = testCredentials(device, {
      credentialsType: 'ACCESS_TOKEN',
      credentialsId: 'abc',
      credentialsValue: null,
    })
    const { calls } = openPage({ ...loaded, [CREDENTIALS]: token, [SAVE]: device })
    const dialog = await openDialog('Edit TLC-0007')
    expect(await within(dialog).findByText(/signs in with an access token/)).toBeVisible()
    await fill(dialog, { Label: 'Mới', Username: 'u' })
    await press(dialog, 'Save changes')
    expect(await within(dialog).findByText('Client ID is required')).toBeVisible()
    await fill(dialog, { Username: '' })
    await press(dialog, 'Save changes')
    await closed()
    expect(calls.filter((call) => call.method === 'POST').map((call) => call.path)).toEqual(['/api/device'])
  })
})

describe('the assign dialog', () => {
  const CUSTOMERS = 'GET /api/customers'
  const ASSIGN = `POST /api/customer/${testCustomer(1).id.id}/device/${device.id.id}`
  const customers = testPage([testCustomer(1), testCustomer(2, { title: '   ' })])

  async function choose(dialog: HTMLElement, title: string): Promise<void> {
    await userEvent.click(await within(dialog).findByRole('combobox', { name: 'Customer' }))
    await userEvent.click(await screen.findByRole('option', { name: title }))
  }

  it('wants a customer [spec 5 assign]', async () => {
    const { calls } = openPage({ [CUSTOMERS]: customers })
    const dialog = await openDialog('Assign TLC-0007 to a customer')
    const field = await within(dialog).findByRole('combobox', { name: 'Customer' })
    await waitFor(() => expect(field).toHaveFocus())
    await press(dialog, 'Assign')
    expect(await within(dialog).findByText('Please select a customer')).toBeVisible()
    expect(calls.some((call) => call.method === 'POST')).toBe(false)
  })

  it('assigns the device, says so for three seconds and closes [spec 4 assignment] [spec 7 customers] [spec 8 success]', async () => {
    const { calls } = openPage({ [CUSTOMERS]: customers, [ASSIGN]: assigned })
    const dialog = await openDialog('Assign TLC-0007 to a customer')
    await choose(dialog, 'Quận 1')
    await press(dialog, 'Assign')
    expect(await screen.findByText('Device assigned successfully')).toBeVisible()
    await closed()
    expect(calls.some((call) => `${call.method} ${call.path}` === ASSIGN)).toBe(true)
  })

  it('asks the server for customers beyond the first hundred', async () => {
    const { calls } = openPage({
      [CUSTOMERS]: (call: RecordedCall) =>
        call.query.has('textSearch') ? testPage([testCustomer(321)]) : testPage([testCustomer(1)], 500),
    })
    const dialog = await openDialog('Assign TLC-0007 to a customer')
    const field = await within(dialog).findByRole('combobox', { name: 'Customer' })
    // The dialog gives it the focus a moment after it opened, which would take it from what is pasted by then.
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.click(field)
    await userEvent.paste('321')
    expect(await screen.findByRole('option', { name: 'Quận 321' })).toBeInTheDocument()
    expect(calls.at(-1)?.query.get('textSearch')).toBe('321')
  })

  it('says what to do when there is no customer', async () => {
    openPage({ [CUSTOMERS]: testPage([]) })
    const dialog = await openDialog('Assign TLC-0007 to a customer')
    expect(await within(dialog).findByText(/There are no customers yet/)).toBeVisible()
    expect(within(dialog).getByRole('button', { name: 'Assign' })).toBeDisabled()
  })

  it.each(failures('Failed to fetch customers'))(
    'after %s on reading the customers says so [spec 8 customers]',
    async (_, answer, words) => {
      openPage({ [CUSTOMERS]: answer })
      const dialog = await openDialog('Assign TLC-0007 to a customer')
      expect(await within(dialog).findByRole('alert')).toHaveTextContent(words)
    },
  )

  it('after each failure says so [spec 8 devices]', async () => {
    const assigning = changingAnswer()
    openPage({ [CUSTOMERS]: customers, [ASSIGN]: assigning })
    const dialog = await openDialog('Assign TLC-0007 to a customer')
    await choose(dialog, '(blank title)')
    await choose(dialog, 'Quận 1')
    await expectEachFailure(assigning, 'Failed to assign device', dialog, () => press(dialog, 'Assign'))
  })
})

describe.each([
  {
    action: 'delete',
    button: 'Delete TLC-0007',
    listed: device,
    call: `DELETE /api/device/${device.id.id}`,
    question: 'Are you sure you want to delete this device?',
    success: 'Device deleted successfully',
    fallback: 'Failed to delete device',
  },
  {
    action: 'unassign',
    button: 'Unassign TLC-0007',
    listed: assigned,
    call: `DELETE /api/customer/device/${device.id.id}`,
    question: 'Are you sure you want to unassign this device?',
    success: 'Device unassigned successfully',
    fallback: 'Failed to unassign device',
  },
])('the $action confirmation', ({ button, listed, call, question, success, fallback }) => {
  const answer = call.includes('customer') ? device : undefined

  it('asks first, with Hủy and Xác nhận, and sends only after Xác nhận [spec 5 confirmations] [spec 2 confirm dialog] [spec 8 success]', async () => {
    const { calls } = openPage({ [call]: answer }, listed)
    const dialog = await openDialog(button)
    expect(within(dialog).getByText(question)).toBeVisible()
    expect(within(dialog).getByText('TLC-0007')).toBeVisible()
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
    await press(dialog, 'Xác nhận')
    expect(await screen.findByText(success)).toBeVisible()
    await closed()
    expect(calls.some(({ method, path }) => `${method} ${path}` === call)).toBe(true)
  })

  it('sends nothing after Hủy, and gives the focus back [spec 5 confirmations]', async () => {
    const { calls } = openPage({ [call]: answer }, listed)
    const dialog = await openDialog(button)
    await press(dialog, 'Hủy')
    await closed()
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
    await waitFor(() => expect(screen.getByRole('button', { name: button })).toHaveFocus())
  })

  it('after each failure says so and stays [spec 8 devices]', async () => {
    const refusing = changingAnswer()
    openPage({ [call]: refusing }, listed)
    const dialog = await openDialog(button)
    await expectEachFailure(refusing, fallback, dialog, () => press(dialog, 'Xác nhận'))
  })
})
