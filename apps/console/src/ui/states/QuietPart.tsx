import type { LazyPart } from './lazyPart.tsx'
import { useLoadedQuietly } from './useLoadedQuietly.ts'

/** Shows a part that a page can do without, loaded once the page is drawn. */
export function QuietPart({ part: Part }: { readonly part: LazyPart<object> }) {
  return useLoadedQuietly(Part, true) && <Part />
}
