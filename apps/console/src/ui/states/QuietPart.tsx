import { useFirstView } from './firstView.ts'
import type { LazyPart } from './lazyPart.tsx'
import { useLoadedQuietly } from './useLoadedQuietly.ts'

/** Shows a part that a page can do without, loaded after the first view. */
export function QuietPart({ part: Part }: { readonly part: LazyPart<object> }) {
  return useLoadedQuietly(Part, useFirstView()) && <Part />
}
