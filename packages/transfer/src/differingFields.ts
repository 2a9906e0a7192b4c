/** Returns the columns of which an entry says something else than the platform has. */
export function differingFields(
  wanted: Readonly<Record<string, string>>,
  present: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.keys(wanted).filter((column) => wanted[column] !== present[column])
}
