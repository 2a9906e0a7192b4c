import { useMatch, useParams } from '@tanstack/react-router'
import { SheetPage } from '../../features/device/SheetPage.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

const CommissioningPage = lazyPart(
  async () => (await import('../../features/device/CommissioningPage.tsx')).CommissioningPage,
  'device',
  'settings',
  'admin',
)
const AssignDeviceDialog = lazyPart(
  async () => (await import('../../features/devices/dialogs/AssignDeviceDialog.tsx')).AssignDeviceDialog,
  'device',
)

/** The timing sheet of the device in the address, or its commissioning, for tenant administrators. */
export function SheetRoute() {
  const { deviceId = '' } = useParams({ strict: false })
  const commissioning = useMatch({ from: '/shell/devices/$deviceId/commissioning', shouldThrow: false })
  if (!commissioning) return <SheetPage key={deviceId} deviceId={deviceId} />
  return (
    <TenantAdminOnly>
      <PartLoading meanwhile={<SkeletonRows rows={8} />}>
        <CommissioningPage
          key={deviceId}
          deviceId={deviceId}
          renderAssign={(device, opened, onClose) => (
            <PartLoading>
              <AssignDeviceDialog device={device} opened={opened} onClose={onClose} />
            </PartLoading>
          )}
        />
      </PartLoading>
    </TenantAdminOnly>
  )
}
