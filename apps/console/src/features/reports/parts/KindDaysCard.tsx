/** @file How well each kind of day went, and its change on the same kind in the span before. */
import type { Sums } from '@greenwave/contract/records/daySums'
import type { KindSums } from '@greenwave/observer/conformity/byKind'
import { figuresOf } from '@greenwave/observer/conformity/figures'
import { changesOf, type FigureChange } from '@greenwave/observer/conformity/verdict'
import { addSums, NO_SUMS } from '@greenwave/observer/conformity/sums'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import type { ReportAddress } from '../model/reportAddress.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import { CHANGE_TONES, useVerdictWords } from '../words/useVerdictWords.ts'
import { PlotTable } from './PlotTable.tsx'
import { ReportSection } from './ReportSection.tsx'

export interface KindDaysCardProps {
  /** Sums by day and kind. */
  readonly kinds: ReadonlyMap<number, KindSums>
  /** Sums by kind of the span before; undefined until they are read. */
  readonly earlier: KindSums | undefined
  readonly address: ReportAddress
}

/** Lists the kinds of day, the most frequent first. Each leads to the report of its days alone. */
export function KindDaysCard({ kinds, earlier, address }: KindDaysCardProps) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const verdicts = useVerdictWords()
  const rows = new Map<string, { days: number; sums: Sums }>()
  for (const ofDay of kinds.values()) {
    for (const [name, sums] of ofDay) {
      const before = rows.get(name) ?? { days: 0, sums: NO_SUMS }
      rows.set(name, { days: before.days + 1, sums: addSums(before.sums, sums) })
    }
  }
  const changed = (of: 'share' | 'incidents', change: FigureChange | null | undefined) =>
    change ? <StatusTag tone={CHANGE_TONES[change.is]}>{verdicts.change(of, change)}</StatusTag> : null
  return (
    <ReportSection section="kindsOfDay" title={t('byKindOfDay')}>
      <PlotTable
        label={t('byKindOfDay')}
        head={[t('kindOfDay'), t('daysOf'), t('asProgrammed'), t('available'), t('incidents')]}
        rows={[...rows]
          .sort(([a, one], [b, other]) => Number(a === '') - Number(b === '') || other.days - one.days)
          .map(([name, { days, sums }]) => {
            const [figures, before] = [figuresOf(sums), name === '' ? undefined : earlier?.get(name)]
            const changes = before && changesOf(sums, before)
            return {
              key: name,
              cells: [
                name === '' ? (
                  t('noKindOfDay')
                ) : (
                  <Link key="kind" to="/reports" search={{ ...address, kind: name, page: 0 }}>
                    {name}
                  </Link>
                ),
                words.count(days),
                <>
                  {words.share(figures.asProgrammed, 'down')} {changed('share', changes?.asProgrammed)}
                </>,
                <>
                  {words.share(figures.available, 'down')} {changed('share', changes?.available)}
                </>,
                <>
                  {words.count(figures.incidents)} {changed('incidents', changes?.incidents)}
                </>,
              ],
            }
          })}
      />
    </ReportSection>
  )
}
