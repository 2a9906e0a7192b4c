import { useBlocker, useRouter } from '@tanstack/react-router'
import { hasSession } from '../../data/keptForm.ts'

interface Step {
  readonly action: string
  readonly current: { readonly pathname: string }
  readonly next: { readonly pathname: string }
}

/** Returns whether a step of the router goes away from what is typed. A session that ended goes its way. */
export function leavesPage({ action, current, next }: Step): boolean {
  const isLeaving = action !== 'REPLACE' && (action !== 'PUSH' || current.pathname !== next.pathname)
  return isLeaving && hasSession()
}

/** Holds the browser's Back, and any way to another page, while it is mounted. */
export function HoldBack({ onHeld }: { onHeld: () => void }) {
  const router: unknown = useRouter({ warn: false })
  return router ? <Hold onHeld={onHeld} /> : null
}

function Hold({ onHeld }: { onHeld: () => void }) {
  useBlocker({
    shouldBlockFn: (step) => {
      if (!leavesPage(step)) return false
      onHeld()
      return true
    },
    enableBeforeUnload: false,
  })
  return null
}
