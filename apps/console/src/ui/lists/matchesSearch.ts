import { foldText } from '@greenwave/contract/text'

/**
 * Returns whether one of the fields contains the text, ignoring case and marks, as the platform searches. An empty text matches everything; missing fields
 * match no other text.
 */
export function matchesSearch(search: string, fields: readonly (string | null | undefined)[]): boolean {
  const wanted = foldText(search.trim())
  return wanted === '' || fields.some((field) => field != null && foldText(field).includes(wanted))
}
