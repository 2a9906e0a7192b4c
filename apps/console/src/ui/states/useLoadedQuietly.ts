import { useEffect, useState } from 'react'
import { forgetMissingParts, type LazyPart } from './lazyPart.tsx'

/** Interval at which a failed load is repeated, milliseconds. */
const AGAIN_MS = 30_000

/**
 * Loads a part that a page can do without, and returns whether it can be rendered. While that fails, as without a
 * network, it is retried without a message; at once when it is wanted again, such as after a lost connection.
 */
export function useLoadedQuietly<P>(part: LazyPart<P>, isWanted: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isWanted || isLoaded) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const attempt = async () => {
      await part.preload()
      const hasFailed = part.preload() !== undefined
      if (hasFailed) forgetMissingParts()
      if (isLeft) return
      if (hasFailed) timer = setTimeout(() => void attempt(), AGAIN_MS)
      else setLoaded(true)
    }
    void attempt()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [part, isWanted, isLoaded])
  return isLoaded
}
