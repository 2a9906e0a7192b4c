import { useFirstView } from './firstView.ts'
import type { LazyPart } from './lazyPart.tsx'
import { useLoadedQuietly } from './useLoadedQuietly.ts'

interface QuietPartProps {
  readonly part: LazyPart<object>
  /** Whether it is loaded beside the first view, because it may have to say something at once. */
  readonly isUrgent?: boolean
}

/** Shows a part that a page can do without, loaded after the first view. */
export function QuietPart({ part: Part, isUrgent = false }: QuietPartProps) {
  const isFirstView = useFirstView()
  return useLoadedQuietly(Part, isUrgent || isFirstView) && <Part />
}
