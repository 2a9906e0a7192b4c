import { PASSWORD_LENGTH } from '@greenwave/contract/wire/auth'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import { Refusal } from '../access/refusal.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { signInAnswer } from './browserCookie.ts'
import { Answer, handlersOf } from './callTypes.ts'

/** Returns the handlers of sign-in and sign-out, and of what an account needs before its first sign-in. */
export function authHandlers({ store, access }: EntityDeps) {
  const { signIn, accounts } = access
  return handlersOf({
    login: async ({ body, client, origin }) =>
      signInAnswer(await signIn.byPassword(body.username, body.password, client), origin),
    refreshToken: ({ body, client }) => signIn.byRefreshToken(body.refreshToken, client),
    changePassword: ({ body, principal, client }) =>
      signIn.changePassword(principal, body.currentPassword, body.newPassword, client),
    logout: ({ principal, client }) => signIn.signOut(principal, client),
    currentUser: ({ principal }) => {
      const user = store.users.byId(principal.userId)
      if (user === undefined) throw new Refusal('authentication', MESSAGES.authenticationFailed)
      return user
    },
    passwordPolicy: () => ({
      minimumLength: access.passwordRules.minLength,
      maximumLength: PASSWORD_LENGTH.max,
      minimumUppercaseLetters: null,
      minimumLowercaseLetters: null,
      minimumDigits: null,
      minimumSpecialCharacters: null,
      allowWhitespaces: true,
      forceUserToResetPasswordIfNotValid: false,
      passwordExpirationPeriodDays: null,
      passwordReuseFrequencyDays: null,
    }),
    openActivation: ({ query: { activateToken } }) => {
      const state = accounts.checkActivationToken(activateToken)
      if (state === 'unknown') return new Answer(409)
      return new Answer(303, {
        location:
          state === 'expired'
            ? '/activationLinkExpired'
            : `/login/createPassword?activateToken=${encodeURIComponent(activateToken)}`,
      })
    },
    activate: ({ body, client }) => signIn.byActivation(body.activateToken, body.password, client),
    resetPassword: async ({ body, client, origin }) =>
      signInAnswer(await signIn.byNewPassword(body.resetToken, body.password, client), origin),
  })
}
