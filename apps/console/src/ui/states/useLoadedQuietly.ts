import { useEffect, useState } from 'react'
import { forgetMissingParts, type LazyPart } from './lazyPart.tsx'

/** Interval at which a failed load is repeated, milliseconds. */
const AGAIN_MS = 30_000

/**
 * Loads a part that a page can do without, and returns whether it can be rendered. While that fails, as without a
 * network, it is retried without a message.
 */
export function useLoadedQuietly<P>(part: LazyPart<P>, isWanted: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isWanted || isLoaded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const attempt = async () => {
      await part.preload()
      if (isLeft) return
      if (part.preload() === undefined) setLoaded(true)
      else
        timer = setTimeout(() => {
          forgetMissingParts()
          void attempt()
        }, AGAIN_MS)
    }
    void attempt()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [part, isWanted, isLoaded])
  return isLoaded
}
