import { Button, VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { consoleSettings } from '../../../data/consoleSettings.ts'
import { useSession } from '../../../data/session.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'

/** Stands in the place of the device while none is selected. When there are no devices at all, it names the first step. */
export function Welcome({ empty }: { empty: boolean }) {
  const t = useTexts('device', 'dashboard')
  return (
    <>
      {/* On a page with a device, the device is the heading. */}
      <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
      <Words empty={empty} />
    </>
  )
}

function Words({ empty }: { empty: boolean }) {
  const t = useTexts('device', 'dashboard')
  const session = useSession()
  const navigate = useNavigate()
  const title = t('welcome', { product: consoleSettings().productName })
  if (!empty) return <EmptyState title={title} text={t('select')} />
  if (session.state === 'signedIn' && session.isTenantAdmin)
    return (
      <EmptyState
        title={title}
        text={t('emptyAdmin')}
        action={<Button onClick={() => void navigate({ to: '/devices' })}>{t('addDevice')}</Button>}
      />
    )
  return <EmptyState title={title} text={t('emptyCustomer')} />
}
