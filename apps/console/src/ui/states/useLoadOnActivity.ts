import { useEffect } from 'react'

/**
 * Loads a part of the program at the first pointer movement, press or focus, because an active user is about to open
 * something and a passive one never needs it. A failure is ignored here; the part is requested again, and the failure
 * reported, when it is shown.
 */
export function useLoadOnActivity(load: () => Promise<unknown> | undefined): void {
  useEffect(() => {
    const ended = new AbortController()
    const loadOnce = () => {
      ended.abort()
      load()?.catch(() => undefined)
    }
    for (const type of ['pointermove', 'pointerdown', 'focusin'])
      document.addEventListener(type, loadOnce, { signal: ended.signal })
    return () => ended.abort()
  }, [load])
}
