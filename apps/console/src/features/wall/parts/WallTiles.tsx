import { useElementSize } from '@mantine/hooks'
import type { CSSProperties } from 'react'
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import type { WrongRow } from '../../../data/fleet/worstFirst.ts'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { wallLayout } from '../model/wallLayout.ts'
import { useTileWords } from '../words/useTileWords.ts'
import { MoreTile, WallTile } from './WallTile.tsx'
import styles from './WallTiles.module.css'

export interface WallTilesProps {
  tiles: readonly WrongRow[]
  fleet: Fleet
  nowMs: number
  /** True for what is only the last known state. */
  old: boolean
}

/** As many tiles as the wall has room for, the worst first; the others are counted in the last one. */
export function WallTiles({ tiles, fleet, nowMs, old }: WallTilesProps) {
  const t = useTexts('monitoring', 'wall')
  const { ref, width, height } = useElementSize()
  const { size, columns, shown, more, scrolls } = wallLayout({ width, height }, tiles.length)
  const layout: CSSProperties = { fontSize: size, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  return (
    <div ref={ref} className={styles.place} data-scrolls={scrolls || undefined}>
      {width > 0 && (
        <ol className={styles.tiles} style={layout} aria-label={t('tiles')}>
          {tiles.slice(0, shown).map((tile) => (
            <NamedPhases
              key={tile.id}
              deviceId={tile.kind === 'incident' && tile.incident.of === 'junction' ? tile.incident.junctionId : null}
            >
              <SaidTile tile={tile} fleet={fleet} nowMs={nowMs} old={old} />
            </NamedPhases>
          ))}
          {more > 0 && <MoreTile>{t('more', { count: more })}</MoreTile>}
        </ol>
      )}
    </div>
  )
}

function SaidTile({ tile, fleet, nowMs, old }: Omit<WallTilesProps, 'tiles'> & { tile: WrongRow }) {
  const wordsOf = useTileWords(fleet, nowMs)
  return <WallTile level={tile.level} old={old} {...wordsOf(tile)} />
}
