import { useEffect, useEffectEvent } from 'react'
import { incidentsOf } from '../../../data/fleet/worstFirst.ts'
import type { NowActions } from '../model/nowActions.ts'
import type { Selection } from '../model/Selection.ts'
import { type ShownRow, selectedIndex } from '../model/shownRows.ts'

interface NowKeysOptions {
  readonly rows: readonly ShownRow[]
  readonly selection: Selection
  readonly actions: NowActions | undefined
  readonly onOpen: (shown: ShownRow) => void
  /** Called for a key that does nothing for the selected row. */
  readonly onNothing: () => void
}

/** Where letters are typed or chosen by, and what has keys of its own. */
const BUSY = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/**
 * J and K, or the arrows, move the selection, Enter opens it, A acknowledges and M mutes: while the focus is in the list, in
 * the open incident or nowhere, not while the user types or a dialog is open.
 */
export function useNowKeys({ rows, selection, actions, onOpen, onNothing }: NowKeysOptions): void {
  const move = (event: KeyboardEvent, next: ShownRow | undefined) => {
    if (!next) return
    // The arrows would also scroll.
    event.preventDefault()
    selection.selectRow(next, true)
  }
  const acknowledgeRow = ({ row }: ShownRow) => {
    if (!actions) return
    const incidents = incidentsOf(row)
    if (incidents.some(({ acknowledgedMs }) => acknowledgedMs === null)) actions.acknowledge(incidents)
    else onNothing()
  }
  const openMute = (event: KeyboardEvent, { row, junctionId }: ShownRow) => {
    if (!actions || row.kind === 'group' || junctionId === null) return
    // The letter would be typed into the dialog.
    event.preventDefault()
    const junction = row.kind === 'junction' ? row.junction.label : row.incident.junction
    actions.ask({ kind: 'mute', junctionId, junction })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isFree(event.target)) return
    const at = selectedIndex(rows, selection)
    const shown = rows[at]
    switch (event.key.toLowerCase()) {
      case 'arrowdown':
      case 'j':
        return move(event, rows[Math.min(at + 1, rows.length - 1)])
      case 'arrowup':
      case 'k':
        return move(event, rows[Math.max(at - 1, 0)])
      case 'enter':
        // A link or a button that has the focus does its own.
        if (shown && !(event.target instanceof Element && event.target.closest('a, button'))) onOpen(shown)
        return
      case 'a':
        if (shown && !event.repeat) acknowledgeRow(shown)
        return
      case 'm':
        if (shown && !event.repeat) openMute(event, shown)
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function isFree(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || document.querySelector('[role=dialog], [role=menu]')) return false
  if (target.closest(BUSY)) return false
  return target === document.body || target.id === 'content' || target.closest('[data-row], [data-beside]') !== null
}
