import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

interface DialogFocus {
  /** The ref of the element around all steps. */
  readonly content: RefObject<HTMLDivElement | null>
  /** The `onFocus` of that element, which records where the focus is. */
  readonly note: (event: FocusEvent) => void
  /** The `onFocus` of the element that Mantine's focus trap focuses first. */
  readonly enter: (event: FocusEvent) => void
}

/**
 * Controls the focus of an open dialog. A step starts where its focus was last, otherwise at its `data-autofocus`, and
 * at the close button until its fields are loaded.
 *
 * Mantine's trap keeps Tab inside, but three things are missing. It sets the initial focus twice, some 40 ms apart on a
 * slow computer; it is given an element of ours, which returns the focus to where the user has moved it in between. It
 * does not know steps. And it holds Tab only while the focus is inside: not before the content is loaded, and not after
 * the focused control was disabled.
 *
 * @param step the name of the dialog's present content; when several steps are rendered, only one may be without
 * `hidden`
 */
export function useDialogFocus(opened: boolean, step: string): DialogFocus {
  const content = useRef<HTMLDivElement>(null)
  const places = useRef(new Map<string, HTMLElement>())
  /** The close button while it has the focus only because there is no first choice yet. */
  const waitsAt = useRef<HTMLElement | null>(null)

  const begin = useCallback(() => {
    const dialog = dialogAround(content.current)
    if (!content.current || !dialog) return
    const last = places.current.get(step)
    const first = last && isReachable(last) ? last : firstChoice(content.current)
    const start = first ?? dialog.querySelector<HTMLElement>('button:not(:disabled)') ?? dialog
    waitsAt.current = first ? null : start
    start.focus({ preventScroll: true })
    // The user who types a new number need not delete the old one. A field that had the focus before keeps its caret.
    if (start !== last && start instanceof HTMLInputElement && start.role === 'spinbutton') start.select()
  }, [step])

  const shown = useRef(step)
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (opened) begin()
  }, [opened, step, begin])
  // The first choice may be rendered later.
  useLayoutEffect(() => {
    const isLate = waitsAt.current !== null && waitsAt.current === document.activeElement
    if (opened && isLate && content.current && firstChoice(content.current)) begin()
  })
  useEffect(() => {
    if (!opened) return
    const holdTab = (event: KeyboardEvent) => {
      const dialog = dialogAround(content.current)
      if (event.key !== 'Tab' || (dialog && dialog !== topmostDialog())) return
      const { activeElement } = document
      // A button that was disabled while focused keeps the focus until the next paint; from there the browser's Tab
      // could lead anywhere.
      if (dialog?.contains(activeElement) && !activeElement?.matches(':disabled')) return
      event.preventDefault()
      begin()
    }
    window.addEventListener('keydown', holdTab, { capture: true })
    return () => window.removeEventListener('keydown', holdTab, { capture: true })
  }, [opened, begin])

  return {
    content,
    note: ({ target }) => {
      if (target instanceof HTMLElement) places.current.set(step, target)
    },
    enter: (event) => {
      event.stopPropagation()
      const from = event.relatedTarget
      if (from instanceof HTMLElement && dialogAround(content.current)?.contains(from))
        from.focus({ preventScroll: true })
      else begin()
    },
  }
}

function dialogAround(content: Element | null): HTMLElement | null {
  return content?.closest<HTMLElement>('[role=dialog]') ?? null
}

/** Returns the topmost dialog. Later dialogs come after earlier ones in the document. */
function topmostDialog(): Element | undefined {
  return [...document.querySelectorAll('[role=dialog]')].at(-1)
}

function firstChoice(content: HTMLElement): HTMLElement | undefined {
  // The first one is the element for the trap's initial focus.
  const [, ...choices] = content.querySelectorAll<HTMLElement>('[data-autofocus]')
  return choices.find(isReachable)
}

function isReachable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest('[hidden]') === null
}
