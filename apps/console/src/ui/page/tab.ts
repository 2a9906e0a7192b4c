/**
 * The title and the icon of the browser's tab: the page's name, with the worse of two states, that of the page and that
 * of all junctions. Only states that need attention are shown.
 */
import { useEffect } from 'react'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { HEALTH_SHAPES, type HealthMarkKind } from '../states/HealthMark.tsx'

/** Content of the tab. A mark is undefined without a state, and `ok` where all is well. */
interface Tab {
  readonly page: string
  readonly ofPage: HealthMarkKind | undefined
  readonly ofFleet: HealthMarkKind | undefined
}

const NOTHING: Tab = { page: '', ofPage: undefined, ofFleet: undefined }
let tab = NOTHING

/** The sign before the title, which can have no colour, and the colour of the icon, which has no theme. */
const SHOWN = {
  danger: { sign: '◆', colour: '#d9352b' },
  fault: { sign: '■', colour: '#d9352b' },
  deviation: { sign: '▲', colour: '#c77700' },
  hold: { sign: '○', colour: '#5b78e8' },
} as const

/** The marks that are shown, the worst first. */
const WORST_FIRST = ['danger', 'fault', 'deviation', 'hold'] as const satisfies readonly (keyof typeof SHOWN)[]

const ICON = '/favicon.svg'

/** Changes what the tab shows. */
export function setTab(change: Partial<Tab>): void {
  tab = { ...tab, ...change }
  const { productName } = consoleSettings()
  const shown = WORST_FIRST.find((mark) => mark === tab.ofPage || mark === tab.ofFleet)
  const title = tab.page ? `${tab.page} · ${productName}` : productName
  document.title = shown ? `${SHOWN[shown].sign} ${title}` : title
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = shown ? iconOf(shown) : ICON
}

/** Forgets what the tab shows. */
export function clearTab(): void {
  setTab(NOTHING)
}

function iconOf(mark: keyof typeof SHOWN): string {
  const path = `<path fill="${SHOWN[mark].colour}" fill-rule="evenodd" d="${HEALTH_SHAPES[mark]}"/>`
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${path}</svg>`)}`
}

/**
 * Shows the page's name before the product's in the window title while the component is mounted. The mark is the state
 * of the page's own junction; the title shows the fleet's where that is worse.
 */
export function usePageTitle(title: string, mark?: HealthMarkKind): void {
  useEffect(() => setTab({ page: title, ofPage: mark }), [title, mark])
}
