import { PROVIDER_REFUSALS, type SignInClient } from '@greenwave/contract/wire/providerSignIn'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { noteProviderSignIn } from '../../../data/handedTokens.ts'
import { callSignIn } from '../../../data/signInApi.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import styles from './ProviderSignIn.module.css'

/** Returns whether an address is one of this site's own; a button may lead nowhere else. */
const isOwnPath = ({ url }: SignInClient): boolean => /^\/(?![/\\])/.test(url)

/** The platform's providers; none until it answers, and where it has no such call. */
function useSignInClients(): readonly SignInClient[] {
  const [clients, setClients] = useState<readonly SignInClient[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    callSignIn('signInClients', { query: { platform: 'WEB' }, signal: leaving.signal }).then(
      (found) => setClients(found.filter(isOwnPath)),
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  return clients
}

/**
 * The ways to sign in besides the password, below its form.
 *
 * @param props.refused why the provider's sign-in did not succeed, as the address of the page says it
 */
export function ProviderSignIn({ refused }: { readonly refused: string | undefined }) {
  const t = useTexts('login', 'provider')
  const clients = useSignInClients()
  // Another platform says it in a text of its own, which anybody could put into a link; it is not shown.
  const reason = PROVIDER_REFUSALS.find((known) => known === refused) ?? 'failed'
  return (
    <div className={styles.ways}>
      {refused !== undefined && <ErrorText>{t(`refused.${reason}`)}</ErrorText>}
      {clients.map(({ name, url }) => (
        <Button
          key={url}
          component="a"
          href={url}
          variant="default"
          fullWidth
          classNames={{ root: styles.way ?? '', label: styles.label ?? '' }}
          onClick={noteProviderSignIn}
        >
          {t('signIn', { name })}
        </Button>
      ))}
    </div>
  )
}
