import { lazy, Suspense, useEffect, useState } from 'react'
import type { DeviceDialogsProps } from './DeviceDialogs.tsx'

const load = () => import('./DeviceDialogs.tsx')
const DeviceDialogs = lazy(async () => ({ default: (await load()).DeviceDialogs }))

/** The dialogs of a device. Forms are a good part of the view's program, and most who open it only watch: loaded when somebody stirs. */
export function LazyDeviceDialogs(props: DeviceDialogsProps) {
  const [asked, setAsked] = useState(false)
  if (props.dialog !== null && !asked) setAsked(true)
  useLoadWhenStirred()
  return (
    asked && (
      <Suspense fallback={null}>
        <DeviceDialogs {...props} />
      </Suspense>
    )
  )
}

/** A pointer or a focus that moves is about to open something; by then the dialogs should be there. */
function useLoadWhenStirred(): void {
  useEffect(() => {
    const ended = new AbortController()
    const stirred = () => {
      ended.abort()
      // What fails now is tried again, and told, when a dialog is opened.
      load().catch(() => undefined)
    }
    for (const type of ['pointermove', 'pointerdown', 'focusin'])
      document.addEventListener(type, stirred, { signal: ended.signal })
    return () => ended.abort()
  }, [])
}
