import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { dayText, timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { TapeModel } from '../model/TapeModel.ts'
import { useHistoryWords, zoneName } from '../words/useHistoryWords.ts'
import styles from './ReplayFrame.module.css'
import { ReplayHeads } from './ReplayHeads.tsx'
import { usePlayhead, useSecond } from './useTape.ts'

/** The second at the cursor, in a frame that is unlike anything live: its lamps, and all that is known of it. */
export function ReplayFrame({ model, children }: { model: TapeModel; children: ReactNode }) {
  const t = useTexts('monitoring', 'history')
  return (
    <section className={styles.frame} aria-label={t('title')}>
      <Banner model={model} />
      <SecondFacts model={model} />
      {children}
    </section>
  )
}

/** Names the text of a second that is not read; undefined for one that is, with or without data. */
const MISSING = { read: undefined, reading: 'loading', failed: 'unread' } as const

function Banner({ model }: { model: TapeModel }) {
  const t = useTexts('monitoring', 'history')
  const words = useHistoryWords()
  const second = useSecond(model)
  const speed = usePlayhead(model.playhead, 'speed')
  const { atMs } = second
  const missing = MISSING[second.reading]
  const lamps = missing ? t(`sources.${missing}`) : words.lamps(second).join(', ')
  return (
    <div className={styles.banner}>
      <h2>{t('replay', { time: timeText(atMs) })}</h2>
      <span>{t('zone', { day: dayText(atMs), zone: zoneName(atMs) })}</span>
      {/* While it plays, each second would interrupt the one before. */}
      <VisuallyHidden role="status">{speed === null && `${timeText(atMs)}: ${lamps}`}</VisuallyHidden>
    </div>
  )
}

function SecondFacts({ model }: { model: TapeModel }) {
  const t = useTexts('monitoring', 'history')
  const words = useHistoryWords()
  const second = useSecond(model)
  const { takenMs, source, reading, plan, mode, connected } = second
  const missing = MISSING[reading]
  return (
    <div className={styles.second}>
      <div className={styles.heads}>
        <ReplayHeads second={second} missing={missing && t(`sources.${missing}`)} />
      </div>
      <dl className={styles.facts}>
        <Fact name={t('source')}>
          {t(`sources.${missing ?? source ?? 'none'}`)}
          {takenMs !== null && ` · ${t('sampleAt', { time: exactText(takenMs) })}`}
        </Fact>
        <Fact name={t('plan')}>{plan ? words.plan(plan) : t('unknown')}</Fact>
        <Fact name={t('mode')}>{mode === undefined ? t('unknown') : words.mode(mode)}</Fact>
        <Fact name={t('clock')}>{words.clock(second)}</Fact>
        <Fact name={t('connection')}>
          {connected === undefined ? t('unknown') : t(connected ? 'connected' : 'gone')}
        </Fact>
      </dl>
    </div>
  )
}

function exactText(ms: number): string {
  return `${timeText(ms)}.${String(Math.floor(ms % 1000)).padStart(3, '0')}`
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
