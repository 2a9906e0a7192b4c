import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { NAMESPACES } from '../texts/namespaces.ts'
import { changePack, loadTexts, shownPack, startTexts } from '../texts/texts.ts'
import { addBrowserParts } from './browserParts.ts'
import { leaveOutDiagnostics } from './fewerDiagnostics.ts'
import { TAB_STATE } from './tabState.ts'

// The machine may be busy; on an idle one the results come at once.
configure({ asyncUtilTimeout: 60_000 })

leaveOutDiagnostics()
addBrowserParts()
await startTexts()
await loadTexts(...NAMESPACES)

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const forget of Object.values(TAB_STATE)) if (typeof forget === 'function') forget()
  if (shownPack() !== 'default') await changePack('default')
  localStorage.clear()
  sessionStorage.clear()
})

// A page that is still loading when its file ends would fail to load in all later files of the process.
afterAll(() => vi.dynamicImportSettled())
