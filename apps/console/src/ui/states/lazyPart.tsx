/**
 * Parts of the program that are loaded on demand. Unlike those of React's `lazy` and the router's own, a part that did not
 * arrive is asked for again once somebody says so, and the page is never reloaded on its own account: without a network that
 * would put the browser's error page in the place of the console.
 */
import { type ComponentType, lazy, useState } from 'react'

/** A component that loads itself. */
export interface LazyPart<P> {
  (props: P): React.ReactNode
  /** Loads it ahead of its first render; undefined once it is there. Never breaks: what failed is told when it is shown. */
  preload: () => Promise<void> | undefined
}

/** What forgets that a part did not arrive. */
const failed = new Set<() => void>()

/** Lets every part that did not arrive be asked for again when it is shown next. */
export function forgetMissingParts(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * Returns a component that is loaded when it is first shown or preloaded; it suspends while it is on its way, and throws what
 * its loading failed with.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let part: ComponentType<P> | undefined
  let loading: Promise<ComponentType<P>> | undefined
  let suspending: ComponentType<P> | undefined
  const begin = (): Promise<ComponentType<P>> => {
    if (loading) return loading
    loading = load()
    loading.then(
      (loaded) => {
        part = loaded
      },
      () => {
        failed.add(() => {
          loading = undefined
          suspending = undefined
        })
      },
    )
    return loading
  }
  const preload = () => {
    if (part) return undefined
    return begin().then(
      () => undefined,
      () => undefined,
    )
  }
  // What was loaded ahead is shown at once; React's own lazy component would suspend once more.
  const current = (): ComponentType<P> => {
    // To its types a lazy component takes a ref too, which nobody gives here.
    suspending ??= lazy(async () => ({ default: await begin() })) as unknown as ComponentType<P>
    return part ?? suspending
  }
  return Object.assign((props: P) => <Shown current={current} given={props} />, { preload })
}

/** What there is of a part when it is first shown stays until it is taken away: another component would begin anew. */
function Shown<P extends object>({ current, given }: { current: () => ComponentType<P>; given: P }) {
  const [Part] = useState(current)
  return <Part {...given} />
}
