/**
 * A rule that holds for all saves of the console, on every page. The device's own settings have their own
 * tests.
 */
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { session } from '../data/session.ts'
import { changingAnswer, expectEachFailure } from '../test/failures.ts'
import { fillIn } from '../test/fillIn.ts'
import { CUSTOMER_ID, testCredentials, testCustomer, testDevice, testPage, testUser } from '../test/records.ts'
import { renderConsole } from '../test/renderParts.tsx'
import {
  type RecordedCall,
  signInForTest,
  startSessionForTest,
  stubPlatform,
  testTokens,
} from '../test/stubPlatform.ts'

const device = testDevice(7)
const assigned = testDevice(8, { customerTitle: 'Quận 1', customerId: { entityType: 'CUSTOMER', id: CUSTOMER_ID } })
const customer = testCustomer(1, { id: { entityType: 'CUSTOMER', id: CUSTOMER_ID } })
const user = testUser(9)
/** The user id in every test token. */
const ME = '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10'
const USERS = `/customers/${CUSTOMER_ID}/users`

/** The answers to everything that the pages read. */
const READS: Readonly<Record<string, unknown>> = {
  'GET /api/tenant/deviceInfos': testPage([device, assigned]),
  [`GET /api/device/info/${device.id.id}`]: device,
  [`GET /api/device/${device.id.id}/credentials`]: testCredentials(device),
  'GET /api/deviceProfileInfo/default': {
    id: device.deviceProfileId,
    name: 'default',
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    tenantId: device.tenantId,
  },
  'GET /api/customers': testPage([customer]),
  'GET /api/greenwave/sessions': [],
  [`GET /api/customer/${CUSTOMER_ID}`]: customer,
  [`GET /api/customer/${CUSTOMER_ID}/users`]: testPage([user]),
  [`GET /api/user/${user.id.id}/activationLinkInfo`]: {
    value: 'http://console.test/api/noauth/activate?activateToken=Zk3m',
    ttlMs: 86_400_000,
  },
  [`GET /api/user/${ME}`]: testUser(1, { id: { entityType: 'USER', id: ME }, authority: 'TENANT_ADMIN' }),
}

interface Save {
  readonly what: string
  readonly address: string
  /** The button of the page that opens the dialog; left out for a form on the page itself. */
  readonly opener?: string
  readonly typed?: Readonly<Record<string, string>>
  /** The option to choose from a list. */
  readonly chosen?: string
  readonly submit: string
  readonly call: string
  /** The text of a failure without words of the platform. */
  readonly fallback: string
  readonly done: string
}

const SAVES: readonly Save[] = [
  {
    what: 'a new device',
    address: '/devices',
    opener: 'Add Device',
    typed: { Name: 'TLC-1', Label: 'Một', 'Client ID': 'c', Username: 'u', Password: 'p' },
    submit: 'Add Device',
    call: 'POST /api/device-with-credentials',
    fallback: 'Failed to create device',
    done: 'Device created successfully',
  },
  {
    what: 'a changed device',
    address: '/devices',
    opener: 'Edit TLC-0007',
    typed: { Label: 'Mới' },
    submit: 'Save changes',
    call: 'POST /api/device',
    fallback: 'Failed to update device',
    done: 'Successfully updated device information',
  },
  {
    what: 'changed credentials',
    address: '/devices',
    opener: 'Edit TLC-0007',
    typed: { Username: 'new' },
    submit: 'Save changes',
    call: 'POST /api/device/credentials',
    fallback: 'Failed to update device',
    done: 'Successfully updated device credentials',
  },
  {
    what: 'an assignment',
    address: '/devices',
    opener: 'Assign TLC-0007 to a customer',
    chosen: 'Quận 1',
    submit: 'Assign',
    call: `POST /api/customer/${CUSTOMER_ID}/device/${device.id.id}`,
    fallback: 'Failed to assign device',
    done: 'Device assigned successfully',
  },
  {
    what: 'the end of an assignment',
    address: '/devices',
    opener: 'Unassign TLC-0008',
    submit: 'Xác nhận',
    call: `DELETE /api/customer/device/${assigned.id.id}`,
    fallback: 'Failed to unassign device',
    done: 'Device unassigned successfully',
  },
  {
    what: 'the end of a device',
    address: '/devices',
    opener: 'Delete TLC-0007',
    submit: 'Xác nhận',
    call: `DELETE /api/device/${device.id.id}`,
    fallback: 'Failed to delete device',
    done: 'Device deleted successfully',
  },
  {
    what: 'a new customer',
    address: '/customers',
    opener: 'Add Customer',
    typed: { Title: 'Quận 12' },
    submit: 'Add Customer',
    call: 'POST /api/customer',
    fallback: 'Failed to create customer',
    done: 'Customer created successfully',
  },
  {
    what: 'a changed customer',
    address: '/customers',
    opener: 'Edit Quận 1',
    typed: { City: 'Huế' },
    submit: 'Save changes',
    call: 'POST /api/customer',
    fallback: 'Failed to update customer',
    done: 'Customer updated successfully',
  },
  {
    what: 'the end of a customer',
    address: '/customers',
    opener: 'Delete Quận 1',
    submit: 'Xác nhận',
    call: `DELETE /api/customer/${CUSTOMER_ID}`,
    fallback: 'Failed to delete customer',
    done: 'Customer deleted successfully',
  },
  {
    what: 'a new user',
    address: USERS,
    opener: 'Add User',
    typed: { Email: 'new@signal.vn' },
    submit: 'Add User',
    call: 'POST /api/user',
    fallback: 'Failed to create user',
    done: 'User created successfully',
  },
  {
    what: 'a changed user',
    address: USERS,
    opener: 'Edit user9@signal.vn',
    typed: { 'Last name': 'Mới' },
    submit: 'Save changes',
    call: 'POST /api/user',
    fallback: 'Failed to update user',
    done: 'User updated successfully',
  },
  {
    what: "a user's password",
    address: USERS,
    opener: 'Set Password of user9@signal.vn',
    typed: { Password: 'secret1', 'Confirm password': 'secret1' },
    submit: 'Set User Password',
    call: 'POST /api/noauth/activate',
    fallback: 'Failed to set password',
    done: 'Password set successfully',
  },
  {
    what: 'the end of a user',
    address: USERS,
    opener: 'Delete user9@signal.vn',
    submit: 'Xác nhận',
    call: `DELETE /api/user/${user.id.id}`,
    fallback: 'Failed to delete user',
    done: 'User deleted successfully',
  },
  {
    what: 'the own profile',
    address: '/account',
    typed: { 'First name': 'Mới' },
    submit: 'Save changes',
    call: 'POST /api/user',
    fallback: 'Failed to update profile',
    done: 'Profile updated successfully',
  },
  {
    what: 'the own password',
    address: '/account?tab=security',
    typed: { 'Current password': 'old-one', 'New password': 'new-one', 'Confirm new password': 'new-one' },
    submit: 'Change password',
    call: 'POST /api/auth/changePassword',
    fallback: 'Failed to change password',
    done: 'Password changed successfully',
  },
]

