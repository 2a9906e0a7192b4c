import { useCallback, useEffect, useRef, useState } from 'react'

/** How long 'copied' and 'generated' marks last, milliseconds. */
const HIGHLIGHT_MS = 2000

/** A mark that goes out by itself: `[lit, light]`. Lighting it again starts its time anew. */
export function useHighlight(ms: number = HIGHLIGHT_MS): [boolean, () => void] {
  const [lit, setLit] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const light = useCallback(() => {
    clearTimeout(timer.current)
    setLit(true)
    timer.current = setTimeout(() => setLit(false), ms)
  }, [ms])
  return [lit, light]
}
