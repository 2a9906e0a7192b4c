import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../data/errorText.ts'
import { supportBundleMutation, systemReportQuery } from '../../data/queries/installation.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { saveFile } from '../../shared/saveFile.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { notifySuccess } from '../../ui/notices/notify.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { ErrorText } from '../../ui/states/ErrorText.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { ChecksCard } from './parts/ChecksCard.tsx'
import { MaintenanceDialog } from './dialogs/MaintenanceDialog.tsx'
import { MaintenanceCard } from './parts/MaintenanceCard.tsx'
import { PhotosCard } from './parts/PhotosCard.tsx'
import { SettingsCard } from './parts/SettingsCard.tsx'
import { SystemFacts } from './parts/SystemFacts.tsx'

/** Subject of the dialog that stops writing. */
const STOP = { kind: 'stop' } as const

/** The state of the installation. In front of another platform only what its console knows. */
export function SystemPage() {
  const t = useTexts('admin', 'system')
  usePageTitle(t('title'))
  const report = useQuery(systemReportQuery())
  const bundle = useMutation(supportBundleMutation)
  const [asked, setAsked] = useState<typeof STOP | null>(null)
  const saveBundle = () =>
    bundle.mutate(undefined, {
      onSuccess({ name, file }) {
        saveFile(file, name)
        notifySuccess(t('bundleDone', { name }))
      },
    })
  return (
    <ReadingPage
      title={t('title')}
      actions={
        report.data && (
          <Button variant="default" loading={bundle.isPending} onClick={saveBundle}>
            {t('bundle')}
          </Button>
        )
      }
    >
      {bundle.error && <ErrorText>{errorText(bundle.error, t('bundleFailed'))}</ErrorText>}
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
          <PhotosCard />
          <MaintenanceCard onStart={() => setAsked(STOP)} />
          <SettingsCard settings={report.data.settings} />
        </>
      )}
      <DialogSlot
        subject={asked}
        render={(_, opened) => <MaintenanceDialog opened={opened} onClose={() => setAsked(null)} />}
      />
    </ReadingPage>
  )
}
