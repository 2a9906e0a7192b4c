const LONGEST_SHOWN = 40

/** Returns any JSON value as a short text on one line, for use in a sentence; '' for a missing value. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  // A line break would turn one finding into two lines, and a terminal executes control characters.
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/[\s\p{C}]+/gu, ' ')
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
