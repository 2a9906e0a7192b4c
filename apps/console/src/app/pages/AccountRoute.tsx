import { Suspense } from 'react'
import { AccountPage } from '../../features/account/AccountPage.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'

/** Loaded with its texts when the account page shows it. */
const SecondFactorSection = lazyPart(
  async () => (await import('../../features/secondFactor/SecondFactorSection.tsx')).SecondFactorSection,
  'admin',
)

/** Loaded with its texts when the account page shows it. */
const NotifySection = lazyPart(
  async () => (await import('../../features/notify/NotifySection.tsx')).NotifySection,
  'admin',
)

/** Connects the account page with the second factors and the rules of notification. */
export function AccountRoute() {
  return (
    <AccountPage
      renderSecondFactor={(account) => (
        <Suspense fallback={null}>
          <SecondFactorSection account={account} />
        </Suspense>
      )}
      renderNotifications={(userId) => (
        <Suspense fallback={<SkeletonRows rows={6} height={48} />}>
          <NotifySection key={userId} userId={userId} />
        </Suspense>
      )}
    />
  )
}
