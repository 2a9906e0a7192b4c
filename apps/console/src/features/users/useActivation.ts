import type { User } from '@greenwave/contract/users'
import { useState } from 'react'
import { errorText } from '../../data/errorText.ts'
import { fetchActivationLink } from '../../data/queries/users.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { notifyErrorBriefly } from '../../ui/notices/notify.tsx'
import { activateToken } from './model/activateToken.ts'

/**
 * The way to a user's first password: the activation link, the token in it, then the dialog. A user who has signed in
 * before has no link any more; the platform says so, and no call gives such a user a password.
 */
export function useActivation(onToken: (user: User, token: string) => void) {
  const t = useTexts('users')
  const [busyUserId, setBusyUserId] = useState<string>()

  async function start(user: User): Promise<void> {
    setBusyUserId(user.id.id)
    try {
      const token = activateToken((await fetchActivationLink(user.id.id)).value)
      if (token === null) notifyErrorBriefly(t('activationLinkInvalid'))
      else onToken(user, token)
    } catch (error) {
      notifyErrorBriefly(errorText(error, t('activationLinkFailed')))
    } finally {
      setBusyUserId(undefined)
    }
  }

  return { busyUserId, start: (user: User) => void start(user) }
}
