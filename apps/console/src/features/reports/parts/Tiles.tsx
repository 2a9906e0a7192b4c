import { figuresOf } from '@greenwave/observer/conformity/figures'
import type { Sums } from '@greenwave/contract/records/daySums'
import { CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import type { ReactNode } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import styles from './Reports.module.css'

/** The figures of all that a report is about, each with the share of seconds that are missing, if any are. */
export function Tiles({ sums }: { readonly sums: Sums }) {
  const waves = sums.incidents.find(({ code }) => code === CORRIDOR_INCIDENT.code)?.raised ?? 0
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const figures = figuresOf(sums)
  // Where nothing is missing, its own tile says so for all.
  const beside = figures.missing ? t('missingBeside', { share: words.share(figures.missing, 'up') }) : undefined
  const { evaluated, cycles, byLimits, over } = figures
  const overSeconds = words.over(over.available, 'overSeconds')
  const { onTime, late, unknown } = sums.planChanges
  const incidentTexts = [
    figures.acknowledgeSeconds !== null &&
      t('meanAcknowledge', { time: words.length(figures.acknowledgeSeconds), count: figures.acknowledged }),
    figures.clearSeconds !== null &&
      t('meanClear', { time: words.length(figures.clearSeconds), count: figures.cleared }),
  ].filter((text) => text !== false)
  return (
    <dl className={styles.tiles} aria-label={t('figures')}>
      <Tile name={t('asProgrammed')} figure={words.share(figures.asProgrammed, 'down')} beside={beside}>
        {t('judgedOf', { checked: words.count(evaluated), cycles: words.count(cycles) })}
        {byLimits > 0 && ` · ${t('byLimits', { count: byLimits })}`}
      </Tile>
      <Tile
        name={t('greens')}
        figure={words.mean(figures.greens)}
        over={words.over(over.greens, 'overGreens')}
        beside={beside}
      >
        {words.atMost(figures.greens)}
      </Tile>
      <Tile
        name={t('cycleLength')}
        figure={words.mean(figures.cycleLength)}
        over={words.over(over.cycleLength, 'overCycles')}
        beside={beside}
      >
        {words.atMost(figures.cycleLength)}
      </Tile>
      <Tile
        name={t('position')}
        figure={words.mean(figures.position)}
        over={words.over(over.position, 'overGreens')}
        beside={beside}
      >
        {words.atMost(figures.position)}
      </Tile>
      <Tile name={t('plansOnTime')} figure={words.share(figures.plansOnTime, 'down')} beside={beside}>
        {t('plansCounted', { onTime, late, unknown })}
      </Tile>
      <Tile
        name={t('available')}
        figure={words.share(figures.available, 'down')}
        over={overSeconds && `${overSeconds}; ${t('othersHidden')}`}
        beside={beside}
      >
        {t('connected', { share: words.share(figures.connected, 'down') })}
      </Tile>
      <Tile name={t('missing')} figure={words.share(figures.missing, 'up')} />
      <Tile
        name={t('incidents')}
        figure={words.count(figures.incidents)}
        // On a line of its own: the times after it are those of all incidents.
        among={waves > 0 ? t('wavesAmong', { count: waves }) : undefined}
        beside={beside}
      >
        {incidentTexts.length > 0 ? incidentTexts.join(', ') : undefined}
      </Tile>
    </dl>
  )
}

interface TileProps {
  readonly name: string
  readonly figure: string
  readonly among?: string | undefined
  /** Share over which the figure is; empty where that is all. */
  readonly over?: string
  readonly beside?: string | undefined
  readonly children?: ReactNode
}

function Tile({ name, figure, among, over = '', beside, children }: TileProps) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd className={styles.figure}>{figure}</dd>
      {among !== undefined && <dd>{among}</dd>}
      {children !== undefined && <dd>{children}</dd>}
      {over !== '' && <dd>{over}</dd>}
      {beside !== undefined && <dd className={styles.beside}>{beside}</dd>}
    </div>
  )
}
