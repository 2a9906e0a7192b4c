import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { consoleSettings, startTimeZone } from '../data/consoleSettings.ts'
import { startSession } from '../data/session.ts'
import { startTexts } from '../texts/texts.ts'
import { awaitFirstView } from '../ui/states/firstView.ts'
import { noteFailedStyleSheets } from '../ui/states/lazyPart.tsx'
import { styleNonce } from '../ui/theme/styleNonce.ts'
import { startSun } from '../ui/theme/sun.ts'
import { Look } from './Look.tsx'
import { Start } from './Start.tsx'

/** Renders the console into the page. */
export async function startConsole(): Promise<void> {
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no element #root')
  // For the library that stops the page from scrolling behind a dialog; it reads the nonce only from here.
  const nonce = styleNonce()
  if (nonce !== undefined) setNonce(nonce)
  noteFailedStyleSheets()
  awaitFirstView()
  startSun()
  startTimeZone(consoleSettings())
  await startTexts()
  startSession()
  createRoot(element).render(
    <Look>
      <Start />
    </Look>,
  )
}
