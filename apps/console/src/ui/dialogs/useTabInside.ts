import { type RefObject, useEffect, useRef } from 'react'
import { makeFirstChoice } from './firstChoice.ts'

/** The dialogs that are open, the topmost last. */
const open: object[] = []

/**
 * Keeps Tab inside an open dialog while the focus is not in it: before its content is there, and when the focused button
 * was disabled. Mantine's trap begins only once the focus is inside. It gives the focus to the first choice twice, some 40 ms
 * apart on a slow computer: whoever has moved on in between stays where he is.
 * @returns for an element of the dialog's content.
 */
export function useTabInside<T extends HTMLElement>(opened: boolean): RefObject<T | null> {
  const inside = useRef<T>(null)
  useEffect(() => {
    if (!opened) return
    const self = {}
    open.push(self)
    const hold = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || open.at(-1) !== self) return
      const dialog = inside.current?.closest<HTMLElement>('[role=dialog]')
      const { activeElement } = document
      // A button that was disabled under the focus keeps it until the next drawing; from there the browser would lead anywhere.
      if (dialog?.contains(activeElement) && !activeElement?.matches(':disabled')) return
      event.preventDefault()
      focusIn(dialog)
    }
    const follow = ({ target }: FocusEvent) => {
      const dialog = inside.current?.closest<HTMLElement>('[role=dialog]')
      if (!dialog || !(target instanceof HTMLElement) || target === dialog || !dialog.contains(target)) return
      // Of a dialog whose fields are still to come the first choice comes with them.
      if (dialog.querySelector('[data-autofocus]')) makeFirstChoice(dialog, target)
    }
    window.addEventListener('keydown', hold, { capture: true })
    window.addEventListener('focusin', follow)
    return () => {
      window.removeEventListener('keydown', hold, { capture: true })
      window.removeEventListener('focusin', follow)
      open.splice(open.indexOf(self), 1)
    }
  }, [opened])
  return inside
}

/** The first choice of the dialog; while it is disabled the dialog itself. Without content yet there is nothing to do. */
function focusIn(dialog: HTMLElement | null | undefined): void {
  const first = dialog?.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ?? dialog
  first?.focus({ preventScroll: true })
}
