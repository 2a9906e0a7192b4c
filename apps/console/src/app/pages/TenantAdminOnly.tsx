import { Button } from '@mantine/core'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { MessagePage } from './MessagePage.tsx'

/**
 * Renders a page for tenant administrators. Other users see that they lack permission before any call is sent: no data
 * appears briefly, and the user stays signed in.
 */
export function TenantAdminOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  return session.state === 'signedIn' && session.isTenantAdmin ? children : <NoPermissionPage />
}

/** Shown when the user may not open this page. */
function NoPermissionPage() {
  const t = useTexts('common', 'shell')
  const navigate = useNavigate()
  return (
    <MessagePage
      icon={IconLock}
      title={t('noPermission.title')}
      text={t('noPermission.text')}
      actions={<Button onClick={() => void navigate({ to: '/' })}>{t('noPermission.home')}</Button>}
    />
  )
}
