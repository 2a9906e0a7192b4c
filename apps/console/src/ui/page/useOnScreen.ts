import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns whether an element is in the visible part of the page or near it. Where the browser cannot detect that, it
 * counts as visible.
 */
export function useOnScreen(element: RefObject<Element | null>): boolean {
  const [onScreen, setOnScreen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const target = element.current
    if (!target || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '100px',
    })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return onScreen
}
