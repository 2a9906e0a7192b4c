import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { StoredPasskey } from '../../store/store.ts'
import { badRequest } from '../refusal.ts'
import { createExpiringMap } from '../expiringMap.ts'

/** Time for a user to use the key, milliseconds. */
const CEREMONY_MS = 5 * 60_000
const MAX_CEREMONIES = 10_000
/**
 * EdDSA, ES256, RS256 (COSE numbers), which existing keys support. The library's own list needs algorithms that are
 * experimental in this runtime.
 */
const ALGORITHMS = [-8, -7, -257]

/** The relying party of passkeys: where a browser shows the console. */
interface RelyingParty {
  readonly origin: string
  /** Host name that the passkeys belong to. */
  readonly id: string
}

/** Registers and checks passkeys. A ceremony is named by the token or session that began it, and can be used once. */
export interface Passkeys {
  /** Returns whether browsers offer passkeys at this origin. */
  isPossible(origin: string): boolean
  registrationOptions(
    ceremony: string,
    origin: string,
    owner: PasskeyOwner,
  ): Promise<PublicKeyCredentialCreationOptionsJSON>
  /**
   * Registers a passkey from the browser's answer.
   * @throws {Refusal} 400 for an answer that does not belong to a ceremony begun here
   */
  register(ceremony: string, origin: string, response: RegistrationResponseJSON): Promise<StoredPasskey>
  /**
   * Returns the options with which a browser asks for one of the keys.
   * @throws {Refusal} 400 when none of the keys belongs to this address
   */
  requestOptions(
    ceremony: string,
    origin: string,
    keys: readonly StoredPasskey[],
  ): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** Resolves with the key that answered, with its new counter; undefined when the answer is wrong. */
  check(
    ceremony: string,
    origin: string,
    keys: readonly StoredPasskey[],
    response: AuthenticationResponseJSON,
  ): Promise<StoredPasskey | undefined>
}

interface PasskeyOwner {
  readonly userId: string
  readonly email: string
  readonly keys: readonly StoredPasskey[]
}

/** The library takes half a second to load, so it is loaded when the first passkey is used. */
const library = () => import('@simplewebauthn/server')

/**
 * Creates the registration and checks of passkeys.
 * @param productName the name of the installation in browsers
 * @param publicUrl origin at which browsers reach the console, when a proxy hides it from requests
 * @param now returns epoch milliseconds
 */
export function createPasskeys(productName: string, publicUrl: string | undefined, now: () => number): Passkeys {
  const challenges = createExpiringMap<string>(CEREMONY_MS, MAX_CEREMONIES, now)
  const partyAt = (requestOrigin: string): RelyingParty => {
    // A request's origin always has its port; a browser's origin omits the default port.
    const url = publicUrl ?? requestOrigin
    if (!URL.canParse(url)) throw badRequest(`Passkeys belong to a host, and '${url}' names none`)
    const { origin, hostname } = new URL(url)
    return { origin, id: hostname }
  }
  const ofParty = (keys: readonly StoredPasskey[], { id }: RelyingParty) => keys.filter(({ rpId }) => rpId === id)

  return {
    isPossible(requestOrigin) {
      const { origin, id } = partyAt(requestOrigin)
      const isLocal = id === 'localhost' || id.endsWith('.localhost')
      return (origin.startsWith('https:') && isIP(id.replaceAll(/[[\]]/g, '')) === 0) || isLocal
    },

    async registrationOptions(ceremony, requestOrigin, { userId, email, keys }) {
      const party = partyAt(requestOrigin)
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: productName,
        rpID: party.id,
        userID: new TextEncoder().encode(userId),
        userName: email,
        userDisplayName: email,
        timeout: CEREMONY_MS,
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: ofParty(keys, party).map(({ id, transports }) => ({ id, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      })
      challenges.set(ceremony, options.challenge)
      return options
    },

    async register(ceremony, requestOrigin, response) {
      const expectedChallenge = challenges.take(ceremony)
      if (expectedChallenge === undefined) throw badRequest('This took too long, or was done already: begin anew')
      const party = partyAt(requestOrigin)
      const { verifyRegistrationResponse } = await library()
      const result = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch((error: unknown) => {
        throw badRequest(`The passkey was not accepted: ${error instanceof Error ? error.message : String(error)}`)
      })
      if (!result.verified) throw badRequest('The passkey was not accepted: begin anew')
      const { id, publicKey, counter, transports = [] } = result.registrationInfo.credential
      return {
        id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports,
        rpId: party.id,
        name: '',
        createdTime: now(),
        lastUsedTime: null,
      }
    },

    async requestOptions(ceremony, requestOrigin, keys) {
      const party = partyAt(requestOrigin)
      const usable = ofParty(keys, party)
      if (usable.length === 0) throw badRequest(`There is no passkey of this account for ${party.id}`)
      const { generateAuthenticationOptions } = await library()
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        timeout: CEREMONY_MS,
        userVerification: 'discouraged',
        allowCredentials: usable.map(({ id, transports }) => ({ id, transports: [...transports] })),
      })
      challenges.set(ceremony, options.challenge)
      return options
    },

    async check(ceremony, requestOrigin, keys, response) {
      const expectedChallenge = challenges.take(ceremony)
      const party = partyAt(requestOrigin)
      const key = ofParty(keys, party).find(({ id }) => id === response.id)
      if (expectedChallenge === undefined || key === undefined) return undefined
      const { verifyAuthenticationResponse } = await library()
      const result = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        credential: {
          id: key.id,
          publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
          counter: key.counter,
        },
        requireUserVerification: false,
        // A wrong answer gets no reason, which would only help an attacker.
      }).catch(() => undefined)
      if (!result?.verified) return undefined
      return { ...key, counter: result.authenticationInfo.newCounter, lastUsedTime: now() }
    },
  }
}
