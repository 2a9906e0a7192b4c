import { Button } from '@mantine/core'
import { DomEvent } from 'leaflet'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { toggleJunctions } from '../../../data/chosenJunctions.ts'
import { DEFAULT_CENTRE, DEFAULT_ZOOM, MAX_ZOOM } from '../../../data/device/location.ts'
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import type { WrongLevel } from '../../../data/fleet/worstFirst.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { markOf } from '../../../data/health.ts'
import { StreetNetLayer } from '../../../shared/StreetNetLayer.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { TileMap } from '../../../ui/map/TileMap.tsx'
import { useMap } from '../../../ui/map/useMap.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { JunctionCanvas } from '../model/JunctionCanvas.ts'
import { type MapCounts, MapFleet } from '../model/MapFleet.ts'
import type { Selection } from '../model/Selection.ts'
import styles from './JunctionMap.module.css'
import { RunsOnMap } from './RunsOnMap.tsx'
import { SelectedJunction } from './SelectedJunction.tsx'
import { useShownScheme } from '../../../ui/theme/useShownScheme.ts'

/** Properties of `JunctionMap`. The fleet and the selection stay the same objects while it is mounted. */
export interface JunctionMapProps {
  readonly fleet: Pick<Fleet, 'junctions' | 'onChange' | 'status'>
  readonly selection: Selection
  /** Only junctions of this level; undefined for all. */
  readonly level?: WrongLevel | undefined
  /** Whether the user may choose junctions to change them. */
  readonly mayChoose: boolean
  /** True for a picture alone: without a card, buttons, and without moving when it is touched. */
  readonly isPicture?: boolean
}

/**
 * All junctions on a map: dots, and marks of those in trouble. It is a picture with a summary in words; the list of what
 * is wrong, with which it shares its selection, says the rest.
 */
export function JunctionMap({ fleet, selection, level, mayChoose, isPicture = false }: JunctionMapProps) {
  const t = useTexts('incidents', 'junctionMap')
  const now = useTexts('incidents', 'now')
  const watch = useWatch()
  const [onMap] = useState(() => new MapFleet(fleet, watch, level))
  useEffect(() => onMap.follow(), [onMap])
  useEffect(() => onMap.setWatch(watch), [onMap, watch])
  useEffect(() => onMap.setLevel(level), [onMap, level])
  const counts = useSyncExternalStore(
    useCallback((listener) => onMap.onCounts(listener), [onMap]),
    () => onMap.counts,
  )
  const { placed, unplaced } = counts
  const isRead = useSyncExternalStore(
    useCallback((listener) => fleet.onChange(listener), [fleet]),
    () => fleet.status.atMs !== null,
  )
  const picture = (
    <div className={styles.frame}>
      <TileMap
        className={styles.map ?? ''}
        center={[DEFAULT_CENTRE.latitude, DEFAULT_CENTRE.longitude]}
        zoom={DEFAULT_ZOOM}
        maxZoom={MAX_ZOOM}
        worldCopyJump
        zoomSnap={0.25}
        keyboard={!isPicture}
        withoutTiles={<StreetNetLayer />}
      >
        <RunsOnMap />
        <Junctions onMap={onMap} counts={counts} selection={selection} mayChoose={mayChoose} isPicture={isPicture} />
      </TileMap>
    </div>
  )
  if (isPicture) return picture
  return (
    <Card
      className={styles.card ?? ''}
      title={level === undefined ? t('title') : now(`only.${markOf(level)}`)}
      tags={<StatusTag tone="mute">{isRead ? placed + unplaced : t('reading')}</StatusTag>}
      padded={false}
    >
      {picture}
      <SelectedJunction fleet={fleet} selection={selection} mayChoose={mayChoose} />
      {unplaced > 0 && <p className={styles.notice}>{t('unplaced', { count: unplaced })}</p>}
    </Card>
  )
}

interface JunctionsProps {
  readonly onMap: MapFleet
  readonly counts: MapCounts
  readonly selection: Selection
  readonly mayChoose: boolean
  readonly isPicture: boolean
}

/** Draws the junctions on the map around it. */
function Junctions({ onMap, counts, selection, mayChoose, isPicture }: JunctionsProps) {
  const t = useTexts('incidents', 'junctionMap')
  const map = useMap()
  const scheme = useShownScheme()
  const [canvas] = useState(() => new JunctionCanvas(map, onMap, selection))
  const words = useSummary(counts)
  const buttons = useRef<HTMLDivElement>(null)
  useEffect(() => canvas.attach(), [canvas])
  useEffect(() => canvas.setWords(words, (name, count) => t('several', { name, count })), [canvas, words, t])
  useEffect(() => {
    if (scheme) canvas.restyle()
  }, [canvas, scheme])
  useEffect(() => {
    // A click on the button is none on the mark below it.
    if (buttons.current) DomEvent.disableClickPropagation(buttons.current)
  }, [])
  const chooseInView = () => {
    const view = map.getBounds()
    const inView = [...onMap.placed.values()].filter(({ latitude, longitude }) => view.contains([latitude, longitude]))
    toggleJunctions(
      inView.map(({ id }) => id),
      true,
    )
  }
  if (isPicture) return null
  return (
    <div ref={buttons} className={styles.buttons}>
      <Button size="compact-sm" variant="default" onClick={() => canvas.showAll()}>
        {t('showAll')}
      </Button>
      {mayChoose && (
        <Button size="compact-sm" variant="default" onClick={chooseInView}>
          {t('chooseInView')}
        </Button>
      )}
    </div>
  )
}

/** Describes the contents of the map as text. */
function useSummary({ placed, danger, fault, deviation, hold }: MapCounts): string {
  const t = useTexts('incidents', 'junctionMap')
  const health = useTexts('common', 'health')
  const states = Object.entries({ danger, fault, deviation, hold } as const).flatMap(([mark, number]) =>
    number > 0 ? health(`counts.${mark as 'danger' | 'fault' | 'deviation' | 'hold'}`, { number }) : [],
  )
  return states.length > 0
    ? t('summary', { count: placed, states: states.join(', ') })
    : t('summaryCalm', { count: placed })
}
