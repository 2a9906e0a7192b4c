const fold = (text: string) => text.normalize('NFC').toLowerCase()

/**
 * Returns whether one of the fields contains the text, ignoring case. An empty text matches everything; missing fields
 * match no other text.
 */
export function matchesSearch(search: string, fields: readonly (string | null | undefined)[]): boolean {
  const wanted = fold(search.trim())
  return wanted === '' || fields.some((field) => field != null && fold(field).includes(wanted))
}
