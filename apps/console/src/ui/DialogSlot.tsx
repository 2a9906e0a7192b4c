import { Fragment, type ReactNode, useEffect, useState } from 'react'

/** Longer than a dialog takes to fade out, milliseconds. */
const FADED_MS = 400

export interface DialogSlotProps<T> {
  /** What the dialog is about; null: closed. A new object opens a new dialog, with nothing left of the last one. */
  subject: T | null
  render: (subject: T, opened: boolean) => ReactNode
}

/**
 * Holds the dialog of a page. Each opening mounts it anew, closed, and opens it then: so Mantine sees which element had the
 * focus and gives it back. It stays while it fades out, and is taken out after that, with the secrets that it may have read.
 */
export function DialogSlot<T extends object>({ subject, render }: DialogSlotProps<T>) {
  const [held, setHeld] = useState<{ subject: T; turn: number } | null>(null)
  const [openedTurn, setOpenedTurn] = useState(0)
  if (subject !== null && held?.subject !== subject) setHeld({ subject, turn: (held?.turn ?? openedTurn) + 1 })
  const turn = held?.turn ?? 0

  useEffect(() => {
    const timer = subject === null ? setTimeout(() => setHeld(null), FADED_MS) : setTimeout(() => setOpenedTurn(turn))
    return () => clearTimeout(timer)
  }, [subject, turn])

  return held && <Fragment key={turn}>{render(held.subject, subject !== null && openedTurn === turn)}</Fragment>
}
