import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReportRow } from '../../../data/reports/Report.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ListPager } from '../../../ui/lists/ListPager.tsx'
import list from '../../../ui/lists/ListTable.module.css'
import { type ListColumn, ListTable } from '../../../ui/lists/ListTable.tsx'
import { Scrollable } from '../../../ui/page/Scrollable.tsx'
import type { ReportAddress, ReportSort } from '../model/reportAddress.ts'
import { sortRows } from '../model/sortRows.ts'
import { useFigureWords } from '../words/useFigureWords.ts'
import { ReportSection } from './ReportSection.tsx'
import styles from './Reports.module.css'

const PAGE_SIZE = 50

export interface JunctionsCardProps {
  readonly rows: readonly ReportRow[]
  readonly address: ReportAddress
  readonly onAddress: (change: Partial<ReportAddress>) => void
}

/** The junctions of a report, the worst first, or as one likes. Each leads to its own report. */
export function JunctionsCard({ rows, address, onAddress }: JunctionsCardProps) {
  const t = useTexts('monitoring', 'reports')
  // Where all were new, the head of the page says so.
  const isMixed = rows.some(({ watchedSinceMs }) => watchedSinceMs === null)
  const columns = useColumns(address, isMixed)
  const sorted = sortRows(rows, address)
  const page = Math.min(address.page, Math.max(0, Math.ceil(rows.length / PAGE_SIZE) - 1))
  const shown = sorted.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
  return (
    <ReportSection
      section="junctions"
      title={t(address.sort === 'worst' ? 'junctions' : 'junctionsSorted')}
      padded={false}
      actions={
        address.sort !== 'worst' && (
          <Button variant="default" onClick={() => onAddress({ sort: 'worst', order: 'ASC', page: 0 })}>
            {t('worstFirst')}
          </Button>
        )
      }
    >
      <Scrollable label={t('junctionsSorted')}>
        <div className={styles.wide}>
          <ListTable<ReportRow, ReportSort>
            label={t('tableCaption', { page: page + 1 })}
            columns={columns}
            rows={shown}
            rowKey={({ id }) => id}
            stale={false}
            sort={{ property: address.sort, order: address.order }}
            onSort={({ property, order }) => onAddress({ sort: property, order, page: 0 })}
          />
        </div>
      </Scrollable>
      {rows.length > PAGE_SIZE && (
        <ListPager
          page={page}
          pageSize={PAGE_SIZE}
          shown={shown.length}
          total={rows.length}
          withTotals
          hasNext={(page + 1) * PAGE_SIZE < rows.length}
          onPage={(next) => onAddress({ page: next })}
        />
      )}
    </ReportSection>
  )
}

function useColumns({ period, day }: ReportAddress, isMixed: boolean): readonly ListColumn<ReportRow, ReportSort>[] {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const ofIncidents = (count: number): string => (count > 0 ? t('ofIncidents', { count }) : '')
  const column = (
    sortBy: Exclude<ReportSort, 'worst' | 'name'>,
    cell: (row: ReportRow) => string,
    small: (row: ReportRow) => readonly string[] = () => [],
  ) => ({
    label: t(sortBy),
    sortBy,
    cell: (row: ReportRow) => (
      <span className={styles.number}>
        {cell(row)}
        {small(row)
          .filter((text) => text !== '')
          .map((text) => (
            <span key={text} className={styles.small}>
              {text}
            </span>
          ))}
      </span>
    ),
  })
  return [
    {
      label: t('junction'),
      sortBy: 'name',
      part: 'title',
      cell: ({ id, label, watchedSinceMs, unrecorded }) => (
        <span className={styles.junction}>
          <Link className={list.rowLink ?? ''} to="/reports" search={{ period, day, junction: id }}>
            {label}
          </Link>
          {isMixed && watchedSinceMs !== null && (
            <span className={styles.small}>{t('since', { time: dateText(watchedSinceMs) })}</span>
          )}
          {unrecorded > 0 && <span className={styles.small}>{t('unrecorded', { count: unrecorded })}</span>}
        </span>
      ),
    },
    column(
      'asProgrammed',
      ({ figures }) => words.share(figures.asProgrammed, 'down'),
      ({ figures }) => [
        t('judgedOf', { checked: words.count(figures.evaluated), cycles: words.count(figures.cycles) }),
      ],
    ),
    column('missing', ({ figures }) => words.share(figures.missing, 'up')),
    column(
      'greens',
      ({ figures }) => words.mean(figures.greens),
      ({ figures }) => [words.atMost(figures.greens), words.over(figures.over.greens, 'overGreens')],
    ),
    column(
      'cycleLength',
      ({ figures }) => words.mean(figures.cycleLength),
      ({ figures }) => [words.atMost(figures.cycleLength), words.over(figures.over.cycleLength, 'overCycles')],
    ),
    column(
      'position',
      ({ figures }) => words.mean(figures.position),
      ({ figures }) => [words.atMost(figures.position), words.over(figures.over.position, 'overGreens')],
    ),
    column(
      'plansOnTime',
      ({ figures }) => words.share(figures.plansOnTime, 'down'),
      ({ figures }) => [words.over(figures.over.plansOnTime, 'overChanges')],
    ),
    column(
      'available',
      ({ figures }) => words.share(figures.available, 'down'),
      ({ figures }) => [words.over(figures.over.available, 'overSeconds')],
    ),
    column('incidents', ({ figures }) => words.count(figures.incidents)),
    column(
      'acknowledge',
      ({ figures }) => words.length(figures.acknowledgeSeconds),
      ({ figures }) => [ofIncidents(figures.acknowledged)],
    ),
    column(
      'clear',
      ({ figures }) => words.length(figures.clearSeconds),
      ({ figures }) => [ofIncidents(figures.cleared)],
    ),
  ]
}
