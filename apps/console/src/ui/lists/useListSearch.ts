import { useDebouncedCallback } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import { ASK_AFTER_MS } from './useSearchBeyond.ts'

/** The part of the list's address that a search changes. */
export interface SearchChange {
  page: 0
  textSearch: string | undefined
}

/**
 * Holds the search of a list. It searches the loaded page at once and, on demand, all pages on the server. Only the
 * latter search is in the address. Both return to the first page. Switching to all pages and back adds to the browser's
 * history; typing does not.
 *
 * @param address the present address
 * @param change applies a change to the address; `replace` is true when it should not add to the history
 */
export function useListSearch(
  address: { page: number; textSearch?: string | undefined },
  change: (change: SearchChange, replace: boolean) => void,
) {
  const asked = address.textSearch
  const [text, setText] = useState(asked ?? '')
  const sent = useRef(asked)

  function send(textSearch: string | undefined, replace: boolean): void {
    sent.current = textSearch
    change({ page: 0, textSearch }, replace)
  }
  const sendSoon = useDebouncedCallback((typed: string) => send(typed.trim() || undefined, true), ASK_AFTER_MS)

  // The address was changed from outside, by the back button or a link. The field follows before anything is painted.
  useLayoutEffect(() => {
    if (asked === sent.current) return
    sent.current = asked
    setText(asked ?? '')
  }, [asked])

  return {
    text,
    /** True while the server searches over all pages. */
    everywhere: asked !== undefined,
    onText: (typed: string): void => {
      setText(typed)
      if (asked !== undefined) {
        if (typed.trim() === '') {
          sendSoon.cancel()
          send(undefined, true)
        } else sendSoon(typed)
      } else if (address.page !== 0) change({ page: 0, textSearch: undefined }, true)
    },
    searchEverywhere: () => send(text.trim() || undefined, false),
    searchThisPage: (): void => {
      sendSoon.cancel()
      send(undefined, false)
    },
  }
}

/** The search of a list; see `useListSearch`. */
export type ListSearch = ReturnType<typeof useListSearch>
