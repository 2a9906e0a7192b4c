import { type DaySpan, dateOf, daysOf } from '@greenwave/observer/conformity/days'
import { figuresOf } from '@greenwave/observer/conformity/figures'
import { NO_SUMS } from '@greenwave/observer/conformity/sums'
import type { Sums } from '@greenwave/contract/records/daySums'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../texts/useTexts.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../../ui/states/Skeletons.tsx'
import { dateText } from '../model/reportPeriod.ts'
import type { ReportAddress } from '../model/reportAddress.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import { Over, PlotTable } from './PlotTable.tsx'
import { ReportSection } from './ReportSection.tsx'
import styles from './Reports.module.css'

const CategoryPlot = lazyPart(async () => (await import('../../../ui/plots/CategoryPlot.tsx')).CategoryPlot)

/** The table of a month is long, and the plot says the same. */
const DAYS_OF_A_WEEK = 7

export interface DaysCardProps {
  readonly span: DaySpan
  readonly days: ReadonlyMap<number, Sums>
  /** Sums of all days. */
  readonly sums: Sums
  readonly address: ReportAddress
}

/** How well it went day by day: a plot to look at, and a table whose days lead to the reports of these days. */
export function DaysCard({ span, days, sums, address: { junction, customer, corridor } }: DaysCardProps) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const rows = daysOf(span).map((dayMs) => ({ dayMs, figures: figuresOf(days.get(dayMs) ?? NO_SUMS) }))
  const { over } = figuresOf(sums)
  const overAll = [
    [t('asProgrammed'), words.over(over.asProgrammed, 'overCycles')],
    [t('available'), words.over(over.available, 'overSeconds')],
  ].flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []))
  const percent = (share: number | null): number | null => (share === null ? null : share * 100)
  return (
    <ReportSection section="byDay" title={t('byDay')}>
      <PartLoading meanwhile={<SkeletonBlock height={220} />} failed={null}>
        <CategoryPlot
          label={[t('byDay'), ...overAll].join('. ')}
          categories={rows.map(({ dayMs }) => dateText(dateOf(dayMs)).slice(0, 5))}
          series={[
            {
              ...{ label: t('asProgrammed'), shape: 'line', colour: '--gw-accent' },
              values: rows.map(({ figures }) => percent(figures.asProgrammed)),
            },
            {
              ...{ label: t('available'), shape: 'dashed', colour: '--gw-ok' },
              values: rows.map(({ figures }) => percent(figures.available)),
            },
          ]}
          textOf={(value) => words.share(value / 100, 'down')}
          top={100}
        />
      </PartLoading>
      {overAll.length > 0 && <p className={styles.note}>{overAll.join(' · ')}</p>}
      <PlotTable
        folded={rows.length > DAYS_OF_A_WEEK}
        label={t('byDay')}
        head={[t('day'), t('asProgrammed'), t('available'), t('missing'), t('cycles'), t('incidents')]}
        rows={rows.map(({ dayMs, figures }) => ({
          key: String(dayMs),
          cells: [
            <Link key="day" to="/reports" search={{ period: 'day', day: dateOf(dayMs), junction, customer, corridor }}>
              {dateText(dateOf(dayMs))}
            </Link>,
            <Over
              key="asProgrammed"
              text={
                figures.asProgrammed === null
                  ? ''
                  : t('judgedOf', { checked: words.count(figures.evaluated), cycles: words.count(figures.cycles) })
              }
            >
              {words.share(figures.asProgrammed, 'down')}
            </Over>,
            <Over key="available" text={words.over(figures.over.available, 'overSeconds')}>
              {words.share(figures.available, 'down')}
            </Over>,
            words.share(figures.missing, 'up'),
            days.has(dayMs) ? words.count(figures.cycles) : '–',
            days.has(dayMs) ? words.count(figures.incidents) : '–',
          ],
        }))}
      />
    </ReportSection>
  )
}
