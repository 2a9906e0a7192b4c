/** @file Speaks OpenID Connect with the sign-in provider: discovery, the authorization code with PKCE, the end of a session. */
import type { ProviderRefusalReason } from '@greenwave/contract/wire/providerSignIn'
import type { User } from '@greenwave/contract/wire/users'
import { createRemoteJWKSet, customFetch as customKeyFetch, errors as joseErrors, jwtVerify } from 'jose'
import type { ClientAuth, Configuration } from 'openid-client'
import { type Claims, isWanting, joinedClaims } from './provedPerson.ts'
import { fetchFromProvider, ProviderUnreachable } from './providerFetch.ts'
import type { ProviderOptions } from './providerOptions.ts'
import type { Attempt } from './sealedAttempt.ts'

/** A sign-in through the provider that is refused. The message is for the operator, who reads it in the log. */
export class ProviderRefusal extends Error {
  readonly reason: ProviderRefusalReason
  /** The account that it is about, if one was found. */
  readonly user: User | undefined
  constructor(reason: ProviderRefusalReason, message: string, more: { user?: User; cause?: unknown } = {}) {
    super(message, { cause: more.cause })
    this.name = 'ProviderRefusal'
    this.reason = reason
    this.user = more.user
  }
}

/** Largest difference between the clocks of provider and platform, seconds. */
const CLOCK_TOLERANCE_S = 60
/** Lifetime of the provider's metadata, milliseconds. */
const METADATA_MS = 3_600_000
/** Pause after a failed look-up, milliseconds. */
const FAILURE_MS = 3_000
/** Shortest time between two requests for new keys after signatures that did not fit, milliseconds. */
const KEYS_AGAIN_MS = 60_000
/** Greatest age of the report of an ended session. */
const REPORT_AGE = '10 min'
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** The end of a session at the provider: of one session, or of all sessions of a person. */
interface EndedThere {
  /** The id of the report. */
  readonly id: string
  readonly issuer: string
  readonly subject: string | undefined
  readonly session: string | undefined
}

/** The provider of an installation. Rejects with ProviderRefusal. */
export interface Provider {
  /** Asks the provider for its metadata, unless they are known. Resolves with its issuer identifier. */
  lookUp(): Promise<string>
  /** Begins a sign-in: resolves with the address that the browser goes to, and the attempt that it keeps. */
  begin(redirectUri: string): Promise<{ readonly location: string; readonly attempt: Attempt }>
  /** Takes what the browser brought back, and resolves with what the provider says of the person. */
  claimsOf(parameters: string, attempt: Attempt): Promise<{ readonly issuer: string; readonly claims: Claims }>
  /** Reads a report that a session has ended. Resolves with undefined for anything that the provider did not sign. */
  readReport(logoutToken: string): Promise<EndedThere | undefined>
}

interface Found {
  readonly config: Configuration
  readonly keys: ReturnType<typeof createRemoteJWKSet> | undefined
}

// Loaded when a provider is configured and first asked: it takes a good part of a start.
const library = () => import('openid-client')

