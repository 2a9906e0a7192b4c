import { PASSWORD_LENGTH } from '@greenwave/contract/wire/consoleSettings'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import { Refusal } from '../access/refusal.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { signInAnswer } from './browserCookie.ts'
import { Answer, handlersOf, policiesOf } from './callTypes.ts'
import { everyone, ownerOnly } from '../access/permissions.ts'

/** Policies of sign-in and sign-out. */
export const authPolicies = policiesOf({
  login: {
    summary: 'Sign in with e-mail and password; with a second factor the reply is a token for the next step',
    records: 'LOGIN',
  },
  refreshToken: {
    summary: 'Renew a token pair',
    unrecorded: 'a renewal is no sign-in: its session was recorded when it began',
  },
  changePassword: { may: ownerOnly, summary: "Change the caller's password", records: 'CREDENTIALS_UPDATED' },
  logout: { may: everyone, summary: 'End this session', records: 'LOGOUT' },
  currentUser: { may: everyone, summary: 'The caller' },
  passwordPolicy: { summary: 'Rules for passwords' },
  activate: { summary: "Set a new user's password", records: 'LOGIN' },
  // It changes a password and signs in with it.
  resetPassword: {
    summary: 'Choose a password in place of one that was printed or handed over',
    records: ['CREDENTIALS_UPDATED', 'LOGIN'],
  },
  openActivation: { summary: 'Follow an activation link in a browser' },
})

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
