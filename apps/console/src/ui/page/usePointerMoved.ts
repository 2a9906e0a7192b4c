import { useEffect, useState } from 'react'

/** Time for which controls of a page without pointer stay after one was moved, milliseconds. */
const SHOWN_MS = 5000

/** Returns whether the pointer was moved or the screen was touched a moment ago. */
export function usePointerMoved(): boolean {
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      setMoved(true)
      clearTimeout(timer)
      timer = setTimeout(() => setMoved(false), SHOWN_MS)
    }
    window.addEventListener('pointermove', note)
    window.addEventListener('pointerdown', note)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', note)
      window.removeEventListener('pointerdown', note)
    }
  }, [])
  return moved
}
