import { Button } from '@mantine/core'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../data/errorText.ts'
import { confirmEmail } from '../../data/queries/users.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { FullScreenSpinner } from '../../ui/states/FullScreenSpinner.tsx'
import { MessagePage } from './MessagePage.tsx'

/** Confirms a new e-mail address: the page of the mailed link. The token is in the fragment, which no server sees. */
export function ConfirmEmailRoute() {
  const t = useTexts('admin', 'account')
  const navigate = useNavigate()
  const [email, setEmail] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const begun = useRef(false)
  useEffect(() => {
    // The token is used once.
    if (begun.current) return
    begun.current = true
    confirmEmail(location.hash.slice(1)).then(setEmail, setFailure)
  }, [])
  if (email === undefined && failure === undefined) return <FullScreenSpinner label={t('newEmailConfirming')} />
  return (
    <MessagePage
      icon={IconMail}
      title={t(email === undefined ? 'newEmailInvalidTitle' : 'newEmailDoneTitle')}
      text={email === undefined ? errorText(failure, t('newEmailConfirmFailed')) : t('newEmailDone', { email })}
      actions={<Button onClick={() => void navigate({ to: '/' })}>{t('newEmailOn')}</Button>}
    />
  )
}
