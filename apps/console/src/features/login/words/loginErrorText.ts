import type { TFunction } from 'i18next'
import { ApiError, NetworkError, UnexpectedReplyError } from '../../../data/apiErrors.ts'
import { errorText } from '../../../data/errorText.ts'
import { SessionLoginError } from '../../../data/sessionStore.ts'

/** Returns the text for a failed sign-in. */
export function loginErrorText(error: unknown, t: TFunction<'login'>): string {
  if (error instanceof ApiError) {
    if (error.status === 401) return errorText(error, t('errors.authenticationFailed'))
    return t('errors.error', { message: errorText(error, t('errors.somethingWrong')) })
  }
  if (error instanceof NetworkError) return t('errors.network')
  if (error instanceof SessionLoginError && error.reason === 'expired') return t('errors.tokenExpired')
  // The platform accepted the password but sent no usable pair of tokens, so there is no session.
  if (error instanceof SessionLoginError || error instanceof UnexpectedReplyError) return t('errors.loginFailed')
  return t('errors.unexpected')
}
