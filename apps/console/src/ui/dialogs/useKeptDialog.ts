import { useCallback, useState } from 'react'
import { type KeptValues, useWantedForm } from '../../data/keptForm.ts'

/**
 * Holds the state of a page's dialog: null, or its subject. It starts with the dialog in which the user was typing when
 * the session ended, once the user has chosen to continue.
 *
 * @param form the id of the page's forms among all kept forms
 * @param readSubject reads a kept subject; returns null when it is not valid
 * @returns `setDialog`, which opens a dialog, with values that stand in its form as if typed; `slot` for DialogSlot; `closeDialog`, which closes only the given dialog, so that a late answer cannot close
 * the next one
 */
export function useKeptDialog<T extends object>(form: string, readSubject: (subject: unknown) => T | null) {
  const wanted = useWantedForm(form, readSubject)
  const [open, setOpen] = useState<{ readonly subject: T; readonly values?: KeptValues | undefined } | null>(wanted)
  const setDialog = useCallback((subject: T, values?: KeptValues) => setOpen({ subject, values }), [])
  const closeDialog = useCallback((closed: T) => setOpen((now) => (now?.subject === closed ? null : now)), [])
  return { setDialog, closeDialog, slot: { subject: open?.subject ?? null, form, restored: open?.values } }
}
