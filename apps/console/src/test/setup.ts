import '@testing-library/jest-dom/vitest'
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { act } from 'react'
import { afterEach } from 'vitest'
import { loadTexts, startTexts } from '../texts/texts.ts'
import { addBrowserParts } from './browserParts.ts'

// The machine may be busy; what is waited for comes at once when it is not.
configure({ asyncUtilTimeout: 5_000 })

// Tests of pure rules may choose to run without a page.
if (typeof window !== 'undefined') {
  addBrowserParts()
  await startTexts()
  await loadTexts('dashboard', 'device', 'devices', 'customers', 'users', 'account')

  afterEach(() => {
    // Notifications live outside of any component, and would stand in the next test.
    act(() => notifications.clean())
    cleanup()
    localStorage.clear()
    sessionStorage.clear()
  })
}
