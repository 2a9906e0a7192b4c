/** Returns the columns of which an entry says something else than the platform has. */
export function differingFields(
  wanted: Readonly<Record<string, string>>,
  present: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.keys(wanted).filter((column) => wanted[column] !== present[column])
}

/** Returns a place as texts that are the same for the same place, however its numbers are written. */
export function placeTexts(place: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> {
  const textOf = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text.trim() === '' || Number.isNaN(Number(text)) ? text : String(Number(text))
  }
  return Object.fromEntries(Object.entries(place).map(([key, value]) => [key, textOf(value)]))
}
