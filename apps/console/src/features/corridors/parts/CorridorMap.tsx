import { canvas, circleMarker, divIcon, featureGroup, type LatLngTuple, latLngBounds, polyline } from 'leaflet'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { DEFAULT_CENTRE, DEFAULT_ZOOM, MAX_ZOOM } from '../../../data/device/location.ts'
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import { useFleetStatus } from '../../../data/fleet/useFleet.ts'
import { StreetNetLayer } from '../../../shared/StreetNetLayer.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { Pin } from '../../../ui/map/Pin.tsx'
import { TileMap } from '../../../ui/map/TileMap.tsx'
import { useMap } from '../../../ui/map/useMap.ts'
import styles from './CorridorMap.module.css'
import { useShownScheme } from '../../../ui/theme/useShownScheme.ts'

interface CorridorMapProps {
  readonly fleet: Fleet
  /** The ids of the junctions of the corridor, in the outbound order. */
  readonly chosen: readonly string[]
  /** Called with the id of a junction that the user clicks. */
  readonly onPick: (id: string) => void
}

/** All junctions on a map, and the corridor among them with its numbers. The fields below it do the same by keyboard. */
export function CorridorMap({ fleet, chosen, onPick }: CorridorMapProps) {
  const t = useTexts('corridors')
  return (
    <section className={styles.frame} aria-label={t('mapLabel')}>
      <TileMap
        className={styles.map ?? ''}
        center={[DEFAULT_CENTRE.latitude, DEFAULT_CENTRE.longitude]}
        zoom={DEFAULT_ZOOM}
        maxZoom={MAX_ZOOM}
        withoutTiles={<StreetNetLayer />}
      >
        <Dots fleet={fleet} chosen={chosen} onPick={onPick} />
        <Numbers fleet={fleet} chosen={chosen} />
      </TileMap>
    </section>
  )
}

/**
 * Draws every junction as a dot and the corridor as a line, on one canvas. Shows all of them, or those of the corridor,
 * once they are read.
 */
function Dots({ fleet, chosen, onPick }: CorridorMapProps) {
  const map = useMap()
  const scheme = useShownScheme()
  const status = useFleetStatus(fleet)
  const [renderer] = useState(() => canvas({ tolerance: 6 }))
  const isFitted = useRef(false)
  const pick = useEffectEvent(onPick)
  const colour = useEffectEvent(() => getComputedStyle(map.getContainer()).getPropertyValue('--gw-accent').trim())
  const drawDots = useEffectEvent(() => {
    const group = featureGroup().addTo(map)
    for (const junction of fleet.junctions.values()) {
      const at = placeOf(junction)
      if (!at) continue
      circleMarker(at, { renderer, radius: 6, weight: 2, color: colour(), fillOpacity: 0.35 })
        .bindTooltip(() => textNode(junction.label))
        .on('click', () => pick(junction.id))
        .addTo(group)
    }
    if (!isFitted.current && group.getLayers().length > 0) {
      isFitted.current = true
      const corridor = placesOf(fleet, chosen).filter((place) => place !== null)
      const shown = corridor.length > 0 ? latLngBounds(corridor) : group.getBounds()
      map.fitBounds(shown, { padding: [40, 40], maxZoom: 15, animate: false })
    }
    return () => void group.remove()
  })
  const drawLine = useEffectEvent(() => {
    const places = placesOf(fleet, chosen).filter((place) => place !== null)
    const line = polyline(places, { renderer, color: colour(), weight: 4, opacity: 0.6, interactive: false }).addTo(map)
    return () => void line.remove()
  })
  const order = chosen.join()
  // Drawn again for other junctions and for another theme.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are reasons to draw, and not what is drawn
  useEffect(() => drawDots(), [status.total, scheme])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  useEffect(() => drawLine(), [status.total, scheme, order])
  return null
}

/** Draws the number of each junction of the corridor. */
function Numbers({ fleet, chosen }: Pick<CorridorMapProps, 'fleet' | 'chosen'>) {
  useFleetStatus(fleet)
  return placesOf(fleet, chosen).map(
    (place, index) => place && <NumberPin key={chosen[index]} position={place} number={index + 1} />,
  )
}

function NumberPin({ position, number }: { position: LatLngTuple; number: number }) {
  const icon = useMemo(
    () => divIcon({ className: styles.number ?? '', html: String(number), iconSize: [24, 24] }),
    [number],
  )
  return <Pin position={position} icon={icon} />
}

function placesOf(fleet: Fleet, ids: readonly string[]): readonly (LatLngTuple | null)[] {
  return ids.map((id) => {
    const junction = fleet.junctions.get(id)
    return junction ? placeOf(junction) : null
  })
}

function placeOf({ latitude, longitude }: FleetJunction): LatLngTuple | null {
  return latitude === null || longitude === null ? null : [latitude, longitude]
}

/** Returns the name as an element, because Leaflet takes a text for HTML. */
function textNode(name: string): HTMLElement {
  const element = document.createElement('span')
  element.textContent = name
  return element
}
