import { TEXT_LIMIT } from '@greenwave/contract/wire/fields'
import type { UseFormReturnType } from '@mantine/form'
import type { FormEvent } from 'react'
import * as z from 'zod/mini'
import type { Sending } from './useSendOnce.ts'

/**
 * Creates the `validate` of a form from its schema; it returns the first complaint of each field. The schema's messages
 * are keys of texts, so that the schema is the same in each language; `word` returns the text.
 */
export function complaintsOf<K extends string>(schema: z.ZodMiniType, word: (key: K) => string) {
  return (values: unknown): Record<string, string> => {
    const complaints: Record<string, string> = {}
    for (const { path, message } of z.safeParse(schema, values).error?.issues ?? [])
      complaints[path.join('.')] ??= word(message as K)
    return complaints
  }
}

/** Creates the handler for an invalid form. It focuses the first field on the page that has a complaint. */
function focusFirstComplaint<V>(form: UseFormReturnType<V>) {
  return (complaints: object): void => {
    const nodes = Object.keys(complaints)
      .map((field) => form.getInputNode(field))
      .filter((node) => node !== null)
    nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    nodes[0]?.focus()
  }
}

/**
 * Creates the `onSubmit` of a form. It validates the input and saves it, or focuses the first complaint. It returns the
 * promise of the save, which must reject on failure, and undefined after a complaint. (The form's own `onSubmit`
 * returns nothing.)
 */
export function submitOf<V>(form: UseFormReturnType<V>, save: (values: V) => Promise<unknown>) {
  return (event: FormEvent<HTMLFormElement>): Sending => {
    let saving: Sending
    const submit = form.onSubmit((values) => {
      saving = save(values)
      return saving.catch(() => undefined)
    }, focusFirstComplaint(form))
    submit(event)
    return saving
  }
}

/**
 * Text that must contain more than spaces and be at most as long as the platform stores. `message` is the text key of
 * the complaint.
 */
export function requiredText(message: string) {
  return z.string().check(
    z.refine((text) => text.trim() !== '', { error: message }),
    withinLimit(),
  )
}

/** Text that may be empty, at most as long as the platform stores. */
export function optionalText() {
  return z.string().check(withinLimit())
}

function withinLimit() {
  return z.maxLength(TEXT_LIMIT, { error: 'tooLong' })
}
