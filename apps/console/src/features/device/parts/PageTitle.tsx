import { usePageTitle } from '../../../ui/page/usePageTitle.ts'

/** Names the window, for where the device is the page and not a part of one. */
export function PageTitle({ title }: { title: string }) {
  usePageTitle(title)
  return null
}
