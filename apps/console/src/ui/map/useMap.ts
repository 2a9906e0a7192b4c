import type { Map as LeafletMap } from 'leaflet'
import { createContext, use } from 'react'

/** The map around a part; null outside a map. */
export const MapContext = createContext<LeafletMap | null>(null)

/**
 * Returns the Leaflet map around the calling part, the same object while the part is mounted.
 * @throws {Error} outside a `TileMap`
 */
export function useMap(): LeafletMap {
  const map = use(MapContext)
  if (!map) throw new Error('useMap: no TileMap around this part')
  return map
}

/** How maps move for users who prefer less motion: not at all. */

/** Returns whether the user prefers less motion. */
export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Returns the options of a movement of Leaflet's map, which otherwise glides to places in its sight. */
export function movement(): { readonly animate?: false } {
  return prefersStillness() ? { animate: false } : {}
}
