import { useQuery } from '@tanstack/react-query'
import { systemReportQuery } from '../../data/queries/installation.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { ChecksCard } from './parts/ChecksCard.tsx'
import { SettingsCard } from './parts/SettingsCard.tsx'
import { SystemFacts } from './parts/SystemFacts.tsx'

/** The state of the installation. In front of another platform only what its console knows. */
export function SystemPage() {
  const t = useTexts('admin', 'system')
  usePageTitle(t('title'))
  const report = useQuery(systemReportQuery())
  return (
    <ReadingPage title={t('title')}>
      <Card title={t('state')}>
        {report.isPending ? (
          <SkeletonRows rows={6} height={28} />
        ) : report.data === undefined ? (
          <ErrorState
            compact
            error={report.error}
            fallback={t('loadFailed')}
            onRetry={() => void report.refetch()}
            retrying={report.isFetching}
          />
        ) : (
          <SystemFacts report={report.data} />
        )}
      </Card>
      {report.data && (
        <>
          <ChecksCard />
          <SettingsCard settings={report.data.settings} />
        </>
      )}
    </ReadingPage>
  )
}
