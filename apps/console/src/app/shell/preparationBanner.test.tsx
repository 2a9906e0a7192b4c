import { CONSOLE_SETTINGS_ELEMENT_ID } from '@greenwave/contract/wire/consoleSettings'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { session } from '../../data/session.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const INFO = { version: '0.1.0', artifact: 'greenwave', name: 'Greenwave', type: 'CE' }
const ASK = 'GET /api/system/info'
/** Longer than the time between two reads while junctions are made, milliseconds. */
const LATER_MS = 2_000

beforeEach(() => session.signOut())
afterEach(() => vi.useRealTimers())

test.each(['TENANT_ADMIN', 'CUSTOMER_USER'] as const)(
  'how many junctions of the demonstration are made is shown to a %s until all are',
  async (scope) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const settings = document.createElement('script')
    settings.type = 'application/json'
    settings.id = CONSOLE_SETTINGS_ELEMENT_ID
    settings.textContent = '{"demonstration":true}'
    document.head.append(settings)
    onTestFinished(() => settings.remove())
    let preparation: object | undefined = { done: 4, total: 18 }
    stubPlatform({ [ASK]: () => ({ ...INFO, preparation }) })
    signInForTest({ scope })
    renderConsole('/nowhere')
    expect(await screen.findByText('The demonstration is being prepared: 4 of 18 junctions.')).toHaveRole('status')
    preparation = { done: 5, total: 18 }
    await act(() => vi.advanceTimersByTimeAsync(LATER_MS))
    expect(screen.getByText('The demonstration is being prepared: 5 of 18 junctions.')).toBeVisible()
    preparation = undefined
    await act(() => vi.advanceTimersByTimeAsync(LATER_MS))
    expect(screen.queryByText(/is being prepared/)).not.toBeInTheDocument()
  },
)
