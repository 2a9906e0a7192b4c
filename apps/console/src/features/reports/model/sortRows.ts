import { verdictOf, worseFirst } from '@greenwave/observer/conformity/verdict'
import type { ReportRow } from '../../../data/reports/Report.ts'
import type { ReportAddress, ReportSort } from './reportAddress.ts'

/** Returns the figure by which a column is sorted; null where it is not known. */
function figureOf({ figures }: ReportRow, sort: Exclude<ReportSort, 'worst' | 'name'>): number | null {
  switch (sort) {
    case 'greens':
    case 'cycleLength':
    case 'position':
      return figures[sort]?.meanSize ?? null
    case 'acknowledge':
      return figures.acknowledgeSeconds
    case 'clear':
      return figures.clearSeconds
    default:
      return figures[sort]
  }
}

/** Returns the junctions in the order that an address asks for. What is not known comes last in any order. */
export function sortRows(
  rows: readonly ReportRow[],
  { sort, order }: Pick<ReportAddress, 'sort' | 'order'>,
): readonly ReportRow[] {
  const sign = order === 'ASC' ? 1 : -1
  const byName = (a: ReportRow, b: ReportRow): number => a.label.localeCompare(b.label) || a.name.localeCompare(b.name)
  if (sort === 'name') return rows.toSorted((a, b) => sign * byName(a, b))
  if (sort === 'worst') {
    const judged = rows.map((row) => ({ row, verdict: verdictOf(row.sums) }))
    return judged.sort((a, b) => worseFirst(a.verdict, b.verdict) || byName(a.row, b.row)).map(({ row }) => row)
  }
  return rows.toSorted((a, b) => {
    const [one, other] = [figureOf(a, sort), figureOf(b, sort)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byName(a, b)
    return sign * (one - other) || byName(a, b)
  })
}
