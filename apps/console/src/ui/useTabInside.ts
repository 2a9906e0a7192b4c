import { type RefObject, useEffect, useRef } from 'react'

/** The dialogs that are open, the topmost last. */
const open: object[] = []

/**
 * Keeps Tab inside an open dialog while the focus is not in it: before its content is there, and when the focused button
 * was disabled. Mantine's trap begins only once the focus is inside.
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
    window.addEventListener('keydown', hold, { capture: true })
    return () => {
      window.removeEventListener('keydown', hold, { capture: true })
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
