const LONGEST_SHOWN = 40

/** Any JSON value as a person may read it in a sentence: on one line, shortened; what is missing is ''. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  // A line break would make two findings of one, and a terminal obeys control characters.
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/[\s\p{C}]+/gu, ' ')
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
