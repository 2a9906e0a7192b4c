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
 * stands in the address. Either goes back to the first page.
 *
 * @param address what the address says now
 * @param change puts a change into the address
 */
export function useListSearch(
  address: { page: number; textSearch?: string | undefined },
  change: (change: SearchChange) => void,
) {
  const asked = address.textSearch
  const [text, setText] = useState(asked ?? '')
  const sent = useRef(asked)

  function send(textSearch: string | undefined): void {
    sent.current = textSearch
    change({ page: 0, textSearch })
  }
  const sendSoon = useDebouncedCallback((typed: string) => send(typed.trim() || undefined), ASK_AFTER_MS)

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
          send(undefined)
        } else sendSoon(typed)
      } else if (address.page !== 0) change({ page: 0, textSearch: undefined })
    },
    searchEverywhere: () => send(text.trim() || undefined),
    searchThisPage: (): void => {
      sendSoon.cancel()
      send(undefined)
    },
  }
}

export type ListSearch = ReturnType<typeof useListSearch>
