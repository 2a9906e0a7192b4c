import { lazy, Suspense, useState } from 'react'
import { useLoadWhenStirred } from '../../../ui/useLoadWhenStirred.ts'
import type { DeviceDialogsProps } from './DeviceDialogs.tsx'

const load = () => import('./DeviceDialogs.tsx')
const DeviceDialogs = lazy(async () => ({ default: (await load()).DeviceDialogs }))

/** The dialogs of a device, loaded on demand: forms are a good part of the view's program. */
export function LazyDeviceDialogs(props: DeviceDialogsProps) {
  const [asked, setAsked] = useState(false)
  if (props.dialog !== null && !asked) setAsked(true)
  useLoadWhenStirred(load)
  return (
    asked && (
      <Suspense fallback={null}>
        <DeviceDialogs {...props} />
      </Suspense>
    )
  )
}
