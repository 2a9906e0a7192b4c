import { figuresOf, programShare, spreadFigures } from '@greenwave/observer/conformity/figures'
import type { ProgramSums, Spread, Sums } from '@greenwave/contract/records/daySums'
import { useTexts } from '../../../texts/useTexts.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../../ui/states/Skeletons.tsx'
import { useFigureWords } from '../words/useFigureWords.ts'
import { Over, PlotTable } from './PlotTable.tsx'
import { ReportSection } from './ReportSection.tsx'
import styles from './Reports.module.css'

const CategoryPlot = lazyPart(async () => (await import('../../../ui/plots/CategoryPlot.tsx')).CategoryPlot)

/** By how much cycles, greens and their beginnings differ from each program. */
export function DeviationsCard({ sums: all }: { readonly sums: Sums }) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const { over } = figuresOf(all)
  const overAll = [
    [t('cycleLength'), words.over(over.cycleLength, 'overCycles')],
    [t('greens'), words.over(over.greens, 'overGreens')],
    [t('position'), words.over(over.position, 'overGreens')],
  ].flatMap(([name, text]) => (text ? [`${name}: ${text}`] : []))
  const rows = all.programs.flatMap((sums) =>
    partsOf(sums).flatMap(({ spread, name, phase }) => {
      const figures = spreadFigures(spread)
      return figures ? [{ sums, figures, what: t(`${name}Of`, { phase }) }] : []
    }),
  )
  if (rows.length === 0) return null
  return (
    <ReportSection section="deviations" title={t('deviations')}>
      <p className={styles.note}>{t('deviationsHint')}</p>
      {overAll.length > 0 && <p className={styles.note}>{overAll.join(' · ')}</p>}
      <PartLoading meanwhile={<SkeletonBlock height={220} />} failed={null}>
        <CategoryPlot
          label={[t('deviations'), ...overAll].join('. ')}
          categories={rows.map(({ sums: { program }, what }) => t('placeOf', { program, what }))}
          series={[
            {
              ...{ label: t('mean'), shape: 'bars', colour: '--gw-accent' },
              values: rows.map(({ figures }) => figures.meanSize),
            },
            {
              ...{ label: t('largest'), shape: 'points', colour: '--gw-bad' },
              values: rows.map(({ figures }) => figures.largest),
            },
          ]}
          textOf={(value) => words.seconds(value, false)}
        />
      </PartLoading>
      <PlotTable
        folded
        label={t('deviations')}
        head={[t('program'), t('what'), t('signedMean'), t('mean'), t('largest'), t('count'), t('asProgrammed')]}
        rows={rows.map(({ sums, figures, what }) => ({
          key: `${sums.program} ${what}`,
          cells: [
            sums.program,
            what,
            words.seconds(figures.mean, true),
            words.seconds(figures.meanSize, false),
            words.difference(figures.largest),
            words.count(figures.count),
            <Over key="asProgrammed" text={t('ofCycles', { count: sums.evaluated })}>
              {words.share(programShare(sums), 'down')}
            </Over>,
          ],
        }))}
      />
    </ReportSection>
  )
}

interface Part {
  readonly name: 'length' | 'green' | 'start'
  readonly phase: number
  readonly spread: Spread
}

function partsOf({ cycle, greens, starts }: ProgramSums): readonly Part[] {
  return [
    { name: 'length', phase: 0, spread: cycle },
    ...greens.map((spread, nth): Part => ({ name: 'green', phase: nth + 1, spread })),
    ...starts.map((spread, nth): Part => ({ name: 'start', phase: nth + 1, spread })),
  ]
}
