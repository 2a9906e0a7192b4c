import '@testing-library/jest-dom/vitest'
import { act, cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { loadTexts, startTexts } from '../texts/texts.ts'
import { clearToasts } from '../ui/notices/toasts.ts'
import { addBrowserParts } from './browserParts.ts'

// The machine may be busy; what is waited for comes at once when it is not.
configure({ asyncUtilTimeout: 5_000 })

addBrowserParts()
await startTexts()
await loadTexts('dashboard', 'device', 'devices', 'customers', 'users', 'account')

afterEach(() => {
  // Notes live outside of any component, and would stand in the next test.
  act(clearToasts)
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})
