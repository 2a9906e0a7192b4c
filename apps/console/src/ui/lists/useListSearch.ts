import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/** Time after the last key before the server is asked, milliseconds. */
const ASK_AFTER_MS = 300

/** What a search changes in the address of its list. */
export interface SearchChange {
  page: 0
  textSearch: string | undefined
}

/**
 * The search of a list: at once on the loaded page and, one step further, on the server over all pages. Only the latter
 * stands in the address. Either goes back to the first page. Going to all pages and back are steps of the browser's history,
 * the keys of a search are none.
 *
 * @param address what the address says now
 * @param change puts a change into the address; `replace` where it is no step of its own
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

  // The address changed by itself: the back button, or a link.
  useEffect(() => {
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

export type ListSearch = ReturnType<typeof useListSearch>
