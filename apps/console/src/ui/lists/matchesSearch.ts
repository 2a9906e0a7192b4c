const fold = (text: string) => text.normalize('NFC').toLowerCase()

/** True when one of the fields holds the text, whatever the case. An empty text finds everything; missing fields hold nothing. */
export function matchesSearch(search: string, fields: readonly (string | null | undefined)[]): boolean {
  const wanted = fold(search.trim())
  return wanted === '' || fields.some((field) => field != null && fold(field).includes(wanted))
}
