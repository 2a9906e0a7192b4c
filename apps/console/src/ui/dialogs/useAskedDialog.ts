import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The subject of the dialog that the page is to open; see `useAskedDialog`. */
    dialog?: unknown
  }
}

/**
 * Opens the dialog that a navigation to the page asks for in its history state, as the palette does. It is opened once:
 * neither a reload nor the browser's Back opens it again.
 *
 * @param open opens a dialog; undefined for users who may not, and until the page can
 * @param readSubject reads the subject of a dialog with a form; returns null for anything else
 */
export function useAskedDialog<T>(open: ((subject: T) => void) | undefined, readSubject: (asked: unknown) => T | null) {
  const asked = useLocation({ select: ({ state }) => state.dialog })
  const navigate = useNavigate()
  const take = useEffectEvent((wanted: unknown) => {
    const subject = readSubject(wanted)
    // What is for another part of the page stays for it.
    if (subject === null) return
    open?.(subject)
    void navigate({ to: '.', search: true, hash: true, replace: true, state: (old) => ({ ...old, dialog: undefined }) })
  })
  const isReady = asked !== undefined && open !== undefined
  useEffect(() => {
    if (isReady) take(asked)
  }, [isReady, asked])
}
