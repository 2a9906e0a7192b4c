import type { Sums } from '@greenwave/contract/records/daySums'
import { addKinds, alikeSums, type KindSums } from '@greenwave/observer/conformity/byKind'
import { type DaySpan, dateOf, midnightOf, spanOf } from '@greenwave/observer/conformity/days'
import { NO_SUMS } from '@greenwave/observer/conformity/sums'
import { Button } from '@mantine/core'
import IconReportAnalytics from '@tabler/icons-react/dist/esm/icons/IconReportAnalytics.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ReportRequest, type ShownReport, useReport } from '../../data/reports/useReport.ts'
import { type WaveIncident, waveIncidentsQuery, withWaveIncidents } from '../../data/reports/waveIncidents.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { dateText } from '../../shared/dateText.ts'
import { saveFile } from '../../shared/saveFile.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../ui/states/Skeletons.tsx'
import type { ReportAddress } from './model/reportAddress.ts'
import { reportCsv } from './model/reportCsv.ts'
import { earlierSpan, momentOf } from './model/reportPeriod.ts'
import { sortRows } from './model/sortRows.ts'
import { CyclesCard } from './parts/CyclesCard.tsx'
import { DaysCard } from './parts/DaysCard.tsx'
import { DeviationsCard } from './parts/DeviationsCard.tsx'
import { IncidentsCard } from './parts/IncidentsCard.tsx'
import { JunctionsCard } from './parts/JunctionsCard.tsx'
import { KindDaysCard } from './parts/KindDaysCard.tsx'
import { ModesCard } from './parts/ModesCard.tsx'
import { OpenNow } from './parts/OpenNow.tsx'
import { ReportHead } from './parts/ReportHead.tsx'
import { OpenAllButton, ReportSection, ReportSections } from './parts/ReportSection.tsx'
import styles from './parts/Reports.module.css'
import { Tiles } from './parts/Tiles.tsx'
import { VerdictCard } from './parts/VerdictCard.tsx'

/** Sums of a span by kind, and those of the incidents of corridors, which are of no kind. */
interface SpanOfKinds {
  readonly kinds: KindSums
  readonly others: Sums
}

/** Adds up the kinds of the days of a span that a report has. */
function kindsIn(report: ShownReport, { untilMs }: DaySpan, kind: string | undefined): KindSums {
  const days = [...report.kinds].filter(([dayMs]) => dayMs < untilMs)
  const all = days.reduce<KindSums>((sum, [, ofDay]) => addKinds(sum, ofDay), new Map())
  return kind === undefined ? all : new Map([...all].filter(([name]) => name === kind))
}

function ofCorridors(incidents: readonly WaveIncident[], span: DaySpan): Sums {
  return withWaveIncidents({ sums: NO_SUMS, days: new Map() }, incidents, span).sums
}

/**
 * Reads the sums of an earlier span of the same junctions, after the report itself. Null while they are read, undefined
 * where they cannot be.
 */
function useEarlier(
  request: Omit<ReportRequest, 'atMs'>,
  span: DaySpan,
  isWanted: boolean,
): SpanOfKinds | null | undefined {
  const { junction, period, customer, corridor, kind } = request
  const atMs = span.fromMs
  const report = useReport({ ...request, atMs }, isWanted)
  const isOfMany = junction === undefined
  const waves = useQuery({ ...waveIncidentsQuery({ period, atMs, customer, corridor }), enabled: isWanted && isOfMany })
  if (report.status === 'failed' || report.status === 'cancelled' || waves.isError) return undefined
  if (report.status !== 'done' || (isOfMany && waves.isPending)) return null
  const incidents = (isOfMany && kind === undefined && waves.data) || []
  return { kinds: kindsIn(report, span, kind), others: ofCorridors(incidents, span) }
}

const WavesCard = lazyPart(async () => (await import('./parts/WavesCard.tsx')).WavesCard, 'incidents', 'monitoring')
const WaveIncidentsCard = lazyPart(
  async () => (await import('./parts/WaveIncidentsCard.tsx')).WaveIncidentsCard,
  'incidents',
  'monitoring',
)

export interface ReportsPageProps {
  readonly address: ReportAddress
  readonly onAddress: (change: Partial<ReportAddress>) => void
}

/**
 * How well junctions keep to their settings: the verdict on a day, a week or a month of one, of a customer's, or of all;
 * below it the parts from which it follows.
 */
