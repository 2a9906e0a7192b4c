import { type NotifyRules, parseNotifyRules } from '@greenwave/contract/records/notify'
import { notifyStatusKey } from '@greenwave/contract/records/notifyRecords'
import type { User } from '@greenwave/contract/wire/users'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptedSocket, followedId } from '../../test/liveSocket.ts'
import { CUSTOMER_ID, testCustomer, testPage, testUser, WATCH_ASSET } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import {
  errorAnswer,
  type RecordedCall,
  signInForTest,
  startSessionForTest,
  stubPlatform,
} from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

/** The user id in every token of the tests. */
const USER_ID = '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10'
const READ = `GET /api/user/${USER_ID}`
const SAVE = 'POST /api/user'

beforeEach(() => startSessionForTest())

interface Scene {
  readonly rules?: Partial<NotifyRules>
  readonly isTenantAdmin?: boolean
  readonly tells?: { readonly email: boolean; readonly push: string }
  readonly answers?: Record<string, unknown>
}

/** Opens the form with a platform that stores what is saved, and a watcher that is there. */
async function openForm({ rules, isTenantAdmin = true, tells = { email: true, push: 'BKey' }, answers }: Scene = {}) {
  let stored: User = testUser(1, {
    id: { entityType: 'USER', id: USER_ID },
    email: 'admin@greenwave.test',
    version: 5,
    additionalInfo: { description: 'kept', ...(rules && { gw: { notify: rules } }) },
  })
  const sockets = stubSocket()
  const { calls } = stubPlatform({
    'GET /api/tenant/assetInfos': testPage([WATCH_ASSET]),
    'GET /api/customers': testPage([testCustomer(1), testCustomer(3)]),
    [READ]: () => stored,
    [SAVE]: ({ body }: RecordedCall) => {
      stored = { ...(body as User), version: (stored.version ?? 0) + 1 }
      return stored
    },
    ...answers,
  })
  signInForTest(isTenantAdmin ? {} : { scope: 'CUSTOMER_USER' })
  renderConsole('/account?tab=notifications')
  await screen.findByRole('button', { name: 'Save rules' })
  const socket = await acceptedSocket(sockets)
  const cmdId = await followedId(socket, { entityId: isTenantAdmin ? WATCH_ASSET.id.id : CUSTOMER_ID })
  const hear = (values: Record<string, unknown>) => {
    const at = Date.now()
    const samples = Object.entries(values).map(([key, value]) => [key, [[at, JSON.stringify(value)]]])
    act(() => socket.frame(cmdId, Object.fromEntries(samples)))
  }
  hear({ gw_watch_1of1: { at: Date.now(), levels: [1, 0, 0, 0, 0, 0], unknown: 0, revision: 1, tells } })
  return {
    calls,
    hear,
    saved: () => parseNotifyRules(stored.additionalInfo),
    info: () => stored.additionalInfo,
    saySent: (status: unknown) => hear({ [notifyStatusKey(USER_ID)]: status }),
  }
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const tick = (name: string | RegExp) => userEvent.click(screen.getByRole('checkbox', { name }))

describe('the rules of notification', () => {
  it('are saved with everything else of the user, and can be changed again', async () => {
    const { saved, info } = await openForm()
    await userEvent.selectOptions(screen.getByLabelText('From which level'), 'Danger only')
    await tick('Also notify me when it is over')
    await tick('E-mail me the verdict on each month')
    await tick('Sat')
    await tick('By e-mail to admin@greenwave.test')
    await userEvent.selectOptions(screen.getByLabelText('Language of messages'), 'Tiếng Việt')
    await press('Save rules')
    expect(await screen.findByText('Rules saved')).toBeVisible()
    expect(saved()).toMatchObject({ least: 5, cleared: true, monthly: true, email: true, language: 'vi' })
    expect(saved()).toMatchObject({ days: [1, 2, 3, 4, 5, 7] })
    expect(info()).toMatchObject({ description: 'kept' })
    await tick('Sat')
    await waitFor(async () => {
      await press('Save rules')
      expect(saved()).toMatchObject({ days: [1, 2, 3, 4, 5, 6, 7], email: true })
    })
  })

  it('show their time zone by the name of today, and keep the one that is stored until it is changed', async () => {
    const { saved } = await openForm({ rules: { timeZone: 'Asia/Saigon' } })
    expect(screen.getByLabelText('Time zone')).toHaveDisplayValue('Asia/Ho_Chi_Minh')
    await tick('Sat')
    await press('Save rules')
    await screen.findByText('Rules saved')
    expect(saved()?.timeZone).toBe('Asia/Saigon')
    await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Kolkata')
    await waitFor(async () => {
      await press('Save rules')
      expect(saved()?.timeZone).toBe('Asia/Kolkata')
    })
  })

  it('over midnight say so; administrators choose customers, customer users do not', async () => {
    const { saved } = await openForm({ rules: { from: '22:00', to: '06:00', email: true } })
    expect(screen.getByText(/Goes over midnight/)).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Junctions'), 'Junctions of chosen customers')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Quận 3' }))
    await press('Save rules')
    await screen.findByText('Rules saved')
    expect(saved()?.customers).toEqual([testCustomer(3).id.id])
  })

  it('of a customer user name no customers', async () => {
    await openForm({ isTenantAdmin: false })
    expect(screen.queryByLabelText('Junctions')).toBeNull()
  })

  it('that somebody else changed meanwhile are not overwritten, and what was typed stays', async () => {
    const { saved } = await openForm({
      answers: { [SAVE]: errorAnswer(409, 'User was already changed by someone else!', 35) },
    })
    await tick('By e-mail to admin@greenwave.test')
    await press('Save rules')
    expect(await screen.findByRole('button', { name: 'Load the newer state' })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: /^By e-mail/ })).toBeChecked()
    expect(saved()).toBeUndefined()
  })
})

