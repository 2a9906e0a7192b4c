import { useEffect } from 'react'
import { consoleSettings } from '../../data/consoleSettings.ts'

/** Shows the page's name before the product's in the window title while the component is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    const { productName } = consoleSettings()
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
}
