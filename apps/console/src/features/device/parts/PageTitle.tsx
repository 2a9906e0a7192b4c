import { usePageTitle } from '../../../ui/page/usePageTitle.ts'

/**
 * Sets the title of the window. It is a component, so that the page can leave it out when the device is only a part of
 * a page.
 */
export function PageTitle({ title }: { title: string }) {
  usePageTitle(title)
  return null
}
