import { Button } from '@mantine/core'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import { Link } from '@tanstack/react-router'
import { useDevice } from '../../data/device/useDevice.ts'
import { useSession } from '../../data/session.ts'
import { JunctionPage } from '../../shared/JunctionPage.tsx'
import { PhaseNamesContext } from '../../shared/phaseNames.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { ReadFailure } from './parts/ReadFailure.tsx'
import { sheetFacts } from './parts/sheetFacts.ts'
import styles from './parts/TimingSheet.module.css'
import { TimingSheet } from './parts/TimingSheet.tsx'

/** The timing sheet of a junction: one A4 page for the door of its cabinet, to look at and to print. */
export function SheetPage({ deviceId }: { readonly deviceId: string }) {
  const t = useTexts('settings', 'sheet')
  const session = useSession()
  const mayCommission = session.state === 'signedIn' && session.isTenantAdmin
  return (
    <JunctionPage
      narrow
      deviceId={deviceId}
      titleOf={(junction) => (junction ? t('titleOf', { junction }) : t('title'))}
      links={
        <>
          <Link to="/files/settings" search={{ junction: deviceId }}>
            {t('toFile')}
          </Link>
          {mayCommission && (
            <Link to="/devices/$deviceId/commissioning" params={{ deviceId }}>
              {t('toCommissioning')}
            </Link>
          )}
        </>
      }
    >
      <Followed deviceId={deviceId} />
    </JunctionPage>
  )
}

/** Follows the device only once it is known that the user may see it. */
function Followed({ deviceId }: { readonly deviceId: string }) {
  const t = useTexts('settings', 'sheet')
  const facts = useDevice(deviceId, sheetFacts)
  if (!facts.shared) {
    return (
      <>
        <ReadFailure deviceId={deviceId} />
        <SkeletonRows rows={8} />
      </>
    )
  }
  return (
    <PhaseNamesContext value={facts.names}>
      <div className={styles.bar}>
        <p>{t('hint')}</p>
        <Button leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden="true" />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      <TimingSheet deviceId={deviceId} facts={facts} />
    </PhaseNamesContext>
  )
}
