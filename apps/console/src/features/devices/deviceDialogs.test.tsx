import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { failures } from '../../test/failures.ts'
import { fillIn } from '../../test/fillIn.ts'
import { testCredentials, testCustomer, testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const device = testDevice(7, { version: 4, additionalInfo: { gateway: false, note: 'kept' } })
const INFO = `GET /api/device/info/${device.id.id}`
const CREDENTIALS = `GET /api/device/${device.id.id}/credentials`
const PROFILE = 'GET /api/deviceProfileInfo/default'
const CREATE = 'POST /api/device-with-credentials'
const SAVE = 'POST /api/device'
const SAVE_CREDENTIALS = 'POST /api/device/credentials'

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

const FILLED = { Name: 'TLC-0042', Label: 'Hàng Xanh', 'Client ID': 'ctl-42', Username: 'u42', Password: 'secret' }

describe('the add dialog', () => {
  it('leaves the profile out when it cannot be fetched', async () => {
    const { calls } = openPage({ [PROFILE]: errorAnswer(404, 'none', 32), [CREATE]: device })
    const dialog = await openDialog('Add Device')
    await fill(dialog, FILLED)
    await press(dialog, 'Add Device')
    await closed()
    expect(bodyOf(calls, CREATE)).not.toHaveProperty('device.deviceProfileId')
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

  it('marks what was generated or copied, for two seconds [spec 4 timers]', async () => {
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
})

describe('the edit dialog', () => {
  const loaded = { [INFO]: device, [CREDENTIALS]: testCredentials(device) }

  it('sends both parts when both were changed, and names them [spec 8 success] [spec 7 devices]', async () => {
    const { calls } = openPage({ ...loaded, [SAVE]: device, [SAVE_CREDENTIALS]: testCredentials(device) })
    const dialog = await openDialog('Edit TLC-0007')
    await fill(dialog, { Label: 'Mới', Username: 'mới' })
    await press(dialog, 'Save changes')
    expect(await screen.findByText('Successfully updated device information and credentials')).toBeVisible()
    await closed()
    const sent = calls.filter((call) => call.method === 'POST').map((call) => `${call.method} ${call.path}`)
    expect(sent).toEqual([SAVE, SAVE_CREDENTIALS])
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
})
