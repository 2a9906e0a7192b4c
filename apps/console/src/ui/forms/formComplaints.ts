import type { UseFormReturnType } from '@mantine/form'
import * as z from 'zod/mini'

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
export function focusFirstComplaint<V>(form: UseFormReturnType<V>) {
  return (complaints: object): void => {
    const nodes = Object.keys(complaints)
      .map((field) => form.getInputNode(field))
      .filter((node) => node !== null)
    nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    nodes[0]?.focus()
  }
}
