import { useEffect } from 'react'

/** Gives the focus to the dialog's first field when the fields come later than the dialog; until then its close button has it. */
export function useAutofocusWhen(ready: boolean): void {
  useEffect(() => {
    if (ready) document.querySelector<HTMLElement>('[role=dialog] [data-autofocus]')?.focus()
  }, [ready])
}
