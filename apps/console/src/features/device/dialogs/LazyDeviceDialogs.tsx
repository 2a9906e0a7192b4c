import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { useLoadOnActivity } from '../../../ui/states/useLoadOnActivity.ts'
import type { DeviceDialogsProps } from './DeviceDialogs.tsx'

const DeviceDialogs = lazyPart(async () => (await import('./DeviceDialogs.tsx')).DeviceDialogs, 'device', 'settings')

/** Loads the dialogs of a device on demand, because the forms are a large part of the page's code. */
export function LazyDeviceDialogs(props: DeviceDialogsProps) {
  const [asked, setAsked] = useState(false)
  if (props.slot.subject !== null && !asked) setAsked(true)
  useLoadOnActivity(DeviceDialogs.preload)
  return (
    asked && (
      <Suspense fallback={null}>
        <DeviceDialogs {...props} />
      </Suspense>
    )
  )
}
