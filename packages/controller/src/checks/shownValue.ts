const LONGEST_SHOWN = 40

/** Any JSON value as a person may read it in a sentence, shortened; what is missing is ''. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
