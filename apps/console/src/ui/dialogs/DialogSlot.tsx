import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeptValues } from '../../data/keptForm.ts'
import { FormIdentityContext } from '../forms/typedForm.ts'

/** Longer than a dialog takes to fade out, milliseconds. */
const FADED_MS = 400

export interface DialogSlotProps<T> {
  /**
   * The subject of the dialog; null when closed. A new object opens a new dialog that keeps nothing of the last one.
   */
  subject: T | null
  render: (subject: T, opened: boolean) => ReactNode
  /** Where the focus returns to, if something else has it when the dialog opens. */
  opener?: Element | null | undefined
  /** The id of the page's forms, whose input is kept when the session ends; see `useKeptDialog`. */
  form?: string
  /** The values typed into this dialog before the session ended. */
  restored?: KeptValues | undefined
}

/**
 * The slot for the dialog of a page. Each opening mounts the dialog anew. It stays mounted while it fades out and is
 * then removed, with any secrets that it has read. The focus returns to where it was; Mantine does that only for
 * dialogs that are mounted before they open. A dialog may be loaded on demand.
 */
export function DialogSlot<T extends object>({ subject, render, opener: from, form, restored }: DialogSlotProps<T>) {
  // The turn outlives its dialog: one that is removed and one that opens may be the same rendering, and need two keys.
  const [held, setHeld] = useState<{ subject: T | null; turn: number }>({ subject: null, turn: 0 })
  if (subject !== null && held.subject !== subject) setHeld({ subject, turn: held.turn + 1 })

  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (subject !== null) opener.current ??= from ?? document.activeElement
    else {
      returnFocus(opener.current)
      opener.current = null
    }
  }, [subject, from])

  useEffect(() => {
    if (subject !== null) return
    const timer = setTimeout(() => setHeld(({ turn }) => ({ subject: null, turn })), FADED_MS)
    return () => clearTimeout(timer)
  }, [subject])

  return (
    held.subject && (
      <FormIdentityContext key={held.turn} value={{ form, subject: held.subject, restored }}>
        <Suspense fallback={null}>{render(held.subject, subject !== null)}</Suspense>
      </FormIdentityContext>
    )
  )
}

/**
 * Returns the focus to the opener. If that was removed with its row, focuses the page, so that the next Tab does not
 * start at the top of the window.
 */
function returnFocus(opener: Element | null): void {
  if (opener === null) return
  const target = opener.isConnected ? opener : document.querySelector('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
