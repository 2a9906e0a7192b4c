import type { JunctionKinds } from '@greenwave/contract/records/calendars'
import type { Corridor } from '@greenwave/contract/records/corridors'
import { smallestGreen } from '@greenwave/coordination/bands'
import { DIRECTIONS } from '@greenwave/coordination/corridor'
import { Button, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { secondOfDayNow } from '../../../data/device/deviceClockView.ts'
import { useDevices } from '../../../data/device/useDevice.ts'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import { useCommonKinds } from '../../../data/queries/calendars.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { StatusShape, StatusTag } from '../../../ui/states/StatusTag.tsx'
import {
  type CorridorState,
  corridorState,
  type JunctionFacts,
  junctionFacts,
  type LookedAt,
  onKind,
  planStarts,
  startBefore,
  type Wave,
} from '../model/corridorFacts.ts'
import { diagramRows } from '../model/diagramRows.ts'
import { isOneWay } from '../model/directionState.ts'
import { minuteText, secondsText, useCorridorWords } from '../words/useCorridorWords.ts'
import styles from './Corridors.module.css'
import { JunctionTable } from './JunctionTable.tsx'
import { TimeSpaceDiagram } from './TimeSpaceDiagram.tsx'

interface CorridorStreetProps {
  readonly name: string
  readonly corridor: Corridor
  /** The junctions by the ids of their devices, as far as the user may see them. */
  readonly junctions: ReadonlyMap<string, FleetJunction>
}

const NOTHING_TRIED: ReadonlyMap<string, number> = new Map()

/** Shows how the junctions of a corridor work together: the wave, what breaks it, and the effect of other offsets. */
export function CorridorStreet({ name, corridor, junctions }: CorridorStreetProps) {
  const t = useTexts('corridors')
  const deviceIds = useMemo(() => corridor.junctions.map(({ device }) => device), [corridor])
  const present = useDevices(deviceIds, junctionFacts)
  const { kinds, kindSets } = useCommonKinds(deviceIds)
  const [kind, setKind] = useState('')
  const facts = useMemo(() => onKindOfDay(present, deviceIds, kindSets, kind), [present, deviceIds, kindSets, kind])
  const [at, setAt] = useState<LookedAt>('now')
  const [tried, setTried] = useState(NOTHING_TRIED)
  const nowMs = useNow(1000, serverNowMs)
  const states = useMemo(() => {
    const parts = { content: corridor, nameOf: (id: string) => junctions.get(id)?.label, facts, at }
    const now = corridorState({ ...parts, tried: NOTHING_TRIED })
    return { now, tried: tried.size === 0 ? now : corridorState({ ...parts, tried }) }
  }, [corridor, junctions, facts, at, tried])
  const { wave } = states.tried
  const words = useCorridorWords((junction) => junctions.get(deviceIds[junction] ?? '')?.label ?? t('unknownJunction'))
  const look = (value: string) => {
    setAt(value === 'now' ? 'now' : Number(value))
    setTried(NOTHING_TRIED)
  }
  const lookOn = (id: string) => {
    setKind(id)
    const starts = planStarts(onKindOfDay(present, deviceIds, kindSets, id))
    // A kind has no present, but a plan of this time of the day.
    look(id === '' ? 'now' : String(startBefore(starts, secondOfDayNow(null, nowMs))))
  }
  return (
    <>
      <Card
        title={t('wave')}
        padded={false}
        tags={wave && <BandTags wave={wave} before={tried.size > 0 ? states.now.wave : null} />}
        actions={
          <>
            {kinds.length > 0 && (
              <NativeSelect
                aria-label={t('planKind')}
                value={kind}
                data={[
                  { value: '', label: t('planNowSet') },
                  ...kinds.map(({ id, name: label }) => ({ value: id, label })),
                ]}
                onChange={(event) => lookOn(event.currentTarget.value)}
              />
            )}
            <NativeSelect
              aria-label={t('at')}
              value={String(at)}
              data={[
                ...(kind === '' ? [{ value: 'now', label: t('atNow') }] : []),
                ...planStarts(facts).map((second) => ({
                  value: String(second),
                  label: t('atTime', { time: minuteText(second) }),
                })),
              ]}
              onChange={(event) => look(event.currentTarget.value)}
            />
          </>
        }
      >
        <Sentences state={states.tried} words={words} isLoading={facts.every(({ running }) => running === null)} />
        {wave && (
          <TimeSpaceDiagram
            label={t('diagram', { name })}
            wave={wave}
            rows={diagramRows(corridor, wave, (metres, offset) => t('rowNote', { metres, offset }))}
            now={at === 'now' ? { ms: nowMs, second: secondOfDayNow(null, nowMs) } : null}
            onOffset={(junction, offset) =>
              setTried((before) => new Map(before).set(deviceIds[junction] ?? '', offset))
            }
          />
        )}
        {wave && <Legend hasNow={at === 'now'} isOneWay={isOneWay(corridor)} />}
        {tried.size > 0 && (
          <p className={styles.tried} role="status">
            <span>{t('trying')}</span>
            <Button size="xs" variant="default" onClick={() => setTried(NOTHING_TRIED)}>
              {t('stopTrying')}
            </Button>
          </p>
        )}
        {wave && !wave.corridor.every(({ canOffset }) => canOffset) && <p className={styles.hint}>{t('someFixed')}</p>}
      </Card>
      <Card title={t('junctions')} padded={false}>
        <JunctionTable corridor={corridor} junctions={junctions} set={states.tried.set} facts={facts} />
      </Card>
    </>
  )
}

/** Returns the facts about junctions on days of a kind; as they are now without one. */
function onKindOfDay(
  present: readonly JunctionFacts[],
  deviceIds: readonly string[],
  kindSets: ReadonlyMap<string, JunctionKinds> | undefined,
  kind: string,
): readonly JunctionFacts[] {
  return kind === ''
    ? present
    : present.map((facts, nth) => onKind(facts, kindSets?.get(deviceIds[nth] ?? '')?.kinds[kind]))
}

/** The bands in figures, beside what they were before offsets were tried. */
function BandTags({ wave, before }: { readonly wave: Wave; readonly before: Wave | null }) {
  const t = useTexts('corridors')
  return DIRECTIONS.map((direction) => {
    const band = wave.bands.byDirection[direction]
    if (!band) return null
    const seconds = (band.arc?.widthMs ?? 0) / 1000
    const was = (before?.bands.byDirection[direction]?.arc?.widthMs ?? 0) / 1000
    const promised = (wave.promised.byDirection[direction]?.arc?.widthMs ?? 0) / 1000
    const smallest = smallestGreen(wave.corridor, direction).seconds
    return (
      <StatusTag key={direction} tone={seconds > 0 && seconds >= promised / 2 ? 'ok' : 'warn'}>
        {t(`band.${direction}`, {
          seconds: secondsText(seconds),
          cycle: wave.cycle,
          share: Math.round((seconds / smallest) * 100),
        })}
        {before && was !== seconds && ` · ${t('bandWas', { seconds: secondsText(was) })}`}
      </StatusTag>
    )
  })
}

interface SentencesProps {
  readonly state: CorridorState
  readonly words: ReturnType<typeof useCorridorWords>
  readonly isLoading: boolean
}

/** States what prevents the wave, and what limits it. */
function Sentences({ state: { obstacles, midnight, wave }, words, isLoading }: SentencesProps) {
  const t = useTexts('corridors')
  if (isLoading) return <p className={styles.hint}>{t('settingsLoading')}</p>
  const promised =
    wave && wave.promised !== wave.bands
      ? DIRECTIONS.flatMap((direction) => {
          const band = wave.promised.byDirection[direction]
          return band
            ? [t('rightClocks', { way: words.way(direction), seconds: secondsText((band.arc?.widthMs ?? 0) / 1000) })]
            : []
        })
      : []
  return (
    <ul className={styles.sentences} aria-label={t('sentences')}>
      {!wave && <li className={styles.noWave}>{t('noWave')}</li>}
      {obstacles.map((obstacle, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no other identity
        <li key={index}>
          <StatusShape tone={wave ? 'warn' : 'bad'} /> {words.obstacleText(obstacle)}
        </li>
      ))}
      {promised.map((text) => (
        <li key={text}>{text}</li>
      ))}
      {wave?.limits.map((limit) => (
        <li key={limit.direction}>{words.limitText(limit)}</li>
      ))}
      {midnight && (
        <li>
          <StatusShape tone="warn" /> {words.midnightText(midnight)}
        </li>
      )}
    </ul>
  )
}

/** Explains the marks of the diagram. */
function Legend({ hasNow, isOneWay: hasOneWay }: { readonly hasNow: boolean; readonly isOneWay: boolean }) {
  const t = useTexts('corridors')
  return (
    <ul className={styles.legend}>
      <li data-mark="set">{t('legend.set')}</li>
      {hasNow && <li data-mark="seen">{t('legend.seen')}</li>}
      {hasNow && <li data-mark="notShown">{t('legend.notShown')}</li>}
      {hasNow && <li data-mark="dark">{t('legend.dark')}</li>}
      {hasNow && <li data-mark="unknown">{t('legend.unknown')}</li>}
      <li data-mark="outbound">{t('legend.outbound')}</li>
      {!hasOneWay && <li data-mark="inbound">{t('legend.inbound')}</li>}
    </ul>
  )
}
