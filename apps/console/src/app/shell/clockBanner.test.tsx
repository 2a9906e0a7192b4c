import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { changePack } from '../../texts/texts.ts'

const ASK = 'GET /api/system/info'
const HOUR_MS = 3_600_000
/** Longer than the time between two reads of the clock state, milliseconds. */
const LATER_MS = 200_000

let trouble: object | undefined
const info = () => ({ version: '0.2.0', artifact: 'greenwave', name: 'Greenwave', type: 'CE', ...trouble })
const off = (byMs: number) => ({ clockTrouble: { byMs, believed: 1_790_000_000_000 } })
const asked = (calls: readonly RecordedCall[]) => calls.filter(({ path }) => path === '/api/system/info').length

/** Opens a page that needs nothing else of the platform, with the shell around it. */
async function openShell(answer: unknown = info) {
  const { calls } = stubPlatform({ [ASK]: answer })
  renderConsole('/nowhere')
  await screen.findByRole('heading', { name: 'Page not found' })
  return calls
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Finds the banner's text. The lost live connection has an alert of its own. */
const words = () => screen.queryByText(/^The platform’s clock/)
const lookAgain = () =>
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'))
  })

beforeEach(() => {
  trouble = undefined
})

describe('the clock of the platform', () => {
  test('"a jump is logged and shown": how far it is off, what follows and what to do, with a shape and as an alert', async () => {
    trouble = off(2 * HOUR_MS)
    signInForTest()
    await openShell()
    const alert = await screen.findByText('The platform’s clock jumped and is 2 hours ahead.')
    expect(alert).toHaveRole('alert')
    expect(alert.querySelector('svg')).not.toBeNull()
    expect(screen.getByText(/^Nothing expires; stored times may be wrong\./)).toHaveTextContent(
      'Set the platform’s clock.',
    )
    expect(screen.getByRole('banner')).toContainElement(alert)
  })

  test('says whether the clock is behind or ahead, in the chosen language', async () => {
    trouble = off(-5 * 60_000)
    signInForTest()
    await openShell()
    await screen.findByText('The platform’s clock jumped and is 5 minutes behind.')
    await act(() => changePack('vi'))
    expect(document.documentElement.lang).toBe('vi')
    expect(screen.getByText('Đồng hồ của nền tảng bị lệch, đang chậm 5 phút.')).toBeVisible()
  })

  test('is not mentioned while nothing is wrong with it', async () => {
    signInForTest()
    const calls = await openShell()
    await waitFor(() => expect(asked(calls)).toBe(1))
    expect(words()).toBeNull()
  })

  test('is asked for again every few minutes: the banner comes, stays when the platform is away, and goes when it is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    signInForTest()
    let away = false
    const calls = await openShell(() => (away ? new TypeError('Failed to fetch') : info()))
    await waitFor(() => expect(asked(calls)).toBe(1))
    trouble = off(2 * HOUR_MS)
    await pass(LATER_MS)
    await waitFor(() => expect(words()).toHaveTextContent('2 hours ahead'))
    away = true
    await pass(LATER_MS)
    expect(asked(calls)).toBe(3)
    expect(words()).toHaveTextContent('2 hours ahead')
    away = false
    trouble = undefined
    await pass(LATER_MS)
    await waitFor(() => expect(words()).toBeNull())
  })

  test('is asked for when somebody returns to the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    signInForTest()
    const calls = await openShell()
    await waitFor(() => expect(asked(calls)).toBe(1))
    await pass(60_000)
    expect(asked(calls)).toBe(1)
    trouble = off(30 * 24 * HOUR_MS)
    lookAgain()
    await waitFor(() => expect(words()).toHaveTextContent('30 days ahead'))
  })

  test.each([403, 404])('is asked for once where the platform answers %d, and nothing is said', async (status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    signInForTest()
    const calls = await openShell(errorAnswer(status, 'no'))
    await waitFor(() => expect(asked(calls)).toBe(1))
    await pass(LATER_MS)
    lookAgain()
    await pass(LATER_MS)
    expect(asked(calls)).toBe(1)
    expect(words()).toBeNull()
  })

  test('is not shown to a customer user, who may not set it', async () => {
    trouble = { ...off(2 * HOUR_MS), maintenance: { text: 'Back soon', until: Date.now() + HOUR_MS } }
    signInForTest({ scope: 'CUSTOMER_USER' })
    await openShell()
    await screen.findByText('Back soon')
    expect(words()).toBeNull()
  })
})

describe('what everybody must know of the platform', () => {
  test('a maintenance is an alert with the sentence until its end, which needs no look at the platform', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    trouble = { maintenance: { text: 'The disk is replaced', until: Date.now() + 60_000 } }
    signInForTest()
    await openShell()
    const alert = await screen.findByText(/^Writing is stopped for maintenance until/)
    expect(alert).toHaveRole('alert')
    expect(screen.getByText('The disk is replaced')).toBeVisible()
    await pass(61_000)
    expect(screen.queryByText('The disk is replaced')).toBeNull()
  })

  test('a write that maintenance refuses brings its sentence, without waiting for the next look at the platform', async () => {
    signInForTest()
    stubPlatform({
      [ASK]: info,
      'GET /api/customers': { data: [], totalElements: 0, totalPages: 0, hasNext: false },
      'POST /api/customer': () => {
        trouble = { maintenance: { text: 'The disk is replaced', until: Date.now() + HOUR_MS } }
        return errorAnswer(503, 'Writing is stopped for maintenance: The disk is replaced')
      },
    })
    const user = userEvent.setup()
    renderConsole('/customers')
    await user.click(await screen.findByRole('button', { name: 'Add Customer' }))
    await user.type(await screen.findByLabelText(/^Title/), 'Ward')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Customer' }))
    expect(await screen.findByText('The disk is replaced')).toBeVisible()
  })

  test('an administrator sees which parts do not work, such as a backup that is behind, and where more is said', async () => {
    trouble = { troubles: [{ part: 'backup', text: 'is behind or failed: /mnt is full: make room' }] }
    signInForTest()
    await openShell()
    expect(await screen.findByText('A part of the platform does not work.')).toHaveRole('alert')
    expect(screen.getByText('backup is behind or failed: /mnt is full: make room')).toBeVisible()
    expect(screen.getByRole('link', { name: 'System' })).toHaveAttribute('href', '/system')
  })
})
