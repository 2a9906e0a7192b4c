import 'leaflet/dist/leaflet.css'
import { type ReactNode, useState } from 'react'
import { AttributionControl, MapContainer, type MapContainerProps, TileLayer, ZoomControl } from 'react-leaflet'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { prefersStillness } from './stillness.ts'
import styles from './TileMap.module.css'

/** Properties of `TileMap`, besides those of Leaflet's map. */
interface TileMapProps extends MapContainerProps {
  readonly maxZoom: number
  /** Shown under the map when tiles were asked for and none could be loaded. */
  readonly notice: ReactNode
}

/**
 * Leaflet's map in the console's colours, with the installation's tiles. Without tiles there is a calm grid, on which
 * everything else still works.
 */
export function TileMap({ className = '', maxZoom, notice, children, ...options }: TileMapProps) {
  const t = useTexts('common')
  const { tileUrl, tileMinZoom, tileMaxZoom, tileAttribution } = consoleSettings()
  const [tiles, setTiles] = useState<'unknown' | 'some' | 'none'>('unknown')
  return (
    <>
      <MapContainer
        className={`${styles.map} ${className}`}
        maxZoom={maxZoom}
        attributionControl={false}
        zoomControl={false}
        {...(prefersStillness() && STILL)}
        {...options}
      >
        <ZoomControl key={t('zoomIn')} zoomInTitle={t('zoomIn')} zoomOutTitle={t('zoomOut')} />
        {tileUrl && (
          <TileLayer
            url={tileUrl}
            tileSize={256}
            minZoom={tileMinZoom}
            maxNativeZoom={Math.min(tileMaxZoom, maxZoom)}
            maxZoom={maxZoom}
            attribution={escapeHtml(tileAttribution)}
            eventHandlers={{
              tileload: () => setTiles('some'),
              tileerror: () => setTiles((known) => (known === 'some' ? known : 'none')),
            }}
          />
        )}
        <AttributionControl prefix={false} />
        {children}
      </MapContainer>
      {tiles === 'none' && notice}
    </>
  )
}

const STILL = { zoomAnimation: false, fadeAnimation: false, inertia: false }

/** Escapes the attribution, because Leaflet takes HTML and the setting is plain text. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
