import type { User } from '@greenwave/contract/wire/users'
import { useState } from 'react'
import { ApiError } from '../../data/apiErrors.ts'
import { errorText } from '../../data/errorText.ts'
import { fetchActivationLink } from '../../data/queries/users.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { notifyErrorBriefly, notifyHint } from '../../ui/notices/notify.tsx'

/**
 * Starts setting a user's first password: fetches the activation link and passes its token to `onToken`, which opens
 * the dialog. A user who has a password has no link any more, and no call changes the password of another user: the
 * platform's refusal is shown, with the next step.
 */
export function useActivation(onToken: (user: User, token: string) => void) {
  const t = useTexts('admin', 'users')
  const [busyUserId, setBusyUserId] = useState<string>()

  async function start(user: User): Promise<void> {
    setBusyUserId(user.id.id)
    try {
      const token = activateToken((await fetchActivationLink(user.id.id)).value)
      if (token === null) notifyErrorBriefly(t('activationLinkInvalid'))
      else onToken(user, token)
    } catch (error) {
      notifyErrorBriefly(errorText(error, t('activationLinkFailed')))
      if (error instanceof ApiError && error.status === 400) notifyHint(t('activatedNext', { email: user.email }))
    } finally {
      setBusyUserId(undefined)
    }
  }

  return { busyUserId, start: (user: User) => void start(user) }
}

/** Returns the `activateToken` parameter of an activation link; null when the link has none or is not a URL. */
export function activateToken(link: string): string | null {
  const token = URL.parse(link, 'http://any.invalid')?.searchParams.get('activateToken')
  return token === undefined || token === '' ? null : token
}
