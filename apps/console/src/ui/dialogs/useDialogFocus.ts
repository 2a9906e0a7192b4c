import { type FocusEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

interface DialogFocus {
  /** For the element around all steps. */
  readonly content: RefObject<HTMLDivElement | null>
  /** Its `onFocus`: takes note of where the focus is. */
  readonly note: (event: FocusEvent) => void
  /** The `onFocus` of the element that Mantine's trap begins at. */
  readonly enter: (event: FocusEvent) => void
}

/**
 * Owns the focus of an open dialog: a step begins where the focus was in it last, else at its `data-autofocus`, and until its
 * fields are there at the close button.
 *
 * Mantine's trap keeps Tab inside, and leaves three things to us. It begins twice, some 40 ms apart on a slow computer: it is
 * led to an element of ours, which sends whoever has moved on in between back to where that was. It knows no steps. And it holds
 * Tab only while the focus is inside: not before the content is there, and not when the focused control was disabled.
 *
 * @param step names what stands in the dialog; of several steps in it only one may be without `hidden`
 */
export function useDialogFocus(opened: boolean, step: string): DialogFocus {
  const content = useRef<HTMLDivElement>(null)
  const places = useRef(new Map<string, HTMLElement>())
  /** The close button while it has the focus for want of a first choice. */
  const waitsAt = useRef<HTMLElement | null>(null)

  const begin = useCallback(() => {
    const dialog = dialogAround(content.current)
    if (!content.current || !dialog) return
    const last = places.current.get(step)
    const first = last && isReachable(last) ? last : firstChoice(content.current)
    const start = first ?? dialog.querySelector<HTMLElement>('button:not(:disabled)') ?? dialog
    waitsAt.current = first ? null : start
    start.focus({ preventScroll: true })
  }, [step])

  const shown = useRef(step)
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (opened) begin()
  }, [opened, step, begin])
  // A first choice that comes late.
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
      // A button that was disabled under the focus keeps it until the next drawing; from there the browser would lead anywhere.
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
      if (from instanceof HTMLElement && dialogAround(content.current)?.contains(from)) from.focus()
      else begin()
    },
  }
}

function dialogAround(content: Element | null): HTMLElement | null {
  return content?.closest<HTMLElement>('[role=dialog]') ?? null
}

/** A later dialog stands behind the earlier ones in the document. */
function topmostDialog(): Element | undefined {
  return [...document.querySelectorAll('[role=dialog]')].at(-1)
}

function firstChoice(content: HTMLElement): HTMLElement | undefined {
  // The first one is where the trap begins.
  const [, ...choices] = content.querySelectorAll<HTMLElement>('[data-autofocus]')
  return choices.find(isReachable)
}

function isReachable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest('[hidden]') === null
}
