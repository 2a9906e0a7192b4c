import { useCallback, useState } from 'react'
import { takeWantedForm } from '../../data/keptForm.ts'

/**
 * The dialog of a page: none, or what it is about. It begins with the one that its user was typing in when the session ended,
 * once that is wanted.
 *
 * @param form names the page's forms among all that may be kept
 * @param readSubject makes what is kept a subject again; null for what is none, or is no form
 * @returns `slot` for DialogSlot; `closeDialog` closes this very dialog: a late answer must not close the next one
 */
export function useKeptDialog<T extends object>(form: string, readSubject: (subject: unknown) => T | null) {
  const [wanted] = useState(() => takeWantedForm(form, readSubject))
  const [dialog, setDialog] = useState<T | null>(wanted?.subject ?? null)
  const closeDialog = useCallback((closed: T) => setDialog((now) => (now === closed ? null : now)), [])
  const restored = dialog !== null && dialog === wanted?.subject ? wanted.values : undefined
  return { setDialog, closeDialog, slot: { subject: dialog, form, restored } }
}
