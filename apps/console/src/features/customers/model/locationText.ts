/** Returns city, state and country, joined by commas. Missing and blank parts are left out. */
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
