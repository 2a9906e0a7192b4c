import '@testing-library/jest-dom/vitest'
import { act, cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { joinCallsToSession } from '../data/signInApi.ts'
import { connection, topics } from '../data/live.ts'
import { noteServerDate } from '../data/serverTime.ts'
import { session } from '../data/session.ts'
import { loadTexts, startTexts } from '../texts/texts.ts'
import { clearToasts } from '../ui/notices/toasts.ts'
import { addBrowserParts } from './browserParts.ts'
import { leaveOutDiagnostics } from './fewerDiagnostics.ts'

// The machine may be busy; on an idle one the results come at once.
configure({ asyncUtilTimeout: 5_000 })
leaveOutDiagnostics()

addBrowserParts()
await startTexts()
await loadTexts('dashboard', 'device', 'devices', 'customers', 'users', 'account', 'find')

afterEach(() => {
  // Toasts are kept outside components and would appear in the next test.
  act(clearToasts)
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  forgetTab()
})

// A page that is still loading when its file ends would fail to load in all later files of the process.
afterAll(() => vi.dynamicImportSettled())

/** Resets what the tab keeps outside components: test files share its modules. */
function forgetTab(): void {
  topics.clear()
  connection.disconnect()
  session.signOut()
  joinCallsToSession({ tokenForCall: async () => null, onUnauthorized: () => null })
  noteServerDate(new Date().toUTCString())
  localStorage.clear()
  sessionStorage.clear()
}
