import { parseWave, WAVE_KEY, type Wave, type WaveCycleState } from '@greenwave/contract/records/waves'
import { DIRECTIONS } from '@greenwave/coordination/corridor'
import { VisuallyHidden } from '@mantine/core'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { useServerAttributes } from '../../../data/useWatch.ts'
import { sinceText, timeText } from '../../../shared/dateText.ts'
import { useWaveCauseText } from '../../../shared/useWaveCauseText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { StatusShape, StatusTag, toneOfMark } from '../../../ui/states/StatusTag.tsx'
import { directionState, isOldWave } from '../model/directionState.ts'
import { waveShare } from '../model/waveShare.ts'
import { secondsText } from '../words/useCorridorWords.ts'
import styles from './StreetWave.module.css'

/** How the watcher saw the green wave of a corridor on the street, cycle after cycle; live. */
export function StreetWave({ corridorId }: { readonly corridorId: string }) {
  const t = useTexts('corridors')
  const attributes = useServerAttributes('ASSET', corridorId, WAVE_KEY)
  const nowMs = useNow(10_000, serverNowMs)
  const wave = attributes && parseWave(attributes[WAVE_KEY]?.value)
  if (!attributes) return null
  return (
    <Card title={t('street')} padded={false} tags={wave && wave.cycle > 0 && <ShareTags wave={wave} />}>
      <div className={styles.body}>
        {wave ? <Seen wave={wave} nowMs={nowMs} /> : <p className={styles.note}>{t('notWatched')}</p>}
      </div>
    </Card>
  )
}

/** Shows the share of the planned band that is left in each direction, in the last cycles observed. */
function ShareTags({ wave }: { readonly wave: Wave }) {
  const t = useTexts('corridors')
  return DIRECTIONS.map((direction) => {
    const share = waveShare(wave, direction)
    if (share === null) return null
    return (
      <StatusTag key={direction} tone={share < 0.5 ? toneOfMark('deviation') : 'ok'}>
        {t(`share.${direction}`, { share: Math.round(share * 100) })}
      </StatusTag>
    )
  })
}

function Seen({ wave, nowMs }: { readonly wave: Wave; readonly nowMs: number }) {
  const t = useTexts('corridors')
  const causeText = useWaveCauseText()
  const causes = wave.causes.flatMap((cause) => causeText({ ...cause, cause: cause.code }) ?? [])
  return (
    <>
      {isOldWave(wave, nowMs) && (
        <p className={styles.note}>
          <StatusShape tone="warn" /> {t('waveOld', { time: sinceText(wave.at, nowMs) })}
        </p>
      )}
      {wave.brokenSince !== null && (
        <p className={styles.broken}>
          <StatusShape tone={toneOfMark('deviation')} />{' '}
          {t('brokenSince', { time: sinceText(wave.brokenSince, nowMs) })}
        </p>
      )}
      {causes.length > 0 && (
        <ul className={styles.causes} aria-label={t('causes')}>
          {causes.map((text) => (
            <li key={text}>
              <StatusShape tone="warn" /> {sentence(text)}
            </li>
          ))}
        </ul>
      )}
      {wave.cycle === 0 ? (
        <p className={styles.note}>{t('nothingPlanned')}</p>
      ) : wave.cycles.length === 0 ? (
        <p className={styles.note}>{t('firstCycle')}</p>
      ) : (
        <Strip wave={wave} />
      )}
    </>
  )
}

/** The last cycles as bars beside the planned band, with words for who does not see them. */
function Strip({ wave }: { readonly wave: Wave }) {
  const t = useTexts('corridors')
  const { cycles } = wave
  const [from, to] = [cycles[0]?.at ?? wave.at, cycles.at(-1)?.at ?? wave.at]
  const strips = DIRECTIONS.map((direction) => {
    const planned = wave.planned[direction]
    if (planned === null) return null
    return (
      <figure key={direction} className={styles.direction}>
        <figcaption>{t(`plannedBand.${direction}`, { seconds: secondsText(planned) })}</figcaption>
        <ol className={styles.strip} aria-label={t(`lastCycles.${direction}`)}>
          {cycles.map((cycle) => (
            <Bar
              key={cycle.at}
              atMs={cycle.at}
              state={directionState(cycle, wave.planned, direction)}
              seconds={cycle.seen[direction]}
              planned={planned}
            />
          ))}
        </ol>
      </figure>
    )
  })
  return (
    <>
      {strips}
      <p className={styles.note}>{t('cyclesSpan', { from: timeText(from), to: timeText(to + wave.cycle * 1000) })}</p>
    </>
  )
}

interface BarProps {
  readonly atMs: number
  readonly state: WaveCycleState
  /** Null where the width of the band was not observed. */
  readonly seconds: number | null
  readonly planned: number
}

function Bar({ atMs, state, seconds, planned }: BarProps) {
  const t = useTexts('corridors')
  const words = t('cycleAt', { time: timeText(atMs), state: t(`cycleStates.${state}`) })
  const share = seconds === null ? 0 : Math.min(1, seconds / planned)
  return (
    <li data-state={state} title={words}>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ height: `${Math.max(share * 100, 4)}%` }} />
      </span>
      <span className={styles.seconds}>{seconds === null ? '–' : secondsText(Math.round(seconds))}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </li>
  )
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toLocaleUpperCase()}${text.slice(1)}.`
}
