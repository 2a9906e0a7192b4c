import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

/**
 * Replaces what a field holds, as somebody does who comes to it by the Tab key, which selects all, and pastes. The form
 * is rendered once: clicking, clearing and pasting would render it five times.
 */
export async function fillIn(field: HTMLElement, value: string): Promise<void> {
  if (value === '') return userEvent.clear(field)
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
    throw new Error(`${field.outerHTML} is no field for text`)
  act(() => field.focus())
  field.select()
  await userEvent.paste(value)
}