export function ReportsPage({ address, onAddress }: ReportsPageProps) {
  const t = useTexts('monitoring', 'reports')
  usePageTitle(t('title'))
  const [nowMs] = useState(serverNowMs)
  const { period, junction, customer, corridor, kind } = address
  const atMs = momentOf(address, nowMs)
  const report = useReport({ period, atMs, junction, customer, corridor, kind })
  const { fromMs, untilMs } = spanOf(period, atMs)
  const isOfMany = junction === undefined
  const waves = useQuery({ ...waveIncidentsQuery({ period, atMs, customer, corridor }), enabled: isOfMany })
  // Those of corridors are of no kind of day.
  const incidents = isOfMany && kind === undefined ? waves.data : undefined
  const { sums, days } = incidents ? withWaveIncidents(report, incidents, { fromMs, untilMs }) : report
  const [from, to] = [dateOf(fromMs), dateOf(untilMs - 1)]
  const isDone = report.status === 'done' && report.rows.length > 0 && !(isOfMany && waves.isPending)
  const before = earlierSpan(period, atMs, nowMs)
  const earlier = useEarlier({ period, junction, customer, corridor, kind }, before, isDone)
  const others = ofCorridors(incidents ?? [], { fromMs, untilMs })
  const alike = earlier && alikeSums({ kinds: kindsIn(report, { fromMs, untilMs }, kind), others }, earlier)
  const known = [...new Set([...report.kinds.values()].flatMap((ofDay) => [...ofDay.keys()]))]
  const names = known.filter((name) => name !== '').sort()
  const isOfAll = isOfMany && customer === undefined && corridor === undefined
  const save = (): void =>
    saveFile(reportCsv(sortRows(report.rows, address), from, to, kind), `${t('fileName')}-${from}-${to}.csv`)
  return (
    <div className={styles.page}>
      <ReportHead
        {...{ address, atMs, nowMs, onAddress }}
        kinds={names}
        onSave={report.rows.length > 0 && report.status !== 'reading' ? save : undefined}
      />
      <Progress report={report} />
      {isOfAll && untilMs > nowMs && <OpenNow />}
      {report.rows.length > 0 && (
        <ReportSections>
          {junction !== undefined && (
            <p className={styles.note}>
              <strong>{report.rows[0]?.label}</strong> ·{' '}
              <Link to="/devices/$deviceId" params={{ deviceId: junction }}>
                {t('toPage')}
              </Link>{' '}
              ·{' '}
              <Link to="/reports" search={{ period, day: address.day }}>
                {t('allJunctions')}
              </Link>
            </p>
          )}
          {report.status === 'reading' && <SkeletonBlock height={320} />}
          {isDone && (
            <VerdictCard
              {...{ period, sums, address, rows: report.rows, span: { fromMs, untilMs }, isOver: untilMs <= nowMs }}
              earlier={{ span: before, alike }}
            />
          )}
          <WatchedSince rows={report.rows} />
          <OpenAllButton />
          <ReportSection section="figures" title={t('figures')}>
            <Tiles sums={sums} />
          </ReportSection>
          {period !== 'day' && <DaysCard span={{ fromMs, untilMs }} {...{ days, sums, address }} />}
          {period !== 'day' && names.length > 0 && (
            <KindDaysCard kinds={report.kinds} earlier={earlier?.kinds} address={address} />
          )}
          <DeviationsCard sums={sums} />
          <ModesCard sums={sums} />
          <IncidentsCard incidents={sums.incidents} />
          {isOfMany && (
            <PartLoading failed={null}>
              <WavesCard request={{ period, atMs, customer, corridor, kind }} from={from} to={to} />
            </PartLoading>
          )}
          {isOfMany && waves.error && (
            <ErrorState
              error={waves.error}
              fallback={t('brokenWavesFailed')}
              retrying={waves.isFetching}
              onRetry={() => void waves.refetch()}
            />
          )}
          {incidents && (corridor !== undefined || incidents.length > 0) && (
            <PartLoading failed={null}>
              <WaveIncidentsCard {...{ incidents, nowMs, from, to }} />
            </PartLoading>
          )}
          {isOfMany && <JunctionsCard rows={report.rows} address={address} onAddress={onAddress} />}
          {junction !== undefined && period === 'day' && (
            <CyclesCard key={fromMs} deviceId={junction} dayMs={midnightOf(fromMs)} />
          )}
        </ReportSections>
      )}
    </div>
  )
}

/** From when on there is anything to count, where that is within the time of the report. */
function WatchedSince({ rows }: Pick<ShownReport, 'rows'>) {
  const t = useTexts('monitoring', 'reports')
  const times = rows.flatMap(({ watchedSinceMs }) => watchedSinceMs ?? [])
  if (times.length === 0) return null
  const time = dateText(times.reduce((first, ms) => Math.min(first, ms)))
  return (
    <p className={styles.note}>
      {rows.length === 1 ? t('watchedSince', { time }) : t('firstWatched', { count: times.length, time })}
    </p>
  )
}

/** How far the report is, what it lacks, and what can be done about it. */
function Progress({ report }: { readonly report: ShownReport }) {
  const t = useTexts('monitoring', 'reports')
  const common = useTexts('common')
  const { status, done, total, rows, without } = report
  const isEmpty = status === 'done' && rows.length === 0
  return (
    <>
      {status === 'reading' && (
        <div className={styles.progress}>
          <output>{total === undefined ? t('listing') : t('reading', { done, total })}</output>
          <progress aria-label={t('title')} {...(total !== undefined && { value: done, max: Math.max(1, total) })} />
          <Button variant="default" onClick={report.cancel}>
            {common('cancel')}
          </Button>
        </div>
      )}
      {status === 'cancelled' && (
        <div className={styles.progress}>
          <output>{t('cancelled', { done, total: total ?? 0 })}</output>
          <Button variant="default" onClick={report.again}>
            {t('again')}
          </Button>
        </div>
      )}
      {status === 'failed' && <ErrorState error={report.error} fallback={t('failed')} onRetry={report.again} />}
      {isEmpty && (
        <EmptyState
          icon={IconReportAnalytics}
          title={t(total === 0 ? 'noJunctions' : 'none')}
          text={t(total === 0 ? 'noJunctionsHint' : 'noneHint')}
        />
      )}
      {status !== 'reading' && without > 0 && rows.length > 0 && (
        <p className={styles.note}>{t('without', { count: without })}</p>
      )}
    </>
  )
}