/** Creates the provider; it is asked when it is needed. `now` returns epoch milliseconds. */
export function createProvider(options: ProviderOptions, now: () => number): Provider {
  let known: { readonly untilMs: number; readonly found: Promise<Found> } | undefined
  let droppedMs = Number.NEGATIVE_INFINITY

  async function discover(): Promise<Found> {
    const oidc = await library()
    const { issuer, clientId, clientSecret } = options
    const isPlain = issuer.startsWith('http:')
    const config = await oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_S },
      clientSecret === undefined ? oidc.None() : await authentication(clientSecret),
      {
        [oidc.customFetch]: fetchFromProvider,
        // The signature of the identity is checked as well, not only the way that it came.
        execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
      },
    )
    const { jwks_uri, issuer: stated } = config.serverMetadata()
    // The library lets Entra ID state another issuer, which then stands for every directory of the world.
    if (!URL.canParse(stated) || new URL(stated).href !== new URL(issuer).href) {
      throw new Error(`the provider at ${issuer} says that its issuer is ${stated}`)
    }
    const keys =
      jwks_uri === undefined
        ? undefined
        : createRemoteJWKSet(new URL(jwks_uri), { [customKeyFetch]: (url, init) => fetchFromProvider(url, init) })
    return { config, keys }
  }

  /** Callers at the same time share one look-up; a failed one is soon tried again. */
  function found(): Promise<Found> {
    if (known === undefined || known.untilMs <= now()) {
      const asked = { untilMs: now() + METADATA_MS, found: discover() }
      known = asked
      asked.found.catch(() => {
        if (known === asked) known = { ...asked, untilMs: now() + FAILURE_MS }
      })
    }
    return known.found.catch((error: unknown) => {
      throw refusalOf(error)
    })
  }

  async function askForMore(config: Configuration, accessToken: string, claims: Claims): Promise<Claims> {
    if (config.serverMetadata().userinfo_endpoint === undefined || !isWanting(claims, options)) return claims
    const oidc = await library()
    return joinedClaims(claims, await oidc.fetchUserInfo(config, accessToken, String(claims.sub)))
  }

  /** Drops metadata and keys, which may have changed; the next sign-in requests them again and succeeds. */
  function drop(used: typeof known): void {
    if (known !== used || now() - droppedMs < KEYS_AGAIN_MS) return
    droppedMs = now()
    known = undefined
  }

  return {
    async lookUp() {
      return (await found()).config.serverMetadata().issuer
    },

    async begin(redirectUri) {
      const { config } = await found()
      const oidc = await library()
      const attempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        redirectUri,
      }
      const { href } = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: options.scopes,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return { location: href, attempt }
    },

    async claimsOf(parameters, { state, nonce, verifier, redirectUri }) {
      const { config } = await found()
      const used = known
      const oidc = await library()
      const { issuer: expected } = config.serverMetadata()
      const answer = new URLSearchParams(parameters)
      if ((answer.get('iss') ?? expected) !== expected || !(answer.has('code') || answer.has('error'))) {
        throw new ProviderRefusal('interrupted', 'what the browser brought back is no answer of the provider')
      }
      try {
        const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${parameters}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('the provider sent no identity')
        return { issuer: claims.iss, claims: await askForMore(config, tokens.access_token, claims) }
      } catch (error) {
        if (isOfKeys(error)) drop(used)
        throw refusalOf(error)
      }
    },

    async readReport(logoutToken) {
      const { config, keys } = await found()
      if (keys === undefined) return undefined
      const { issuer } = config.serverMetadata()
      try {
        const { payload } = await jwtVerify(logoutToken, keys, {
          issuer,
          audience: options.clientId,
          clockTolerance: CLOCK_TOLERANCE_S,
          maxTokenAge: REPORT_AGE,
          requiredClaims: ['jti', 'events'],
          currentDate: new Date(now()),
        })
        const { sub, sid, events, nonce, jti } = payload
        const isReport = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT)
        // An identity has a nonce, and must not pass for a report.
        if (!isReport || nonce !== undefined || jti === undefined) return undefined
        const session = typeof sid === 'string' ? sid : undefined
        return sub === undefined && session === undefined ? undefined : { id: jti, issuer, subject: sub, session }
      } catch (error) {
        if (error instanceof joseErrors.JOSEError) return undefined
        throw refusalOf(error)
      }
    },
  }
}

/** Returns how the client proves itself: in the way that the provider says it takes. */
async function authentication(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await library()
  const [byHeader, byBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
    return (takesBody ? byBody : byHeader)(server, client, body, headers)
  }
}

/** Returns an error and those that caused it. */
function chainOf(error: unknown): readonly Error[] {
  const chain: Error[] = []
  for (let one = error; one instanceof Error && chain.length < 8; one = one.cause) chain.push(one)
  return chain
}

/** Returns whether an identity did not fit the provider's keys, which only the provider can cause. */
function isOfKeys(error: unknown): boolean {
  return chainOf(error).some(
    (one) =>
      ('code' in one && one.code === 'OAUTH_KEY_SELECTION_FAILED') ||
      one.message === 'JWT signature verification failed',
  )
}

/** Returns the refusal for a failure of the library. */
function refusalOf(error: unknown): ProviderRefusal {
  const chain = chainOf(error)
  const why = chain.map(({ message }) => message).join(': ')
  const unreachable = chain.find((one) => one instanceof ProviderUnreachable)
  if (unreachable) return new ProviderRefusal('providerDown', unreachable.message, { cause: error })
  const answered = chain.map((one) => ('error' in one ? one.error : undefined)).find((code) => typeof code === 'string')
  const isAnswerToBrowser = chain.some(({ name }) => name === 'AuthorizationResponseError')
  if (isAnswerToBrowser)
    return new ProviderRefusal('refusedThere', `the provider answered ${answered}`, { cause: error })
  // A code that was used before, or too late.
  if (answered === 'invalid_grant') return new ProviderRefusal('interrupted', why, { cause: error })
  return new ProviderRefusal('failed', answered === undefined ? why : `${why} (${answered})`, { cause: error })
}
