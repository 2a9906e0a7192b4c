/** City, state and country joined by commas; what is missing or blank leaves no comma behind. */
export function locationText(place: {
  city?: string | null | undefined
  state?: string | null | undefined
  country?: string | null | undefined
}): string {
  return [place.city, place.state, place.country]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(', ')
}
