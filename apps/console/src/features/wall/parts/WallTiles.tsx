import { AUTOMATIC_MODE } from '@greenwave/controller/mode'
import { useElementSize } from '@mantine/hooks'
import type { CSSProperties } from 'react'
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import { useHealthWords } from '../../../ui/states/useHealthWords.ts'
import { useIncidentWords } from '../../../ui/states/useIncidentWords.ts'
import { wallLayout } from '../model/wallLayout.ts'
import type { WallTile as Tile } from '../model/wallTiles.ts'
import { MoreTile, WallTile } from './WallTile.tsx'
import styles from './WallTiles.module.css'

export interface WallTilesProps {
  tiles: readonly Tile[]
  fleet: Fleet
  nowMs: number
  /** True for what is only the last known state. */
  old: boolean
}

/** As many tiles as the wall has room for, the worst first; the others are counted in the last one. */
export function WallTiles({ tiles, fleet, nowMs, old }: WallTilesProps) {
  const t = useTexts('wall')
  const { ref, width, height } = useElementSize()
  const { size, columns, shown, more, scrolls } = wallLayout({ width, height }, tiles.length)
  const layout: CSSProperties = { fontSize: size, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
  return (
    <div ref={ref} className={styles.place} data-scrolls={scrolls || undefined}>
      {width > 0 && (
        <ol className={styles.tiles} style={layout} aria-label={t('tiles')}>
          {tiles.slice(0, shown).map((tile) => (
            <NamedPhases
              key={tile.row.id}
              deviceId={
                tile.row.kind === 'incident' && tile.row.incident.of === 'junction'
                  ? tile.row.incident.junctionId
                  : null
              }
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

function SaidTile({ tile, fleet, nowMs, old }: Omit<WallTilesProps, 'tiles'> & { tile: Tile }) {
  const wordsOf = useTileWords(fleet, nowMs)
  return <WallTile level={tile.row.level} old={old} {...wordsOf(tile)} />
}

/** Returns a function for the words on a tile. */
function useTileWords(fleet: Fleet, nowMs: number) {
  const t = useTexts('wall')
  const words = useHealthWords()
  const ageText = useAgeText()
  const incidentWords = useIncidentWords()
  return ({ row, others }: Tile) => {
    const { assignee = null, acknowledgedMs = null } = row.kind === 'incident' ? row.incident : {}
    const since = [
      row.sinceMs > 0 && words.time({ sinceMs: row.sinceMs, untilMs: null }, nowMs),
      row.sinceMs > 0 && ageText(nowMs - row.sinceMs),
      assignee ? t('assigned', { name: assignee.name }) : acknowledgedMs !== null && t('acknowledged'),
      others > 0 && t('others', { count: others }),
    ]
      .filter(Boolean)
      .join(' · ')
    switch (row.kind) {
      case 'incident':
        return { name: row.incident.junction, sentence: incidentWords(row.incident, nowMs), since }
      case 'group': {
        const [first] = row.incidents
        const customer = first && fleet.junctions.get(first.junctionId)?.customer
        const count = row.incidents.length
        const name = customer ? t('lostGroupOf', { count, customer }) : t('lostGroup', { count })
        return { name, sentence: t('lostTogether'), since }
      }
      case 'junction': {
        // It is held or flashes, and has an end; what is muted has no tile.
        const { label, facts } = row.junction
        const said = [
          words.mode(facts.judged?.mode ?? AUTOMATIC_MODE),
          words.name({ code: 'hold' }),
          words.time({ sinceMs: null, untilMs: facts.holdUntilMs }, nowMs),
        ]
        return { name: label, sentence: said.filter(Boolean).join(' · '), since }
      }
    }
  }
}
