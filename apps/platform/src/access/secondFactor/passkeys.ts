import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { StoredPasskey } from '../../store/store.ts'
import { badRequest } from '../refusal.ts'
import { createExpiringMap } from './expiringMap.ts'

/** How long a person may take with the key, milliseconds. */
const CEREMONY_MS = 5 * 60_000
const MAX_CEREMONIES = 10_000
/** EdDSA, ES256, RS256 (COSE): what keys have. The library's own list asks the runtime for algorithms that are experiments. */
const ALGORITHMS = [-8, -7, -257]

/** Where a browser shows the console: the relying party of its passkeys. */
interface RelyingParty {
  readonly origin: string
  /** Host name; passkeys belong to it. */
  readonly id: string
}

/** Registers passkeys and checks them. A ceremony is known by the token or session that began it, and serves once. */
export interface Passkeys {
  /** Browsers offer passkeys at this origin. */
  isPossible(origin: string): boolean
  registrationOptions(
    ceremony: string,
    origin: string,
    owner: PasskeyOwner,
  ): Promise<PublicKeyCredentialCreationOptionsJSON>
  /** @throws {Refusal} 400 for an answer that does not belong to a ceremony begun here */
  register(ceremony: string, origin: string, response: RegistrationResponseJSON): Promise<StoredPasskey>
  /** @throws {Refusal} 400 when none of the keys belongs to this address */
  requestOptions(
    ceremony: string,
    origin: string,
    keys: readonly StoredPasskey[],
  ): Promise<PublicKeyCredentialRequestOptionsJSON>
  /** The key that answered, with its new counter; undefined when the answer is wrong. */
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

/** The checks of keys and attestations are half a second's worth of code: loaded when the first passkey is used. */
const library = () => import('@simplewebauthn/server')

/**
 * @param productName what the browser calls the installation
 * @param publicUrl origin by which browsers reach the console, when a proxy hides it from requests
 */
export function createPasskeys(productName: string, publicUrl: string | undefined, now: () => number): Passkeys {
  const challenges = createExpiringMap<string>(CEREMONY_MS, MAX_CEREMONIES, now)
  const partyAt = (requestOrigin: string): RelyingParty => {
    // A request's origin always names its port, a browser's leaves out the usual one.
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
        // What is wrong with an answer is nobody's business who cannot give a right one.
      }).catch(() => undefined)
      if (!result?.verified) return undefined
      return { ...key, counter: result.authenticationInfo.newCounter, lastUsedTime: now() }
    },
  }
}
