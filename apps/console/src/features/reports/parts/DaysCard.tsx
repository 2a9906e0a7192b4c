import { type DaySpan, dateOf, daysOf } from '@greenwave/observer/conformity/days'
import { figuresOf } from '@greenwave/observer/conformity/figures'
import { NO_SUMS } from '@greenwave/observer/conformity/sums'
import type { Sums } from '@greenwave/contract/records/daySums'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../../ui/states/Skeletons.tsx'
import { dateText } from '../model/reportPeriod.ts'
import type { ReportAddress } from '../model/reportAddress.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import { PlotTable } from './PlotTable.tsx'

const CategoryPlot = lazyPart(async () => (await import('../../../ui/plots/CategoryPlot.tsx')).CategoryPlot)

/** The table of a month is long, and the plot says the same. */
const DAYS_OF_A_WEEK = 7

export interface DaysCardProps {
  readonly span: DaySpan
  readonly days: ReadonlyMap<number, Sums>
  readonly address: ReportAddress
}

/** How well it went day by day: a plot to look at, and a table whose days lead to the reports of these days. */
export function DaysCard({ span, days, address: { junction, customer, corridor } }: DaysCardProps) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const rows = daysOf(span).map((dayMs) => ({ dayMs, figures: figuresOf(days.get(dayMs) ?? NO_SUMS) }))
  const percent = (share: number | null): number | null => (share === null ? null : share * 100)
  return (
    <Card title={t('byDay')}>
      <PartLoading meanwhile={<SkeletonBlock height={220} />} failed={null}>
        <CategoryPlot
          label={t('byDay')}
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
            words.share(figures.asProgrammed, 'down'),
            words.share(figures.available, 'down'),
            words.share(figures.missing, 'up'),
            days.has(dayMs) ? words.count(figures.cycles) : '–',
            days.has(dayMs) ? words.count(figures.incidents) : '–',
          ],
        }))}
      />
    </Card>
  )
}
