import type { AlikeSums } from '@greenwave/observer/conformity/byKind'
import type { DaySpan, Period } from '@greenwave/observer/conformity/days'
import { changesOf, type FigureChange, isFlawless, verdictOf, worseFirst } from '@greenwave/observer/conformity/verdict'
import type { Sums } from '@greenwave/contract/records/daySums'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReportRow } from '../../../data/reports/Report.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusShape, StatusTag, type Tone } from '../../../ui/states/StatusTag.tsx'
import type { ReportAddress } from '../model/reportAddress.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import { CHANGE_TONES, GRADE_TONES, useVerdictWords } from '../words/useVerdictWords.ts'
import styles from './Reports.module.css'

/** Junctions that are named as the worst. */
const NAMED = 5

/** The sums of the span before that the verdict is compared with. */
export interface Earlier {
  readonly span: DaySpan
  /** What can be compared with them. Null while they are read; undefined where they cannot be. */
  readonly alike: AlikeSums | null | undefined
}

export interface VerdictCardProps {
  readonly period: Period
  readonly span: DaySpan
  /** Whether the span is over. */
  readonly isOver: boolean
  readonly sums: Sums
  readonly rows: readonly ReportRow[]
  readonly earlier: Earlier
  readonly address: ReportAddress
}

/** Whether the span was good in a sentence, four figures with their changes, and the five worst junctions. */
export function VerdictCard({ period, span, isOver, sums, rows, earlier, address }: VerdictCardProps) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const verdicts = useVerdictWords()
  const verdict = verdictOf(sums)
  const { figures, dangers, grade } = verdict
  const { alike } = earlier
  const changes = alike ? changesOf(alike.now, alike.before) : null
  const affected = rows.filter((row) => row.figures.incidents > 0).length
  const hours = words.length(sums.expected - sums.notShown)
  const incidents = [
    t('verdict.atJunctions', { affected: words.count(affected), count: rows.length }),
    dangers > 0 && t('verdict.dangersAmong', { count: dangers }),
  ].filter((text) => text !== false)
  return (
    <section className={styles.verdict} aria-labelledby="verdict" data-grade={grade}>
      <h2 id="verdict" className={styles.verdictSentence}>
        <StatusShape tone={GRADE_TONES[grade]} /> {verdicts.sentence(verdict, period, span, isOver)}
      </h2>
      <p className={styles.because}>{verdicts.because(verdict)}</p>
      <dl className={styles.verdictFigures} aria-label={t('verdict.title')}>
        <Figure
          name={t('asProgrammed')}
          figure={words.share(figures.asProgrammed, 'down')}
          change={changes && changeOf('share', changes.asProgrammed)}
        >
          {t('verdict.ofCycles', { checked: words.count(figures.evaluated), cycles: words.count(figures.cycles) })}
        </Figure>
        <Figure
          name={t('available')}
          figure={words.share(figures.available, 'down')}
          change={changes && changeOf('share', changes.available)}
        >
          {t('verdict.ofTime', { time: hours })}
          {figures.missing ? `; ${t('missingBeside', { share: words.share(figures.missing, 'up') })}` : ''}
        </Figure>
        <Figure
          name={t('incidents')}
          figure={words.count(figures.incidents)}
          change={changes && changeOf('incidents', changes.incidents)}
        >
          {incidents.join(', ')}
        </Figure>
        <Figure
          name={t('clear')}
          figure={words.length(figures.clearSeconds)}
          change={changes && changeOf('length', changes.clear)}
        >
          {t('verdict.ofCleared', { count: figures.cleared })}
        </Figure>
      </dl>
      <p className={styles.note}>
        {alike === null && t('verdict.reading', { span: verdicts.days(earlier.span) })}
        {alike && t('verdict.compared', { span: verdicts.days(earlier.span) })} {alike?.isByKind && t('verdict.byKind')}{' '}
        {alike && left(alike).length > 0 && t('verdict.kindsLeft', { kinds: left(alike).join(', ') })}{' '}
        {t('verdict.limits')}{' '}
        <Link to="/account" search={{ tab: 'notifications' }}>
          {t('verdict.monthly')}
        </Link>
      </p>
      {rows.length > 1 && <Worst rows={rows} address={address} />}
    </section>
  )

  function left(of: AlikeSums): readonly string[] {
    return of.left.map((name) => name || t('noKindOfDay'))
  }

  function changeOf(of: 'share' | 'incidents' | 'length', change: FigureChange | null): Changed {
    if (!change) return { tone: 'mute', text: t('verdict.change.unknown') }
    return { tone: CHANGE_TONES[change.is], text: verdicts.change(of, change) }
  }
}

interface Changed {
  readonly tone: Tone
  readonly text: string
}

interface FigureProps {
  readonly name: string
  readonly figure: string
  readonly change: Changed | null
  /** Of what the figure is. */
  readonly children: ReactNode
}

function Figure({ name, figure, change, children }: FigureProps) {
  return (
    <div className={styles.verdictFigure}>
      <dt>{name}</dt>
      <dd className={styles.figure}>{figure}</dd>
      <dd>{change && <StatusTag tone={change.tone}>{change.text}</StatusTag>}</dd>
      <dd className={styles.beside}>{children}</dd>
    </div>
  )
}

/** The junctions against which most can be said, each a link to its own report. */
function Worst({ rows, address: { period, day } }: Pick<VerdictCardProps, 'rows' | 'address'>) {
  const t = useTexts('monitoring', 'reports')
  const verdicts = useVerdictWords()
  const worst = rows
    .map(({ id, label, sums }) => ({ id, label, verdict: verdictOf(sums) }))
    .filter(({ verdict }) => !isFlawless(verdict))
    .sort((a, b) => worseFirst(a.verdict, b.verdict) || a.label.localeCompare(b.label))
    .slice(0, NAMED)
  if (worst.length === 0) return <p className={styles.note}>{t('verdict.noneWorst')}</p>
  return (
    <>
      <h3 className={styles.worstTitle}>{t('verdict.worst', { count: worst.length })}</h3>
      <ol className={styles.worst}>
        {worst.map(({ id, label, verdict }) => (
          <li key={id}>
            <StatusTag tone={GRADE_TONES[verdict.grade]}>{t(`verdict.grades.${verdict.grade}`)}</StatusTag>
            <Link to="/reports" search={{ period, day, junction: id }}>
              {label}
            </Link>
            <span>{verdicts.facts(verdict).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
