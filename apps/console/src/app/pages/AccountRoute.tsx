import { Suspense } from 'react'
import { AccountPage } from '../../features/account/AccountPage.tsx'
import { loadTexts } from '../../texts/texts.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'

/** Loaded with its texts when the account page shows it. */
const SecondFactorSection = lazyPart(async () => {
  const [{ SecondFactorSection }] = await Promise.all([
    import('../../features/secondFactor/SecondFactorSection.tsx'),
    loadTexts('secondFactor'),
  ])
  return SecondFactorSection
})

/** Connects the account page with the second factors. */
export function AccountRoute() {
  return (
    <AccountPage
      renderSecondFactor={(account) => (
        <Suspense fallback={null}>
          <SecondFactorSection account={account} />
        </Suspense>
      )}
    />
  )
}
