import { useBlocker, useRouter } from '@tanstack/react-router'
import { hasSession } from '../../data/keptForm.ts'

interface Step {
  readonly action: string
  readonly current: { readonly pathname: string }
  readonly next: { readonly pathname: string }
}

/**
 * Returns whether a navigation of the router leaves the page with the input. Navigation after the end of the session
 * does not count.
 */
export function leavesPage({ action, current, next }: Step): boolean {
  const isLeaving = action !== 'REPLACE' && (action !== 'PUSH' || current.pathname !== next.pathname)
  return isLeaving && hasSession()
}

/** Blocks the browser's Back and any other way to another page while it is mounted. */
export function BlockNavigation({ onBlocked }: { onBlocked: () => void }) {
  const router: unknown = useRouter({ warn: false })
  return router ? <RouterBlock onBlocked={onBlocked} /> : null
}

function RouterBlock({ onBlocked }: { onBlocked: () => void }) {
  useBlocker({
    shouldBlockFn: (step) => {
      if (!leavesPage(step)) return false
      onBlocked()
      return true
    },
    enableBeforeUnload: false,
  })
  return null
}
