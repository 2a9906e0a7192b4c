import { useCallback, useState } from 'react'
import { takeWantedForm } from '../../data/keptForm.ts'

/**
 * Holds the state of a page's dialog: null, or its subject. It starts with the dialog in which the user was typing when
 * the session ended, once the user has chosen to continue.
 *
 * @param form the id of the page's forms among all kept forms
 * @param readSubject reads a kept subject; returns null when it is not valid
 * @returns `slot` for DialogSlot; `closeDialog`, which closes only the given dialog, so that a late answer cannot close
 * the next one
 */
export function useKeptDialog<T extends object>(form: string, readSubject: (subject: unknown) => T | null) {
  const [wanted] = useState(() => takeWantedForm(form, readSubject))
  const [dialog, setDialog] = useState<T | null>(wanted?.subject ?? null)
  const closeDialog = useCallback((closed: T) => setDialog((now) => (now === closed ? null : now)), [])
  const restored = dialog !== null && dialog === wanted?.subject ? wanted.values : undefined
  return { setDialog, closeDialog, slot: { subject: dialog, form, restored } }
}
