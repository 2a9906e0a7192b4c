/** Starts the console in the page. */
// base.css goes first: it says in which order the layers of style count.
import '../ui/theme/base.css'
import '../ui/theme/fonts.css'
import '../ui/theme/tokens.css'
import '../ui/theme/mantineStyles.ts'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { startSession } from '../data/session.ts'
import { startTexts } from '../texts/texts.ts'
import { styleNonce } from '../ui/theme/styleNonce.ts'
import { App } from './App.tsx'
import { createConsoleRouter } from './router.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no element #root')

// For the part of the component library that holds the page still behind a dialog: it asks nobody else.
const nonce = styleNonce()
if (nonce !== undefined) setNonce(nonce)
await startTexts()
startSession()
createRoot(element).render(<App router={createConsoleRouter()} />)
