import { useEffect } from 'react'

/**
 * Loads a part of the program when a pointer or a focus first moves: whoever stirs is about to open something, and who only
 * watches never needs it. What fails now is tried again, and told, when the part is shown.
 */
export function useLoadWhenStirred(load: () => Promise<unknown> | undefined): void {
  useEffect(() => {
    const ended = new AbortController()
    const stirred = () => {
      ended.abort()
      load()?.catch(() => undefined)
    }
    for (const type of ['pointermove', 'pointerdown', 'focusin'])
      document.addEventListener(type, stirred, { signal: ended.signal })
    return () => ended.abort()
  }, [load])
}
