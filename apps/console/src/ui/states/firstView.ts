/** @file The first view after a start. What a page can do without is loaded after it, since a phone computes both slowly. */
import { useSyncExternalStore } from 'react'
import { isLoadingPart } from './lazyPart.tsx'

/** Time between two looks at what is on its way, milliseconds. */
const LOOK_EVERY_MS = 100
/** The view is shown when nothing is on its way at so many looks in a row, because one answer leads to the next call. */
const QUIET_LOOKS = 3
/** A call may hang: after this time nothing waits any more, milliseconds. */
const LONGEST_MS = 10_000

let isShown = true
const listeners = new Set<() => void>()

/** Makes everything that waits for the first view wait, until `watchFirstView` sees it. A start of the console does so. */
export function awaitFirstView(): void {
  isShown = false
}

/**
 * Watches until the first view has its parts and its data. Returns a function that stops it.
 * @param isDataOnItsWay returns whether the view waits for data
 */
export function watchFirstView(isDataOnItsWay: () => boolean): () => void {
  if (isShown) return () => undefined
  let quietLooks = 0
  let waitedMs = 0
  const timer = setInterval(() => {
    waitedMs += LOOK_EVERY_MS
    quietLooks = isDataOnItsWay() || isLoadingPart() ? 0 : quietLooks + 1
    if (quietLooks < QUIET_LOOKS && waitedMs < LONGEST_MS) return
    clearInterval(timer)
    isShown = true
    for (const listener of listeners) listener()
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/** Returns whether the first view is shown. The component renders again when it is. */
export function useFirstView(): boolean {
  return useSyncExternalStore(onFirstView, () => isShown)
}

/** Calls the listener when the first view is shown. Returns a function that removes it. */
function onFirstView(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
