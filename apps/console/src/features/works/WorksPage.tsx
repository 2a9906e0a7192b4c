import { stateOf } from '@greenwave/contract/records/works'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { Button, Group } from '@mantine/core'
import IconTool from '@tabler/icons-react/dist/esm/icons/IconTool.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { deviceInfoQuery } from '../../data/queries/devices.ts'
import { inspectionsQuery } from '../../data/queries/inspections.ts'
import { unsent, withUnsent } from '../../data/queries/unsent.ts'
import { deleteWorkMutation, type ListedWork, MOST_WORKS, worksQuery } from '../../data/queries/works.ts'
import { useSession } from '../../data/session.ts'
import { useHeld } from '../../data/useWatch.ts'
import { ChangesTabs } from '../../shared/ChangesTabs.tsx'
import { JunctionPage } from '../../shared/JunctionPage.tsx'
import { saveFile } from '../../shared/saveFile.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { DeleteDialog } from '../../ui/dialogs/QuestionDialog.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { WorkDialog, type WorkSubject } from './dialogs/WorkDialog.tsx'
import { InspectionsCard } from './InspectionsCard.tsx'
import { useWorksFile } from './parts/useWorksFile.ts'
import { WorkRow } from './parts/WorkRow.tsx'
import { WorksReport } from './parts/WorksReport.tsx'

/** The works on one junction, beside its other pages, or on all that the user may see. */
export function WorksPage({ junction }: { readonly junction: string | undefined }) {
  return junction === undefined ? <AllWorks /> : <WorksOfJunction key={junction} deviceId={junction} />
}

function AllWorks() {
  const t = useTexts('settings', 'works')
  usePageTitle(t('title'))
  return (
    <ReadingPage title={t('title')}>
      <ChangesTabs />
      <WorkList device={undefined} />
    </ReadingPage>
  )
}

function WorksOfJunction({ deviceId }: { readonly deviceId: string }) {
  const t = useTexts('settings', 'works')
  const device = useQuery(deviceInfoQuery(deviceId)).data
  return (
    <JunctionPage deviceId={deviceId} titleOf={(name) => (name ? t('of', { name }) : t('title'))} narrow>
      <WorkList device={device} />
    </JunctionPage>
  )
}

function WorkList({ device }: { readonly device: DeviceInfo | undefined }) {
  const t = useTexts('settings', 'works')
  const session = useSession()
  const mayWrite = session.state === 'signedIn' && session.isTenantAdmin
  const { data, isPending, error, refetch } = useQuery(worksQuery(session, device))
  const [subject, setSubject] = useState<WorkSubject | null>(null)
  const [deleted, setDeleted] = useState<DeletedWork | null>(null)
  const file = useWorksFile()
  const inspections = useQuery(inspectionsQuery(device ?? 'all')).data ?? []
  const waiting = useHeld(unsent)
  const works = worstFirst(withUnsent(data?.works ?? [], waiting, device?.id.id))
  const add = (deviceId: string, inspection?: string) => setSubject({ deviceId, listed: undefined, inspection })
  const names = [...new Set(works.map(({ work }) => work.who).filter(Boolean))]
  return (
    <>
      <Group gap={8}>
        {mayWrite && device && (
          <Button mih="var(--gw-target)" onClick={() => add(device.id.id)}>
            {t('add')}
          </Button>
        )}
        {device && (
          <Button
            variant="default"
            mih="var(--gw-target)"
            renderRoot={(props) => (
              <Link to="/devices/$deviceId/sheet" params={{ deviceId: device.id.id }} {...props} />
            )}
          >
            {t('sheet')}
          </Button>
        )}
        {works.length > 0 && (
          <Button variant="default" mih="var(--gw-target)" onClick={() => saveFile(file(works), 'works.csv')}>
            {t('csv')}
          </Button>
        )}
      </Group>
      <Card padded={false}>
        {isPending && <SkeletonRows rows={4} height={72} />}
        {error && <ErrorState error={error} fallback={t('loadFailed')} onRetry={() => void refetch()} />}
        {data && works.length === 0 && (
          <EmptyState icon={IconTool} title={t('none')} text={device ? t('noneHere') : t('noneHint')} />
        )}
        {works.length > 0 && (
          <ul style={{ margin: 0, padding: 0, listStyle: 'none' }} aria-label={t('title')}>
            {works.map((listed) => (
              <WorkRow
                key={listed.name}
                work={listed.work}
                isUnsent={listed.isUnsent}
                isOfAll={device === undefined}
                onEdit={
                  mayWrite
                    ? () => setSubject({ deviceId: listed.work.device, listed, inspection: undefined })
                    : undefined
                }
                onDelete={
                  mayWrite && listed.assetId !== null && !listed.isUnsent
                    ? () => setDeleted({ id: listed.assetId ?? '', name: listed.name, work: listed.work })
                    : undefined
                }
              />
            ))}
          </ul>
        )}
      </Card>
      {data?.hasMore && <p>{t('more', { count: MOST_WORKS })}</p>}
      <InspectionsCard device={device} onInspect={mayWrite ? (name) => device && add(device.id.id, name) : undefined} />
      {device === undefined && works.length + inspections.length > 0 && (
        <WorksReport works={works} inspections={inspections} />
      )}
      <DialogSlot
        subject={subject}
        render={(of, opened) => (
          <WorkDialog subject={of} names={names} opened={opened} onClose={() => setSubject(null)} />
        )}
      />
      <DialogSlot
        subject={deleted}
        render={({ id, name, work }, opened) => (
          <DeleteDialog
            texts={t}
            mutation={deleteWorkMutation({ name, work })}
            {...{ id, opened }}
            name={work.junction}
            detail={work.reason}
            consequence={t('deleteConsequence')}
            onClose={() => setDeleted(null)}
          />
        )}
      />
    </>
  )
}

interface DeletedWork {
  readonly id: string
  readonly name: string
  readonly work: ListedWork['work']
}

/** Works that are not done come first; both the newest first, as the platform lists them. */
function worstFirst(works: readonly ListedWork[]): readonly ListedWork[] {
  const isDone = ({ work }: ListedWork) => stateOf(work) === 'done'
  return [...works.filter((one) => !isDone(one)), ...works.filter(isDone)]
}
