import type { UseFormReturnType } from '@mantine/form'
import * as z from 'zod/mini'

/**
 * The `validate` of a form out of its schema: the first complaint of each field. A schema complains with the key of a text,
 * so that it is the same in each language; `word` finds the text.
 */
export function complaintsOf<K extends string>(schema: z.ZodMiniType, word: (key: K) => string) {
  return (values: unknown): Record<string, string> => {
    const complaints: Record<string, string> = {}
    for (const { path, message } of z.safeParse(schema, values).error?.issues ?? [])
      complaints[path.join('.')] ??= word(message as K)
    return complaints
  }
}

/** What a form does when it is refused: the focus goes to the first field on the page that has a complaint. */
export function focusFirstComplaint<V>(form: UseFormReturnType<V>) {
  return (complaints: object): void => {
    const nodes = Object.keys(complaints)
      .map((field) => form.getInputNode(field))
      .filter((node) => node !== null)
    nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    nodes[0]?.focus()
  }
}
