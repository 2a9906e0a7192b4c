import '@testing-library/jest-dom/vitest'
import { act, cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loadTexts, startTexts } from '../texts/texts.ts'
import { clearToasts } from '../ui/notices/toasts.ts'
import { addBrowserParts } from './browserParts.ts'

// The machine may be busy; on an idle one the results come at once.
configure({ asyncUtilTimeout: 5_000 })

addBrowserParts()
await startTexts()
await loadTexts('dashboard', 'device', 'devices', 'customers', 'users', 'account')

afterEach(() => {
  // Toasts are kept outside components and would appear in the next test.
  act(clearToasts)
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})
