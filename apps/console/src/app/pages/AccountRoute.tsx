import { Suspense } from 'react'
import { AccountPage } from '../../features/account/AccountPage.tsx'
import { loadTexts } from '../../texts/texts.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'

/** Loaded with its words when the page of the account shows it. */
const SecondFactorSection = lazyPart(async () => {
  const [{ SecondFactorSection }] = await Promise.all([
    import('../../features/secondFactor/SecondFactorSection.tsx'),
    loadTexts('secondFactor'),
  ])
  return SecondFactorSection
})

/** Joins the page of the account with the second factors. */
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
