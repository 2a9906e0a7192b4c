/** A name says its streets with a dash between them: "Lê Lợi – Pasteur". */
const BETWEEN_STREETS = /\s+[–—-]\s+/

/**
 * Returns the names of junctions without the street that all of them name, which is that of the corridor. Beside a
 * diagram there is no room for both streets, and what all rows begin with tells none of them apart. Names stay whole if
 * they share no street, or if one of them would have nothing left or be the same as another.
 */
export function crossStreets(names: readonly string[]): readonly string[] {
  const streets = names.map((name) => name.split(BETWEEN_STREETS))
  const shared = streets[0]?.find((street) => streets.every((others) => others.includes(street)))
  if (names.length < 2 || shared === undefined) return names
  const short = streets.map((each) => each.filter((street) => street !== shared).join(' – '))
  return short.includes('') || new Set(short).size < names.length ? names : short
}
