import { useCallback, useEffect, useRef, useState } from 'react'

/** How long 'copied' and 'generated' marks last, milliseconds. */
const HIGHLIGHT_MS = 2000

/** Holds a mark that turns off automatically, as `[lit, light]`. Calling `light` again restarts its time. */
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

/** Copies text to the clipboard. Returns false when the browser has no clipboard (not https or loopback) or refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