/** The answers to saves that succeed. */
const TAKEN: Readonly<Record<string, unknown>> = {
  'POST /api/device-with-credentials': device,
  'POST /api/device': device,
  'POST /api/device/credentials': testCredentials(device),
  [`POST /api/customer/${CUSTOMER_ID}/device/${device.id.id}`]: device,
  [`DELETE /api/customer/device/${assigned.id.id}`]: assigned,
  'POST /api/customer': customer,
  'POST /api/user': user,
  'POST /api/noauth/activate': testTokens(),
  'POST /api/auth/changePassword': testTokens(),
}

/** Opens the page and fills in the form. Returns the dialog or form, its button, and the calls so far. */
async function fill(
  { address, opener, typed = {}, chosen, submit, call }: Save,
  answer: unknown,
  env?: 'default' | 'test',
) {
  const { calls } = stubPlatform({ ...READS, 'POST /api/auth/token': testTokens(), [call]: answer })
  renderConsole(address, env)
  if (opener) await userEvent.click(await screen.findByRole('button', { name: opener }))
  const form = await screen.findByRole(opener ? 'dialog' : 'tabpanel')
  for (const [label, value] of Object.entries(typed)) {
    await fillIn(await within(form).findByLabelText(new RegExp(`^${label}( \\*)?$`)), value)
  }
  if (chosen) {
    await userEvent.click(await within(form).findByRole('combobox', { name: 'Customer' }))
    await userEvent.click(await screen.findByRole('option', { name: chosen }))
  }
  const button = within(form).getByRole('button', { name: submit })
  // On a busy machine the page behind has time to ask for its junctions again, which is a POST, too.
  const isRead = ({ method, path }: RecordedCall) =>
    method === 'GET' || path === '/api/auth/token' || path.startsWith('/api/entitiesQuery/')
  const sent = () => calls.filter((one) => !isRead(one))
  return { form, button, sent }
}

beforeEach(() => {
  startSessionForTest()
  signInForTest()
})

// In a dialog that fades in, a list stays closed here, because nothing has a size in jsdom.
it.each(SAVES)(
  "$what says after a failure the platform's words or its own, keeps what was typed, and is sent once when it is tried again, however often it is clicked; 'Đang lưu...' and disabled buttons say that it is on its way [spec 2 submitting] [spec 8 success] [spec 8 devices] [spec 8 customers] [spec 8 profile]",
  async (save) => {
    const answer = changingAnswer()
    const taken = Promise.withResolvers<unknown>()
    let isTaken = false
    const answering = () => (isTaken ? taken.promise : answer())
    const { form, button, sent } = await fill(save, answering, save.chosen === undefined ? 'default' : 'test')
    await expectEachFailure(answer, save.fallback, form, async () => {
      await waitFor(() => expect(button).toBeEnabled())
      await userEvent.click(button)
    })
    for (const [label, value] of Object.entries(save.typed ?? {}))
      expect(within(form).getByLabelText(new RegExp(`^${label}( \\*)?$`))).toHaveValue(value)
    expect(session.getState()).toMatchObject({ state: 'signedIn' })

    await waitFor(() => expect(button).toBeEnabled())
    isTaken = true
    const failed = sent().length
    act(() => {
      button.click()
      button.click()
    })
    await waitFor(() => expect(sent()).toHaveLength(failed + 1))
    act(() => button.click())
    expect(await within(form).findByRole('button', { name: 'Đang lưu...' })).toBeDisabled()
    for (const each of within(form).getAllByRole('button')) {
      if (!/password$/.test(each.getAttribute('aria-label') ?? '')) expect(each).toBeDisabled()
    }
    await userEvent.keyboard('{Enter}{Escape}')
    expect(form).toBeVisible()
    taken.resolve(TAKEN[save.call])
    // The toast of success; a failure would be an alert.
    await waitFor(() => expect(document.querySelector('[data-tone=ok][role=status]')).toHaveTextContent(save.done))
    act(() => button.click())
    if (save.opener) await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const calls = sent().map(({ method, path }) => `${method} ${path}`)
    expect(calls).toEqual(Array.from({ length: failed + 1 }, () => save.call))
    expect(within(form).queryByRole('alert')).toBeNull()
    expect(within(form).queryByText(/required/)).toBeNull()
  },
)
