import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { OwnApiKeys } from './parts/OwnApiKeys.tsx'
import { OwnSessions } from './parts/OwnSessions.tsx'
import { ProfileForm } from './parts/ProfileForm.tsx'
import { SecurityForm } from './parts/SecurityForm.tsx'

interface AccountPageProps {
  readonly renderSecondFactor: (account: string) => ReactNode
  readonly renderNotifications: (userId: string) => ReactNode
}

const TABS = ['profile', 'security', 'notifications'] as const

/**
 * The page where users change their own account.
 *
 * @param props.renderSecondFactor renders the second factors of this account below the password
 * @param props.renderNotifications renders the rules by which this user is notified of incidents
 */
export function AccountPage({ renderSecondFactor, renderNotifications }: AccountPageProps) {
  const t = useTexts('admin', 'account')
  usePageTitle(t('title'))
  const session = useSession()
  const { tab } = useSearch({ from: '/shell/account' })
  const navigate = useNavigate({ from: '/account' })
  // What is typed there stays when another tab is looked at.
  const [isOpened, setIsOpened] = useState(tab === 'notifications')
  if (tab === 'notifications' && !isOpened) setIsOpened(true)
  if (session.state !== 'signedIn') return null
  return (
    <ReadingPage title={t('title')}>
      <Card padded={false}>
        <Tabs
          value={tab}
          onChange={(chosen) =>
            void navigate({ search: { tab: TABS.find((one) => one === chosen) ?? 'profile' }, replace: true })
          }
        >
          <Tabs.List aria-label={t('title')}>
            <Tabs.Tab value="profile">{t('profile')}</Tabs.Tab>
            <Tabs.Tab value="security">{t('security')}</Tabs.Tab>
            <Tabs.Tab value="notifications">{t('notifications')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="profile" p="md">
            <ProfileForm key={session.user.userId} userId={session.user.userId} />
          </Tabs.Panel>
          <Tabs.Panel value="security" p="md">
            <SecurityForm />
            {renderSecondFactor(session.user.email)}
            <OwnSessions />
            <OwnApiKeys userId={session.user.userId} />
          </Tabs.Panel>
          <Tabs.Panel value="notifications" p="md">
            {isOpened && renderNotifications(session.user.userId)}
          </Tabs.Panel>
        </Tabs>
      </Card>
    </ReadingPage>
  )
}
