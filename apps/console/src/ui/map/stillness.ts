/** How maps move for users who prefer less motion: not at all. */

/** Returns whether the user prefers less motion. */
export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Returns the options of a movement of Leaflet's map, which otherwise glides to places in its sight. */
export function movement(): { readonly animate?: false } {
  return prefersStillness() ? { animate: false } : {}
}
