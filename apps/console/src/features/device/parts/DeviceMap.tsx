import { divIcon, type LatLngTuple, type LeafletMouseEvent } from 'leaflet'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { DEFAULT_CENTRE, DEFAULT_ZOOM, MAX_ZOOM, type Place } from '../../../data/device/location.ts'
import { StreetNetLayer } from '../../../shared/StreetNetLayer.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { Pin } from '../../../ui/map/Pin.tsx'
import { TileMap } from '../../../ui/map/TileMap.tsx'
import { movement, useMap } from '../../../ui/map/useMap.ts'
import styles from './DeviceMap.module.css'

/** Properties of `DeviceMap`. */
export interface DeviceMapProps {
  /** The place of the device; null shows the default area without a marker. */
  readonly place: Place | null
  readonly name: string
  /** Called with the place that the user clicks; without it the map only shows. */
  readonly onPick?: ((place: Place) => void) | undefined
}

/** Creates a pin with a label for screen readers. Leaflet labels only markers that are pictures. */
function namedPin(words: string) {
  const pin = document.createElement('i')
  pin.setAttribute('role', 'img')
  pin.setAttribute('aria-label', words)
  return divIcon({ className: styles.pin ?? '', html: pin, iconSize: [22, 22], iconAnchor: [11, 24] })
}

/**
 * Shows a map with the device on it. Without tiles, the streets of the junctions, the marker and the zoom still work.
 */
export function DeviceMap({ place, name, onPick }: DeviceMapProps) {
  const t = useTexts('device')
  const words = t('location.marker', { name })
  const pin = useMemo(() => namedPin(words), [words])
  const centre = toLatLng(place ?? DEFAULT_CENTRE)
  return (
    <section
      className={styles.frame}
      aria-label={t(onPick ? 'form.pick' : 'location.mapLabel')}
      data-pick={onPick !== undefined || undefined}
    >
      <TileMap
        className={styles.map ?? ''}
        center={centre}
        zoom={DEFAULT_ZOOM}
        maxZoom={MAX_ZOOM}
        scrollWheelZoom={onPick !== undefined}
        withoutTiles={<StreetNetLayer />}
      >
        {place && <Pin position={toLatLng(place)} icon={pin} />}
        <Recentre place={place} />
        {onPick && <PickPlace onPick={onPick} />}
      </TileMap>
    </section>
  )
}

/** Centres the map when the location changes, and keeps the zoom that the user chose. */
function Recentre({ place }: { place: Place | null }) {
  const map = useMap()
  const latitude = place?.latitude
  const longitude = place?.longitude
  useEffect(() => {
    if (latitude !== undefined && longitude !== undefined) map.setView([latitude, longitude], undefined, movement())
  }, [map, latitude, longitude])
  return null
}

function PickPlace({ onPick }: { onPick: (place: Place) => void }) {
  const map = useMap()
  const pick = useEffectEvent(({ latlng }: LeafletMouseEvent) => {
    const { lat, lng } = latlng.wrap()
    onPick({ latitude: lat, longitude: lng })
  })
  useEffect(() => {
    const onClick = (event: LeafletMouseEvent) => pick(event)
    map.on('click', onClick)
    return () => void map.off('click', onClick)
  }, [map])
  return null
}

function toLatLng({ latitude, longitude }: Place): LatLngTuple {
  return [latitude, longitude]
}
