import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { everyone, ownerOnly, tenantAdmins } from '../access/permissions.ts'
import { badRequest, Refusal } from '../access/refusal.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { removeUserFactors } from '../entities/users.ts'
import { signInAnswer } from './browserCookie.ts'
import { handlersOf, policiesOf } from './callTypes.ts'

/** Policies of the calls between a right password and the session. */
export const signInStepPolicies = policiesOf({
  signInProviders: { summary: 'Second factors that can finish this sign-in' },
  sendVerificationCode: {
    summary: 'Ask for a code to be sent; authenticator apps need none',
    unrecorded: 'authenticator apps need nothing sent',
  },
  checkVerificationCode: { summary: 'Finish a sign-in with a code', records: 'LOGIN' },
  passkeyChallenge: {
    summary: 'What a browser needs to finish a sign-in with a passkey',
    unrecorded: 'it asks; what is answered is recorded',
  },
  checkPasskey: { summary: 'Finish a sign-in with a passkey', records: 'LOGIN' },
  finishFactorSetup: { summary: 'Finish a sign-in in which a second factor had to be set up', records: 'LOGIN' },
})

/** Returns the handlers of the calls between a right password and the session. */
export function signInStepHandlers({ access }: EntityDeps) {
  const { signIn, factorCheck, passkeys } = access
  return handlersOf({
    signInProviders: ({ step }) =>
      factorCheck.providers(step.user.id.id).map((type, nth) => ({
        type,
        default: nth === 0,
        contact: null,
        minVerificationCodeSendPeriod: null,
      })),
    // An authenticator app needs no message, but clients of other platforms ask for one.
    sendVerificationCode: () => undefined,
    checkVerificationCode: async ({ step, query, client, origin }) =>
      signInAnswer(await signIn.byCode(step, query.providerType, query.verificationCode, client), origin),
    passkeyChallenge: async ({ step, origin }) => ({
      ...(await passkeys.requestOptions(step.id, origin, factorCheck.keys(step.user.id.id))),
    }),
    checkPasskey: async ({ step, body, origin, client }) =>
      // The library that checks the answer also checks its inner members.
      signInAnswer(await signIn.byPasskey(step, origin, body as unknown as AuthenticationResponseJSON, client), origin),
    finishFactorSetup: async ({ step, client, origin }) =>
      signInAnswer(await signIn.byFactorSetup(step, client), origin),
  })
}

/** Policies of the calls on the caller's own second factors. */
export const secondFactorPolicies = policiesOf({
  factorProviders: { may: everyone, summary: 'Second factors that can be set up' },
  factorSettings: { may: everyone, summary: "The caller's second factors" },
  proveIdentity: {
    may: ownerOnly,
    summary: 'Prove the identity of the caller, who can then change second factors for ten minutes',
    unrecorded: 'what it opens the way to is recorded',
  },
  generateFactor: {
    may: ownerOnly,
    summary: 'A new secret for an authenticator app',
    unrecorded: 'a secret counts once its first code was shown, which is recorded',
  },
  submitFactor: {
    may: ownerOnly,
    summary: 'Ask for the code that sets up a second factor; authenticator apps need none',
    unrecorded: 'authenticator apps need nothing sent',
  },
  saveFactor: {
    may: ownerOnly,
    summary: 'Set up an authenticator app with its first code',
    records: 'CREDENTIALS_UPDATED',
  },
  deleteFactor: { may: ownerOnly, summary: 'Remove the authenticator app', records: 'CREDENTIALS_UPDATED' },
  newRecoveryCodes: {
    may: ownerOnly,
    summary: 'New recovery codes in place of all older ones',
    records: 'CREDENTIALS_UPDATED',
  },
  newPasskeyOptions: {
    may: ownerOnly,
    summary: 'What a browser needs to make a passkey',
    unrecorded: 'it asks; what is answered is recorded',
  },
  addPasskey: { may: ownerOnly, summary: 'Add a passkey', records: 'CREDENTIALS_UPDATED' },
  deletePasskey: { may: ownerOnly, summary: 'Remove a passkey', records: 'CREDENTIALS_UPDATED' },
  userFactors: { may: tenantAdmins, summary: 'Whether a user has a second factor' },
  deleteUserFactors: {
    may: tenantAdmins,
    summary: 'Remove the second factors of a customer user who lost them',
    records: 'CREDENTIALS_UPDATED',
  },
})

/** Returns the handlers with which users manage their second factors, and administrators those of customer users. */
export function secondFactorHandlers(deps: EntityDeps) {
  const { store, access } = deps
  const { factors, signIn } = access
  const onlyTotp = (providerType: string): void => {
    if (providerType !== 'TOTP') {
      throw badRequest(`2FA provider '${providerType}' is not available: give TOTP as providerType`)
    }
  }
  return handlersOf({
    factorProviders: () => ['TOTP'],
    factorSettings: ({ principal, origin }) => factors.settings(principal, origin),
    proveIdentity: ({ principal, body, client }) => signIn.prove(principal, body, client),
    generateFactor: ({ principal, query }) => {
      onlyTotp(query.providerType)
      return factors.newTotp(principal)
    },
    submitFactor: ({ body }) => onlyTotp(body.providerType),
    saveFactor: ({ principal, body, query, origin }) => {
      onlyTotp(body.providerType)
      factors.saveTotp(principal, body.authUrl ?? '', query.verificationCode ?? '')
      return factors.settings(principal, origin)
    },
    deleteFactor: ({ principal, query, origin }) => {
      onlyTotp(query.providerType)
      factors.removeTotp(principal)
      return factors.settings(principal, origin)
    },
    newRecoveryCodes: ({ principal }) => ({ codes: factors.newRecoveryCodes(principal) }),
    newPasskeyOptions: async ({ principal, origin }) => ({ ...(await factors.passkeyOptions(principal, origin)) }),
    addPasskey: async ({ principal, body, origin }) => {
      await factors.addPasskey(principal, origin, body.name, body.response as unknown as RegistrationResponseJSON)
      return factors.settings(principal, origin)
    },
    deletePasskey: ({ principal, params, origin }) => {
      factors.removePasskey(principal, params.passkeyId)
      return factors.settings(principal, origin)
    },
    userFactors: ({ params, reach }) => ({
      configured: store.secondFactors.of(reach.user(params.userId).id.id) !== undefined,
    }),
    deleteUserFactors: ({ principal, reach, params }) => {
      const user = reach.user(params.userId)
      if (user.authority !== 'CUSTOMER_USER') {
        throw new Refusal(
          'permissionDenied',
          "An administrator's second factor is removed by the installation's operator: greenwave admin remove-second-factor",
        )
      }
      removeUserFactors(deps, principal, user)
    },
  })
}
