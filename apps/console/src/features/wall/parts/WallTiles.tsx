import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
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
  /** Renders the lamps of a junction. */
  renderLamps: (deviceId: string) => ReactNode
}

const DANGER = 5
/** Size of a lamp, in sizes of a tile's name. */
const LAMP = 1.5

/** As many tiles as the wall has room for, the worst first; the others are counted in the last one. */
export function WallTiles({ tiles, fleet, nowMs, old, renderLamps }: WallTilesProps) {
  const t = useTexts('incidents', 'wall')
  const { ref, width, height } = useElementSize()
  const { list, part } = useFittingPart(height, `${width} ${t('tiles')} ${tiles.map(({ id }) => id).join()}`, tiles)
  const dangers = tiles.findLastIndex(({ level }) => level === DANGER) + 1
  const layout = wallLayout({ width, height: height * part }, tiles.length, dangers)
  const { size, columns, lanes, shown, more, scrolls } = layout
  const isLarge = (index: number) => lanes > 0 && index < dangers
  // Rows of dangers and rows of others share one grid; the last danger fills its row.
  const spanOf = (index: number) => {
    if (!isLarge(index)) return Math.max(1, lanes)
    return index === dangers - 1 ? columns * (lanes - (index % lanes)) : columns
  }
  const style: CSSProperties & { readonly '--gw-lamp': string } = {
    fontSize: size,
    // Lamps have letters of their own, so that a size in letters would be another there.
    '--gw-lamp': `${Math.round(LAMP * size)}px`,
    gridTemplateColumns: `repeat(${columns * Math.max(1, lanes)}, minmax(0, 1fr))`,
  }
  return (
    <div ref={ref} className={styles.place} data-scrolls={(width > 0 && scrolls) || undefined}>
      {width > 0 && (
        <ol ref={list} className={styles.tiles} style={style} aria-label={t('tiles')}>
          {tiles.slice(0, shown).map((tile, index) => (
            <NamedPhases key={tile.id} deviceId={junctionOf(tile)}>
              <SaidTile
                tile={tile}
                fleet={fleet}
                nowMs={nowMs}
                old={old}
                span={spanOf(index)}
                renderLamps={isLarge(index) ? renderLamps : undefined}
              />
            </NamedPhases>
          ))}
          {more > 0 && <MoreTile span={Math.max(1, lanes)}>{t('more', { count: more })}</MoreTile>}
        </ol>
      )}
    </div>
  )
}

interface SaidTileProps extends Pick<WallTilesProps, 'fleet' | 'nowMs' | 'old'> {
  tile: WrongRow
  span: number
  renderLamps: WallTilesProps['renderLamps'] | undefined
}

function SaidTile({ tile, fleet, nowMs, old, span, renderLamps }: SaidTileProps) {
  const wordsOf = useTileWords(fleet, nowMs)
  const junctionId = junctionOf(tile)
  const lamps = renderLamps && junctionId !== null ? renderLamps(junctionId) : undefined
  return <WallTile level={tile.level} old={old} span={span} lamps={lamps} {...wordsOf(tile)} />
}

/** Returns the id of the junction of a tile; null for a corridor, and for junctions lost together. */
function junctionOf(tile: WrongRow): string | null {
  return tile.kind === 'incident' && tile.incident.of === 'junction' ? tile.incident.junctionId : null
}

/** Largest and smallest part of the height for which tiles are laid out again when their texts do not fit. */
const NEXT_PART = 0.9
const LEAST_PART = 0.2

/**
 * Returns for which part of the height tiles are laid out: less than all of it where long texts make tiles higher than
 * they usually are. `key` names the tiles and their width; for others it starts anew. The list is to have the reference.
 */
function useFittingPart(height: number, key: string, tiles: readonly WrongRow[]) {
  const list = useRef<HTMLOListElement>(null)
  const [known, setKnown] = useState({ key, part: 1 })
  const part = known.key === key ? known.part : 1
  useLayoutEffect(() => {
    // New tiles may have longer texts under the same key.
    const needed = tiles.length > 0 ? (list.current?.offsetHeight ?? 0) : 0
    if (height > 0 && needed > height + 1 && part > LEAST_PART)
      setKnown({ key, part: part * Math.min(NEXT_PART, height / needed) })
  }, [height, key, part, tiles])
  return { list, part }
}
