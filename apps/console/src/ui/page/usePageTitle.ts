import { useEffect } from 'react'
import type { HealthMarkKind } from '../states/healthShapes.ts'
import { setTab } from './tab.ts'

/**
 * Shows the page's name before the product's in the window title while the component is mounted. A page of one junction
 * has the mark of that junction, every other page the fleet's.
 */
export function usePageTitle(title: string, mark?: HealthMarkKind): void {
  useEffect(() => setTab({ page: title, ofPage: mark }), [title, mark])
}
