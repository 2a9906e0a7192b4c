import 'leaflet/dist/leaflet.css'
import { divIcon, type LatLngTuple } from 'leaflet'
import { useEffect, useMemo, useState } from 'react'
import { AttributionControl, MapContainer, Marker, TileLayer, useMap, useMapEvents } from 'react-leaflet'
import { consoleSettings } from '../../../data/consoleSettings.ts'
import { DEFAULT_CENTRE, DEFAULT_ZOOM, MAX_ZOOM, type Place } from '../../../data/device/location.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './DeviceMap.module.css'

export interface DeviceMapProps {
  /** Null shows the default area without a marker. */
  readonly place: Place | null
  readonly name: string
  /** Makes the map a way to choose a place. */
  readonly onPick?: ((place: Place) => void) | undefined
}

/** A pin that says what it marks: Leaflet gives words to markers that are pictures, and none to others. */
function namedPin(words: string) {
  const pin = document.createElement('i')
  pin.setAttribute('role', 'img')
  pin.setAttribute('aria-label', words)
  return divIcon({ className: styles.pin ?? '', html: pin, iconSize: [22, 22], iconAnchor: [11, 24] })
}

/** A map with the device on it. It works without tiles: backdrop, marker and zoom stay, and it says that tiles are missing. */
export function DeviceMap({ place, name, onPick }: DeviceMapProps) {
  const t = useTexts('device')
  const { tileUrl, tileAttribution } = consoleSettings()
  const [tiles, setTiles] = useState<'unknown' | 'some' | 'none'>(tileUrl ? 'unknown' : 'none')
  const words = t('location.marker', { name })
  const pin = useMemo(() => namedPin(words), [words])
  const centre = toLatLng(place ?? DEFAULT_CENTRE)
  return (
    <section
      className={styles.frame}
      aria-label={t(onPick ? 'form.pick' : 'location.mapLabel')}
      data-pick={onPick !== undefined || undefined}
    >
      <MapContainer
        className={styles.map ?? ''}
        center={centre}
        zoom={DEFAULT_ZOOM}
        maxZoom={MAX_ZOOM}
        scrollWheelZoom={onPick !== undefined}
        attributionControl={false}
      >
        {tileUrl && (
          <TileLayer
            url={tileUrl}
            tileSize={256}
            maxZoom={MAX_ZOOM}
            attribution={escapeHtml(tileAttribution)}
            eventHandlers={{
              tileload: () => setTiles('some'),
              tileerror: () => setTiles((known) => (known === 'some' ? known : 'none')),
            }}
          />
        )}
        <AttributionControl prefix={false} />
        {place && <Marker position={toLatLng(place)} icon={pin} interactive={false} keyboard={false} />}
        <Recentre place={place} />
        {onPick && <PickPlace onPick={onPick} />}
      </MapContainer>
      {tiles === 'none' && <p className={styles.notice}>{t(place ? 'location.noTiles' : 'location.noTilesNoPlace')}</p>}
    </section>
  )
}

/** Follows the location when it changes, and keeps the zoom that the viewer chose. */
function Recentre({ place }: { place: Place | null }) {
  const map = useMap()
  const latitude = place?.latitude
  const longitude = place?.longitude
  useEffect(() => {
    if (latitude !== undefined && longitude !== undefined) map.setView([latitude, longitude])
  }, [map, latitude, longitude])
  return null
}

function PickPlace({ onPick }: { onPick: (place: Place) => void }) {
  useMapEvents({
    click: ({ latlng }) => {
      const { lat, lng } = latlng.wrap()
      onPick({ latitude: lat, longitude: lng })
    },
  })
  return null
}

function toLatLng({ latitude, longitude }: Place): LatLngTuple {
  return [latitude, longitude]
}

/** Leaflet takes attributions as HTML; an installation's setting is text. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
