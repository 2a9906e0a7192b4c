import { useEffect } from 'react'
import type { HealthMarkKind } from '../states/healthShapes.ts'
import { setTab } from './tab.ts'

/**
 * Shows the page's name before the product's in the window title while the component is mounted. The mark is the state
 * of the page's own junction; the title shows the fleet's where that is worse.
 */
export function usePageTitle(title: string, mark?: HealthMarkKind): void {
  useEffect(() => setTab({ page: title, ofPage: mark }), [title, mark])
}
