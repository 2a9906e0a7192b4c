/**
 * Components that are loaded on demand. Unlike React's `lazy` and the router's own, a part that failed to load can be
 * requested again when the user asks for it, and the page is never reloaded automatically: without a network that would
 * replace the console by the browser's error page.
 */
import { type ComponentType, lazy, useState } from 'react'
import type { TextNamespace } from '../../texts/namespaces.ts'
import { loadTexts } from '../../texts/texts.ts'

/** A component that is loaded on demand. */
export interface LazyPart<P> {
  (props: P): React.ReactNode
  /**
   * Loads it before its first render. Returns undefined when it is loaded. A failure is thrown when the part is
   * rendered.
   */
  preload: () => Promise<void> | undefined
}

let partsOnTheirWay = 0

/** Returns whether a part is being loaded. */
export const isLoadingPart = (): boolean => partsOnTheirWay > 0

/** Functions that reset the parts that failed to load. */
const failed = new Set<() => void>()

/**
 * Lets style sheets that fail from now on be requested again, too. Their parts request them once in the life of a page, and
 * would be shown without them.
 */
export function noteFailedStyleSheets(): void {
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      failed.add(() => target.replaceWith(target.cloneNode()))
  }
  document.addEventListener('error', note, true)
}

/** Allows every part that failed to load to be requested again when it is shown next. */
export function forgetMissingParts(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * Creates a component that is loaded when it is first shown or preloaded, together with the namespaces of texts that its
 * files use. It suspends while it is loading, and throws the error when loading fails.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  ...texts: readonly TextNamespace[]
): LazyPart<P> {
  let part: ComponentType<P> | undefined
  let loading: Promise<ComponentType<P>> | undefined
  let suspending: ComponentType<P> | undefined
  const begin = (): Promise<ComponentType<P>> => {
    if (loading) return loading
    partsOnTheirWay += 1
    loading = Promise.all([load(), loadTexts(...texts)]).then(([loaded]) => loaded)
    const isOver = () => {
      partsOnTheirWay -= 1
    }
    loading.then(isOver, isOver)
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
  // A preloaded part is shown at once; React's own lazy component would suspend once more.
  const current = (): ComponentType<P> => {
    // By its type a lazy component also accepts a ref, which is never passed here.
    suspending ??= lazy(async () => ({ default: await begin() })) as unknown as ComponentType<P>
    return part ?? suspending
  }
  return Object.assign((props: P) => <Shown current={current} given={props} />, { preload })
}

/** Renders the same component until it is unmounted, because switching to another one would reset its state. */
function Shown<P extends object>({ current, given }: { current: () => ComponentType<P>; given: P }) {
  const [Part] = useState(current)
  return <Part {...given} />
}
