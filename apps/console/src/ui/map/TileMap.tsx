import 'leaflet/dist/leaflet.css'
import { control, type MapOptions, tileLayer } from 'leaflet'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { LeafletContainer } from './LeafletContainer.tsx'
import styles from './TileMap.module.css'
import { prefersStillness, useMap } from './useMap.ts'

/** Properties of `TileMap`, besides the options of Leaflet's map; they and the class are read once. */
interface TileMapProps extends MapOptions {
  readonly className?: string
  readonly maxZoom: number
  /** Drawn on the map while it has no tiles: none are configured, none could be loaded, or none has arrived yet. */
  readonly withoutTiles: ReactNode
  readonly children: ReactNode
}

/**
 * Leaflet's map in the console's colours, with the installation's tiles. Without tiles `withoutTiles` is drawn on a calm
 * grid, and everything else still works.
 */
export function TileMap({ className = '', maxZoom, withoutTiles, children, ...options }: TileMapProps) {
  const t = useTexts('common')
  const [tiles, setTiles] = useState<'unknown' | 'late' | 'some' | 'none'>(() =>
    consoleSettings().tileUrl ? 'unknown' : 'late',
  )
  useEffect(() => {
    const timer = setTimeout(() => setTiles((known) => (known === 'unknown' ? 'late' : known)), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <LeafletContainer
        className={`${styles.map} ${className}`}
        options={{
          maxZoom,
          attributionControl: false,
          zoomControl: false,
          ...(prefersStillness() && STILL),
          ...options,
        }}
      >
        <ZoomButtons />
        <Tiles
          maxZoom={maxZoom}
          onLoad={() => setTiles('some')}
          onError={() => setTiles((known) => (known === 'some' ? known : 'none'))}
        />
        {(tiles === 'late' || tiles === 'none') && withoutTiles}
        {children}
      </LeafletContainer>
      {tiles === 'none' && <p className={styles.notice}>{t('noTiles')}</p>}
    </>
  )
}

/** Leaflet's buttons for nearer and farther, named in the user's language. */
function ZoomButtons() {
  const t = useTexts('common')
  const map = useMap()
  const zoomInTitle = t('zoomIn')
  const zoomOutTitle = t('zoomOut')
  useEffect(() => {
    const buttons = control.zoom({ zoomInTitle, zoomOutTitle }).addTo(map)
    return () => void buttons.remove()
  }, [map, zoomInTitle, zoomOutTitle])
  return null
}

interface TilesProps {
  readonly maxZoom: number
  /** Called for each tile that was loaded. */
  readonly onLoad: () => void
  /** Called for each tile that could not be loaded. */
  readonly onError: () => void
}

/** The installation's tiles with their attribution; nothing where no tiles are set. */
function Tiles({ maxZoom, onLoad, onError }: TilesProps) {
  const map = useMap()
  const { tileUrl, tileMinZoom, tileMaxZoom, tileAttribution } = consoleSettings()
  const loaded = useEffectEvent(onLoad)
  const failed = useEffectEvent(onError)
  useEffect(() => {
    const attribution = control.attribution({ prefix: false }).addTo(map)
    return () => void attribution.remove()
  }, [map])
  useEffect(() => {
    if (!tileUrl) return
    const layer = tileLayer(tileUrl, {
      tileSize: 256,
      minZoom: tileMinZoom,
      maxNativeZoom: Math.min(tileMaxZoom, maxZoom),
      maxZoom,
      attribution: escapeHtml(tileAttribution),
    })
      .on({ tileload: () => loaded(), tileerror: () => failed() })
      .addTo(map)
    return () => void layer.remove()
  }, [map, maxZoom, tileUrl, tileMinZoom, tileMaxZoom, tileAttribution])
  return null
}

/** Tiles that have not arrived after this time are not waited for, milliseconds: a network may drop what it does not know. */
const LATE_MS = 4000

const STILL = { zoomAnimation: false, fadeAnimation: false, inertia: false }

/** Escapes the attribution, because Leaflet takes HTML and the setting is plain text. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
