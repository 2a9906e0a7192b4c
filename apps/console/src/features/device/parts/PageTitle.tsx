import { usePageTitle } from '../../../ui/page/tab.ts'
import { useDeviceHealth } from '../model/useDeviceHealth.ts'

interface PageTitleProps {
  readonly title: string
  readonly deviceId: string
}

/**
 * Sets title and icon of the window, with the state of the junction. It is a component, so that the page can leave it
 * out when the device is only a part of a page.
 */
export function PageTitle({ title, deviceId }: PageTitleProps) {
  const { health } = useDeviceHealth(deviceId)
  usePageTitle(title, health?.mark ?? 'ok')
  return null
}
