import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeptValues } from '../../data/keptForm.ts'
import { FormIdentityContext } from '../forms/typedForm.ts'

/** Longer than a dialog takes to fade out, milliseconds. */
const FADED_MS = 400

export interface DialogSlotProps<T> {
  /** What the dialog is about; null: closed. A new object opens a new dialog, with nothing left of the last one. */
  subject: T | null
  render: (subject: T, opened: boolean) => ReactNode
  /** Names the page's forms, of which something is kept when the session ends; see `useKeptDialog`. */
  form?: string
  /** What was typed into this dialog before the session ended. */
  restored?: KeptValues | undefined
}

/**
 * Holds the dialog of a page. Each opening mounts it anew; it stays while it fades out, and is taken out after that, with
 * the secrets that it may have read. The focus goes back to where it was: Mantine does so only for dialogs that are
 * mounted before they open. A dialog may be loaded on demand.
 */
export function DialogSlot<T extends object>({ subject, render, form, restored }: DialogSlotProps<T>) {
  const [last, setLast] = useState<T | null>(null)
  const shown = subject ?? last

  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (subject !== null) {
      opener.current ??= document.activeElement
      setLast(subject)
    } else {
      returnFocus(opener.current)
      opener.current = null
    }
  }, [subject])

  useEffect(() => {
    if (subject !== null) return
    const timer = setTimeout(() => setLast(null), FADED_MS)
    return () => clearTimeout(timer)
  }, [subject])

  return (
    shown && (
      <FormIdentityContext key={turnOf(shown)} value={{ form, subject: shown, restored }}>
        <Suspense fallback={null}>{render(shown, subject !== null)}</Suspense>
      </FormIdentityContext>
    )
  )
}

const turns = new WeakMap<object, number>()
let lastTurn = 0

/** Returns a number of its own for each subject, by which React tells one opening from the next. */
function turnOf(subject: object): number {
  const known = turns.get(subject)
  if (known !== undefined) return known
  lastTurn += 1
  turns.set(subject, lastTurn)
  return lastTurn
}

/** The button may be gone with its row: then to the page, so that the next Tab does not start at the window's top. */
function returnFocus(opener: Element | null): void {
  if (opener === null) return
  const target = opener.isConnected ? opener : document.querySelector('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
