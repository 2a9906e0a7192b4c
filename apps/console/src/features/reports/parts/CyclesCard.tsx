import type { CountedCycle } from '@greenwave/observer/conformity/countDay'
import { isSeenWhole } from '@greenwave/observer/conformity/cycleDeviations'
import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayCyclesQuery } from '../../../data/reports/useReport.ts'
import { timeText } from '../../../shared/dateText.ts'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ListPager } from '../../../ui/lists/ListPager.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import { useFigureWords } from '../words/useFigureWords.ts'
import { PlotTable } from './PlotTable.tsx'
import { ReportSection } from './ReportSection.tsx'
import styles from './Reports.module.css'

const PAGE_SIZE = 50

export interface CyclesCardProps {
  readonly deviceId: string
  /** The midnight of the day, epoch milliseconds. */
  readonly dayMs: number
}

/** The cycles behind the figures of a day of a junction, with what differs in each. */
export function CyclesCard({ deviceId, dayMs }: CyclesCardProps) {
  const t = useTexts('monitoring', 'reports')
  const query = useQuery(dayCyclesQuery(deviceId, dayMs))
  const [onlyDiffering, setOnlyDiffering] = useState(false)
  const [page, setPage] = useState(0)
  const all = query.data ?? []
  const rows = onlyDiffering ? all.filter(isDiffering) : all
  const shown = rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
  return (
    <ReportSection
      section="cycles"
      title={t('cyclesOfDay')}
      actions={
        <Switch
          label={t('onlyDiffering')}
          checked={onlyDiffering}
          onChange={({ currentTarget: { checked } }) => {
            setOnlyDiffering(checked)
            setPage(0)
          }}
        />
      }
    >
      {query.isPending ? (
        <SkeletonRows rows={6} height={36} />
      ) : query.isError ? (
        <ErrorState error={query.error} fallback={t('cyclesFailed')} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <p className={styles.note}>{t(all.length === 0 ? 'noCycles' : 'noneDiffers')}</p>
      ) : (
        <NamedPhases deviceId={deviceId}>
          <CycleTable deviceId={deviceId} cycles={shown} page={page} />
        </NamedPhases>
      )}
      {rows.length > PAGE_SIZE && (
        <ListPager
          page={page}
          pageSize={PAGE_SIZE}
          shown={shown.length}
          total={rows.length}
          withTotals
          hasNext={(page + 1) * PAGE_SIZE < rows.length}
          onPage={setPage}
        />
      )}
    </ReportSection>
  )
}

interface CycleTableProps {
  readonly deviceId: string
  readonly cycles: readonly CountedCycle[]
  readonly page: number
}

/** Each cycle leads to its seconds. */
function CycleTable({ deviceId, cycles, page }: CycleTableProps) {
  const t = useTexts('monitoring', 'reports')
  const words = useFigureWords()
  const { inText } = usePhaseNames()
  const phases = [1, 2, 3]
  const judged = (cycle: CountedCycle['cycle'], isRunning: boolean, deviations: CountedCycle['deviations']): string => {
    if (!deviations) return isRunning ? t('running') : t('notJudged', { reason: t(`reasons.${reasonOf(cycle)}`) })
    if (!isSeenWhole(deviations)) return t('shownInPart')
    return deviations.byLimits ? t('withLimits') : '✓'
  }
  return (
    <PlotTable
      label={t('cyclesPage', { page: page + 1 })}
      head={[
        ...[t('begin'), t('plan'), t('program'), t('length'), t('lengthOf')],
        ...phases.map((phase) => t('greenOf', { phase: inText(phase) })),
        ...phases.map((phase) => t('startOf', { phase: inText(phase) })),
        t('isJudged'),
      ]}
      rows={cycles.map(({ cycle, isRunning, deviations }) => ({
        key: String(cycle.startMs),
        cells: [
          <Link
            key="begin"
            to="/devices/$deviceId/history"
            params={{ deviceId }}
            search={{ at: cycle.startMs, span: '10m' }}
          >
            {timeText(cycle.startMs)}
          </Link>,
          cycle.plan ?? '–',
          cycle.program ?? '–',
          t('seconds', { value: cycle.seconds }),
          words.difference(deviations && !deviations.byLimits ? deviations.cycle : null),
          ...(deviations?.greens ?? [null, null, null]).map(words.difference),
          ...(deviations?.starts ?? [null, null, null]).map(words.difference),
          judged(cycle, isRunning, deviations),
        ],
      }))}
    />
  )
}

/** Returns whether an evaluated cycle differs from the settings in any way. */
function isDiffering({ deviations }: CountedCycle): boolean {
  return deviations !== null && [deviations.cycle, ...deviations.greens, ...deviations.starts].some(Boolean)
}

/** Returns the reason why a cycle was not evaluated. */
function reasonOf(cycle: CountedCycle['cycle']): 'change' | 'missing' | 'control' | 'disturbed' {
  const { inChange, missing, limits } = cycle
  return inChange ? 'change' : missing > 0 ? 'missing' : limits === null ? 'control' : 'disturbed'
}
