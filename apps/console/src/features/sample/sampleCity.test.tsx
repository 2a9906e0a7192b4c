import { CONSOLE_SETTINGS_ELEMENT_ID } from '@greenwave/contract/wire/consoleSettings'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const INFO = { version: '0.1.0', artifact: 'greenwave', name: 'Greenwave', type: 'CE' }
const ASK = 'GET /api/system/info'
/** Longer than the time between two reads while junctions are made, milliseconds. */
const LATER_MS = 2_000
const device = testDevice(7)
const MADE_BEFORE = Date.UTC(2026, 10, 25, 2, 10)

function beSampleCity(isOne = true): void {
  const settings = document.createElement('script')
  settings.type = 'application/json'
  settings.id = CONSOLE_SETTINGS_ELEMENT_ID
  settings.textContent = JSON.stringify({ demonstration: isOne })
  document.head.append(settings)
  onTestFinished(() => settings.remove())
}

test.each(['TENANT_ADMIN', 'CUSTOMER_USER'] as const)(
  'how far the sample city is made is shown to a %s until it is',
  async (scope) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    beSampleCity()
    let preparation: object | undefined = { done: 4, total: 18 }
    stubPlatform({ [ASK]: () => ({ ...INFO, preparation }) })
    signInForTest({ scope })
    renderConsole('/nowhere')
    expect(await screen.findByText('The sample city is being prepared: 4 of 18 junctions.')).toHaveRole('status')
    preparation = { done: 5, total: 18, isPast: true }
    await act(() => vi.advanceTimersByTimeAsync(LATER_MS))
    expect(screen.getByText('The past of the sample city is being prepared: 5 of 18 junctions.')).toBeVisible()
    preparation = undefined
    await act(() => vi.advanceTimersByTimeAsync(LATER_MS))
    expect(screen.queryByText(/is being prepared/)).not.toBeInTheDocument()
  },
)

test('pages that show the past say which records are simulated, and other pages do not', async () => {
  beSampleCity()
  stubPlatform({ [ASK]: () => ({ ...INFO, madeBefore: MADE_BEFORE }) })
  signInForTest({ scope: 'TENANT_ADMIN' })
  const { router } = renderConsole('/reports')
  expect(await screen.findByText(/^Sample city: records from before .*2026.* are simulated\./)).toBeVisible()
  await act(() => router.navigate({ to: '/account' }))
  await waitFor(() => expect(screen.queryByText(/are simulated/)).not.toBeInTheDocument())
})

test('three cards lead an administrator: a fault is caused, Now and the history of its time open; each is dismissed for good', async () => {
  beSampleCity()
  const causes: unknown[] = []
  stubPlatform({
    [ASK]: () => INFO,
    'GET /api/tenant/deviceInfos': testPage([device]),
    [`POST /api/greenwave/demonstration/device/${device.id.id}/faults`]: ({ body }: { body: unknown }) => {
      causes.push(body)
      return { virtual: true, faults: [] }
    },
  })
  signInForTest({ scope: 'TENANT_ADMIN' })
  renderConsole('/now')
  const cards = await screen.findByRole('list', { name: 'Sample city in three steps' })
  fireEvent.click(within(cards).getByRole('button', { name: 'Cause it' }))
  expect(await within(cards).findByRole('button', { name: 'Caused' })).toBeDisabled()
  expect(causes).toEqual([{ fault: 'two-greens', seconds: 120 }])
  expect(within(cards).getByRole('link', { name: 'Open History' }).getAttribute('href')).toMatch(/history\?at=\d+/)
  for (const title of ['1. Cause a fault', '2. See it', '3. Replay it'])
    fireEvent.click(within(cards).getByRole('button', { name: `Dismiss “${title}”` }))
  expect(screen.queryByRole('list', { name: 'Sample city in three steps' })).not.toBeInTheDocument()
})
