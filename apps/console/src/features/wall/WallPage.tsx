import { useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { Fleet } from '../../data/fleet/Fleet.ts'
import { useFleet, useFleetStatus, useOpenIncidents } from '../../data/fleet/useFleet.ts'
import { useWrongRows } from '../../data/fleet/useWrongRows.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useLiveLost } from '../../data/useLive.ts'
import { useNow } from '../../data/useNow.ts'
import { useWatch } from '../../data/useWatch.ts'
import { countsOf } from '../../data/watch.ts'
import { timeText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { usePageTitle } from '../../ui/page/tab.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../ui/states/useLoadedQuietly.ts'
import { shiftAt } from './model/wallLayout.ts'
import { wallTruth } from './model/wallTruth.ts'
import { useWallKeeping } from './parts/useWallKeeping.ts'
import { WallDots } from './parts/WallDots.tsx'
import { WallHead } from './parts/WallHead.tsx'
import { WallLinks } from './parts/WallLinks.tsx'
import { WallNotice } from './parts/WallNotice.tsx'
import { WallTiles } from './parts/WallTiles.tsx'
import { WallUnknown } from './parts/WallUnknown.tsx'
import styles from './WallPage.module.css'

const RouteCourse = lazyPart(async () => (await import('../../shared/RouteCourse.tsx')).RouteCourse, 'corridors')

/** How often ages are counted on, and the wall is moved. Milliseconds. */
const AGE_STEP_MS = 10_000
const MINUTE_MS = 60_000
/** Levels from this one on have a tile. What is muted has none. */
const FIRST_TILED = 2

/** Parts that other features render, because features do not import one another. */
interface WallParts {
  /** Renders the live lamps of a junction. */
  readonly renderLamps: (deviceId: string) => ReactNode
  /** Renders all junctions on a map; null for a wall without one. */
  readonly renderMap: ((fleet: Fleet) => ReactNode) | null
}

/**
 * What is wrong, for a screen that a whole room looks at, for weeks and without anybody who serves it. It is dark unless
 * the user has chosen the light theme, because control rooms are.
 */
export function WallPage({ renderLamps, renderMap }: WallParts) {
  const t = useTexts('incidents', 'wall')
  usePageTitle(t('title'))
  useWallKeeping()
  const { colorScheme } = useMantineColorScheme()
  const fleet = useFleet()
  const open = useOpenIncidents()
  const rows = useWrongRows(fleet, open)
  const status = useFleetStatus(open)
  const fleetStatus = useFleetStatus(fleet)
  const watch = useWatch()
  const lost = useLiveLost()
  const nowMs = useNow(AGE_STEP_MS, serverNowMs)
  const tiles = useMemo(() => rows.filter(({ level }) => level >= FIRST_TILED), [rows])
  const truth = wallTruth({ lost, watch, status, fleet: fleetStatus, nowMs })
  const old = truth.kind !== 'now' && truth.kind !== 'reading'
  const isRouteCourseLoaded = useLoadedQuietly(RouteCourse, true)
  const shell = useTexts('common', 'shell')
  const { healthy, unknown } = 'levels' in watch ? countsOf(watch) : { healthy: 0, unknown: 0 }
  const isCalm = tiles.length === 0
  // The pulse is a moment ahead of what is read.
  const isAwaited = isCalm && 'levels' in watch && watch.levels.slice(FIRST_TILED).some((count) => count > 0)
  const { x, y } = shiftAt(useNow(MINUTE_MS) / MINUTE_MS)
  return (
    <div className={styles.wall} data-scheme={colorScheme === 'light' ? 'light' : 'dark'}>
      <VisuallyHidden>
        <h1>{t('title')}</h1>
      </VisuallyHidden>
      <div className={styles.content} style={{ transform: `translate(${x}px, ${y}px)` }}>
        <WallHead old={old} />
        <WallNotice truth={truth} nowMs={nowMs} />
        {isRouteCourseLoaded && <RouteCourse />}
        <div
          className={styles.middle}
          data-map={renderMap !== null || undefined}
          data-calm={(isCalm && !renderMap) || undefined}
        >
          {renderMap && <div className={styles.map}>{renderMap(fleet)}</div>}
          {(truth.kind === 'reading' || (truth.kind === 'now' && isAwaited)) && (
            <p className={styles.calm}>{t('reading')}</p>
          )}
          {truth.kind === 'now' && isCalm && !isAwaited && 'atMs' in watch && (
            <p className={styles.calm}>
              {t('nothing')} <small>{t('checked', { time: timeText(watch.atMs) })}</small>
            </p>
          )}
          {!isCalm && <WallTiles tiles={tiles} fleet={fleet} nowMs={nowMs} old={old} renderLamps={renderLamps} />}
        </div>
        {!old && <WallUnknown fleet={fleet} watch={watch} count={unknown} />}
        {!renderMap && (
          <div className={styles.dots} data-calm={isCalm || undefined}>
            <WallDots count={healthy} label={t('healthy', { count: healthy })} hollow={old} />
            {unknown > 0 && (
              <WallDots count={unknown} label={`${unknown} ${shell('ribbon.unknown', { count: unknown })}`} hollow />
            )}
          </div>
        )}
      </div>
      <WallLinks showsMap={renderMap !== null} />
    </div>
  )
}
