/**
 * Starts the console in the page. This file is small: it requests all that the first page needs at once, where otherwise
 * one file would wait for another.
 */
// base.css must come first: it declares the order of the style layers.
import '../ui/theme/base.css'
import '../ui/theme/fonts.css'
import '../ui/theme/tokens.css'
import '../ui/theme/mantineStyles.ts'
import { firstParts } from './firstParts.ts'

// A part that does not load is requested again, and missed, by the page that shows it.
for (const load of firstParts()) load().catch(() => undefined)
const { startConsole } = await import('./startConsole.tsx')
await startConsole()