describe('the ways in which messages come', () => {
  it('are tested by a message, with what came of it; typing stays', async () => {
    const { saved, saySent } = await openForm()
    await tick('Also notify me when it is over')
    await userEvent.click(await screen.findByRole('button', { name: 'Send a test by e-mail' }))
    const at = await waitFor(() => {
      const test = saved()?.test
      if (!test) throw new Error('No test was asked for')
      return test.at
    })
    expect(saved()).toMatchObject({ cleared: false, test: { channel: 'email' } })
    expect(screen.getByRole('button', { name: 'Send a test by e-mail' })).toBeDisabled()
    saySent({ testAt: at, email: { sentAt: at, failure: null }, gone: [] })
    expect(await screen.findByText(/The test was sent/)).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'Also notify me when it is over' })).toBeChecked()
    const failure = { at: at + 1, problem: 'recipient', detail: '550 No such user here' }
    saySent({ testAt: at, email: { sentAt: at, failure }, gone: [] })
    expect(await screen.findByText(/the server does not take messages for this receiver/)).toBeVisible()
    expect(screen.getByText(/550 No such user here/)).toBeVisible()
  })

  it('that the installation has not set up say what its operator does', async () => {
    await openForm({ tells: { email: false, push: '' } })
    expect(await screen.findByText(/sets GREENWAVE_SMTP_URL/)).toBeVisible()
    expect(screen.getByText(/sets GREENWAVE_PUBLIC_URL/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send a test by e-mail' })).toBeNull()
  })

  it('ask this browser only by a button, and are then on', async () => {
    const asked = vi.fn(async () => {
      Object.assign(Notice, { permission: 'granted' })
      return 'granted'
    })
    const shown = vi.fn()
    class Notice {
      static permission = 'default'
      static requestPermission = asked
      constructor(title: string) {
        shown(title)
      }
    }
    vi.stubGlobal('Notification', Notice)
    vi.stubGlobal('isSecureContext', true)
    const { saved } = await openForm()
    expect(asked).not.toHaveBeenCalled()
    await press('Allow notices in this browser')
    await waitFor(() => expect(saved()).toMatchObject({ browser: true }))
    await press('Send a test to this browser')
    expect(shown).toHaveBeenCalledWith('Test notice')
  })

  it('say that this browser cannot show notices of a page, though it is allowed to', async () => {
    class Notice {
      static permission = 'granted'
      constructor() {
        throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.')
      }
    }
    vi.stubGlobal('Notification', Notice)
    vi.stubGlobal('isSecureContext', true)
    await openForm()
    expect(await screen.findByText('This browser shows them.')).toBeVisible()
    await press('Send a test to this browser')
    expect(await screen.findByText(/shows none of a page\. Use web push instead\./)).toBeVisible()
    expect(screen.queryByText('This browser shows them.')).toBeNull()
  })

  it('list the browsers that get web push, say which is gone, and remove them', async () => {
    const row = (name: string) => ({
      endpoint: `https://push.example/${name}-${'x'.repeat(20)}`,
      p256dh: 'BA',
      auth: 'c2',
      label: name,
      at: 5,
    })
    const { saved, saySent } = await openForm({ rules: { push: true, subscriptions: [row('Phone'), row('Desk')] } })
    saySent({ testAt: 0, gone: [row('Desk').endpoint.slice(-24)] })
    const desk = (await screen.findByText(/^Desk/)).closest('li')
    expect(within(desk as HTMLElement).getByText('ended by its push service')).toBeVisible()
    await press('Remove Desk')
    await waitFor(() => expect(saved()?.subscriptions.map(({ label }) => label)).toEqual(['Phone']))
  })
})
