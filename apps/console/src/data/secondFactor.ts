/**
 * The calls for second factors: to finish a sign-in with one, and to set them up. The library for passkeys is loaded on
 * demand.
 */

import type { TokenPair } from '@greenwave/contract/wire/auth'
import type { FactorSettings, SignInReply } from '@greenwave/contract/wire/secondFactor'
import { queryOptions } from '@tanstack/react-query'
import { callUsers } from './userApi.ts'

/** The browser or the user did not provide the passkey: it was cancelled, it is the wrong one, or it took too long. */
export class PasskeyRefused extends Error {
  override readonly name = 'PasskeyRefused'
}

/** Returns the ways to finish this sign-in, the default first. */
export async function fetchWays(stepToken: string): Promise<readonly { type: string; contact: string | undefined }[]> {
  const providers = await callUsers('signInProviders', { stepToken })
  return providers
    .toSorted((one, other) => Number(other.default ?? false) - Number(one.default ?? false))
    .map(({ type, contact }) => ({ type, contact: contact ?? undefined }))
}

/** Asks the platform to send a code, for a way that sends one. */
export function requestCode(stepToken: string, providerType: string): Promise<undefined> {
  return callUsers('sendVerificationCode', { stepToken, query: { providerType } })
}

/** Finishes the sign-in with a code from an app, a message or the recovery codes. Returns the session's tokens. */
export function finishByCode(stepToken: string, providerType: string, verificationCode: string): Promise<TokenPair> {
  return callUsers('checkVerificationCode', { stepToken, query: { providerType, verificationCode } })
}

/** Asks the browser for a passkey and sends it to the platform. Throws PasskeyRefused, or what the calls throw. */
export async function finishByPasskey(stepToken: string): Promise<TokenPair> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options = await callUsers('passkeyChallenge', { stepToken })
  // The platform passes on what the library created, and the browser checks it.
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const answer = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyRefused('The browser returned no passkey', { cause: error })
  })
  return callUsers('checkPasskey', { stepToken, body: bodyOf(answer) })
}

/**
 * Returns a browser's answer as the platform expects it. Results of extensions are left out, since none is requested.
 */
function bodyOf({ id, rawId, response }: { id: string; rawId: string; response: { clientDataJSON: string } }) {
  return { id, rawId, type: 'public-key' as const, response: { ...response }, clientExtensionResults: {} }
}

/** Finishes a sign-in that required the setup of a second factor. */
export function finishSetUp(stepToken: string): Promise<TokenPair> {
  return callUsers('finishFactorSetup', { stepToken })
}

/** Replaces a password that must be changed before the session begins. */
export function replacePrintedPassword(resetToken: string, password: string): Promise<SignInReply> {
  return callUsers('resetPassword', { body: { resetToken, password } })
}

/** Reads the caller's second factors. Fails on platforms that do not support all of this. */
export function factorSettingsQuery() {
  return queryOptions({
    queryKey: ['secondFactor'],
    queryFn: ({ signal }) => callUsers('factorSettings', { signal }),
    retry: false,
  })
}

/** Reads the second factors of a user who must set one up before the session begins. */
export function fetchFactorSettings(stepToken: string): Promise<FactorSettings> {
  return callUsers('factorSettings', { stepToken })
}

/** Confirms the caller's identity with the password; changes are then allowed for some minutes. */
export function proveByPassword(password: string): Promise<undefined> {
  return callUsers('proveIdentity', { body: { password } })
}

/**
 * Returns a new secret for an authenticator app, as the address for a QR code. Before the session begins, pass the step
 * token.
 */
export async function createTotp(stepToken?: string): Promise<string> {
  const { authUrl } = await callUsers('generateFactor', { stepToken, query: { providerType: 'TOTP' } })
  return authUrl ?? ''
}

/** Turns on an authenticator app with its first code. */
export async function saveTotp(authUrl: string, verificationCode: string, stepToken?: string): Promise<void> {
  await callUsers('saveFactor', { stepToken, query: { verificationCode }, body: { providerType: 'TOTP', authUrl } })
}

/** Turns off the authenticator app. Returns the settings afterwards. */
export function removeTotp(): Promise<FactorSettings> {
  return callUsers('deleteFactor', { query: { providerType: 'TOTP' } })
}

/** Creates new recovery codes, which replace the older ones. Fails with 404 on platforms without this call. */
export async function createRecoveryCodes(stepToken?: string): Promise<readonly string[]> {
  return (await callUsers('newRecoveryCodes', { stepToken })).codes
}

/**
 * Asks the browser to create a passkey and sends it to the platform. Throws PasskeyRefused, or what the calls throw.
 */
export async function addPasskey(name: string, stepToken?: string): Promise<FactorSettings> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options = await callUsers('newPasskeyOptions', { stepToken })
  // The platform passes on what the library created, and the browser checks it.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyRefused('The browser returned no passkey', { cause: error })
  })
  return callUsers('addPasskey', {
    stepToken,
    body: { name, response: bodyOf(response) },
  })
}

/** Removes a passkey. Returns the settings afterwards. */
export function removePasskey(passkeyId: string): Promise<FactorSettings> {
  return callUsers('deletePasskey', { params: { passkeyId } })
}

/** Reads whether a customer user has a second factor. Fails on platforms without this call. */
export function userFactorsQuery(userId: string) {
  return queryOptions({
    queryKey: ['secondFactor', 'of', userId],
    queryFn: ({ signal }) => callUsers('userFactors', { params: { userId }, signal }),
    retry: false,
  })
}

/**
 * Removes the second factors of a customer user, so that the user can sign in without them. All sessions of that user
 * end.
 */
export function removeUserFactors(userId: string): Promise<undefined> {
  return callUsers('deleteUserFactors', { params: { userId } })
}
