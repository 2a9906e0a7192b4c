/** The verbs of second factors: finishing a sign-in by one, and setting them up. Browsers' own credentials are loaded on demand. */

import type { TokenPair } from '@greenwave/contract/auth'
import type { FactorSettings, SignInReply } from '@greenwave/contract/secondFactor'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from './api.ts'

/** A browser or its user did not give the passkey: it was cancelled, it is another one, or it took too long. */
export class PasskeyRefused extends Error {
  override readonly name = 'PasskeyRefused'
}

/** Returns the ways in which this sign-in can be finished, the usual first. */
export async function fetchWays(stepToken: string): Promise<readonly { type: string; contact: string | undefined }[]> {
  const providers = await callApi('signInProviders', { stepToken })
  return providers
    .toSorted((one, other) => Number(other.default ?? false) - Number(one.default ?? false))
    .map(({ type, contact }) => ({ type, contact: contact ?? undefined }))
}

/** Has a code sent, where the platform sends some. */
export function requestCode(stepToken: string, providerType: string): Promise<undefined> {
  return callApi('sendVerificationCode', { stepToken, query: { providerType } })
}

/** Finishes the sign-in with a code of the app, a message or the recovery codes. Returns the session's tokens. */
export function finishByCode(stepToken: string, providerType: string, verificationCode: string): Promise<TokenPair> {
  return callApi('checkVerificationCode', { stepToken, query: { providerType, verificationCode } })
}

/** Asks the browser for a passkey and shows it to the platform. Throws PasskeyRefused, or what a call throws. */
export async function finishByPasskey(stepToken: string): Promise<TokenPair> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options = await callApi('passkeyChallenge', { stepToken })
  // The platform passes on what the library made; the browser checks it.
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const answer = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyRefused('The browser gave no passkey', { cause: error })
  })
  return callApi('checkPasskey', { stepToken, body: bodyOf(answer) })
}

/** What a browser's answer is on the wire. Results of extensions are left out: none is asked for. */
function bodyOf({ id, rawId, response }: { id: string; rawId: string; response: { clientDataJSON: string } }) {
  return { id, rawId, type: 'public-key' as const, response: { ...response }, clientExtensionResults: {} }
}

/** Finishes a sign-in in which a second factor had to be set up. */
export function finishSetUp(stepToken: string): Promise<TokenPair> {
  return callApi('finishFactorSetup', { stepToken })
}

/** Replaces a password that must be changed before anything else. */
export function replacePrintedPassword(resetToken: string, password: string): Promise<SignInReply> {
  return callApi('resetPassword', { body: { resetToken, password } })
}

/** The caller's second factors; fails on platforms that do not know all of it. */
export function factorSettingsQuery() {
  return queryOptions({
    queryKey: ['secondFactor'],
    queryFn: ({ signal }) => callApi('factorSettings', { signal }),
    retry: false,
  })
}

/** The same for somebody who must set one up before the session begins. */
export function fetchFactorSettings(stepToken: string): Promise<FactorSettings> {
  return callApi('factorSettings', { stepToken })
}

/** Proves who one is; changes are allowed for some minutes then. */
export function proveByPassword(password: string): Promise<undefined> {
  return callApi('proveIdentity', { body: { password } })
}

/** Returns a new secret for an authenticator app, as the address for a QR code. A step token stands for the session before it begins. */
export async function generateTotp(stepToken?: string): Promise<string> {
  const { authUrl } = await callApi('generateFactor', { stepToken, query: { providerType: 'TOTP' } })
  return authUrl ?? ''
}

/** Turns an authenticator app on by its first code. */
export async function saveTotp(authUrl: string, verificationCode: string, stepToken?: string): Promise<void> {
  await callApi('saveFactor', { stepToken, query: { verificationCode }, body: { providerType: 'TOTP', authUrl } })
}

/** Turns the authenticator app off. Returns the settings as they are then. */
export function removeTotp(): Promise<FactorSettings> {
  return callApi('deleteFactor', { query: { providerType: 'TOTP' } })
}

/** Returns new recovery codes; the older ones are void. Fails with 404 on platforms that make none this way. */
export async function makeRecoveryCodes(stepToken?: string): Promise<readonly string[]> {
  return (await callApi('newRecoveryCodes', { stepToken })).codes
}

/** Has the browser make a passkey and gives it to the platform. Throws PasskeyRefused, or what a call throws. */
export async function addPasskey(name: string, stepToken?: string): Promise<FactorSettings> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const options = await callApi('newPasskeyOptions', { stepToken })
  // As above.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const response = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyRefused('The browser made no passkey', { cause: error })
  })
  return callApi('addPasskey', {
    stepToken,
    body: { name, response: bodyOf(response) },
  })
}

/** Removes a passkey. Returns the settings as they are then. */
export function removePasskey(passkeyId: string): Promise<FactorSettings> {
  return callApi('deletePasskey', { params: { passkeyId } })
}

/** Whether a customer user has a second factor; fails on platforms that do not tell. */
export function userFactorsQuery(userId: string) {
  return queryOptions({
    queryKey: ['secondFactor', 'of', userId],
    queryFn: ({ signal }) => callApi('userFactors', { params: { userId }, signal }),
    retry: false,
  })
}

/** Lets a customer user in again who lost the second factor; all sessions of that user end. */
export function removeUserFactors(userId: string): Promise<undefined> {
  return callApi('deleteUserFactors', { params: { userId } })
}
