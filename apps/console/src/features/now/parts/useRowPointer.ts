import { type RefObject, useEffect } from 'react'
import type { Selection } from '../model/Selection.ts'
import type { ShownRow } from '../model/shownRows.ts'

/** Selects the row that is clicked or has the focus, and notes the junction that the pointer is on. */
export function useRowPointer(
  list: RefObject<HTMLElement | null>,
  rows: readonly ShownRow[],
  selection: Selection,
): void {
  useEffect(() => {
    const element = list.current
    if (!element) return
    const stopped = new AbortController()
    const { signal } = stopped
    const rowAt = ({ target }: Event): ShownRow | undefined => {
      const id = target instanceof Element ? target.closest('[data-row]')?.getAttribute('data-row') : null
      return rows.find((row) => row.id === id)
    }
    const select = (event: Event) => {
      const row = rowAt(event)
      if (row) selection.selectRow(row)
    }
    element.addEventListener('click', select, { signal })
    element.addEventListener('focusin', select, { signal })
    element.addEventListener('pointerover', (event) => selection.hover(rowAt(event)?.junctionId ?? null), { signal })
    element.addEventListener('pointerleave', () => selection.hover(null), { signal })
    return () => stopped.abort()
  }, [list, rows, selection])
}
