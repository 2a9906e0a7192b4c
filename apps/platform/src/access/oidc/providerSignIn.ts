import type { TokenPair } from '@greenwave/contract/wire/auth'
import { HANDED_OVER } from '@greenwave/contract/wire/consoleSettings'
import {
  AUTHORIZATION_PATH,
  CALLBACK_PATH,
  type ProviderRefusalReason,
  type SignInClient,
} from '@greenwave/contract/wire/providerSignIn'
import type { User } from '@greenwave/contract/wire/users'
import type { FastifyBaseLogger } from 'fastify'
import { ownAction } from '../../audit/action.ts'
import type { AuditTrail } from '../../audit/auditTrail.ts'
import { addressGroup } from '../../connections/addressGroup.ts'
import { LIMITS } from '../../limits/limits.ts'
import type { Meter } from '../../meter/meter.ts'
import type { Store } from '../../store/openStore.ts'
import type { UserCredentials } from '../../store/store.ts'
import type { Accounts } from '../accounts.ts'
import { createExpiringMap } from '../expiringMap.ts'
import type { Client } from '../knownBrowsers.ts'
import type { Sessions } from '../sessions.ts'
import { provedPerson } from './provedPerson.ts'
import { createProvider, ProviderRefusal } from './provider.ts'
import { createProviderAccounts } from './providerAccounts.ts'
import type { ProviderOptions } from './providerOptions.ts'
import { ATTEMPT_SECONDS, createAttemptSeal } from './sealedAttempt.ts'

/** The path by which a browser begins a sign-in through the provider. */
export const BEGIN_PATH = `${AUTHORIZATION_PATH}provider`
/** Most finished attempts, and reports, that are remembered, so that neither is taken twice. */
const MAX_REMEMBERED = 20_000

/** Sign-in through a provider outside. Rejects with ProviderRefusal. */
export interface ProviderSignIn {
  /** The client as sign-in pages show it. */
  readonly client: SignInClient
  /** Asks for the provider's metadata, and logs what is wrong, so that an operator sees it at the start. */
  check(): Promise<void>
  /**
   * Begins a sign-in. Resolves with the address at the provider and the text that the browser must bring back; with the
   * sign-in page of the public address and no text for a page at another address, which could not take the tokens.
   */
  begin(from: BeginsFrom): Promise<{ readonly location: string; readonly sealed: string | undefined }>
  /** Finishes a sign-in with the parameters of the callback. Resolves with the address of the console, with tokens. */
  finish(parameters: string, sealed: string | undefined, client: Client): Promise<string>
  /** Ends the sessions here that a report of the provider is about. Resolves with false for what is no such report. */
  endReported(logoutToken: string, address: string): Promise<boolean>
}

interface BeginsFrom {
  /** The platform's origin as the request has it, which a proxy may hide. */
  readonly origin: string
  /** The page that the browser comes from, if it says so. */
  readonly referer: string | undefined
  /** The client's address. */
  readonly address: string
}

interface ProviderSignInParts {
  readonly options: ProviderOptions
  readonly publicUrl: string | undefined
  readonly store: Store
  readonly accounts: Accounts
  readonly sessions: Sessions
  /** Opens a session for a user whom the provider proved; `from.id` is its session there, or empty. */
  readonly openSession: (
    user: User,
    credentials: UserCredentials,
    from: { readonly provider: string; readonly id: string },
    client: Client,
  ) => Promise<TokenPair>
  readonly audit: AuditTrail
  readonly meter: Meter
  readonly log: FastifyBaseLogger
  readonly now: () => number
}

/** Returns the address of the sign-in page that says why a sign-in was refused. */
export function refusedAddress(reason: ProviderRefusalReason): string {
  return `/login?${HANDED_OVER.error}=${reason}`
}

const interrupted = (why: string): ProviderRefusal => new ProviderRefusal('interrupted', why)

/** Creates the sign-in through the provider of an installation. */
export function createProviderSignIn(parts: ProviderSignInParts): ProviderSignIn {
  const { options, publicUrl, store, sessions, openSession, audit, meter, log, now } = parts
  const provider = createProvider(options, now)
  const people = createProviderAccounts(parts)
  const seal = createAttemptSeal(store.signingKey, now)
  const finished = createExpiringMap<true>(ATTEMPT_SECONDS * 1000, MAX_REMEMBERED, now)
  const reported = createExpiringMap<true>(ATTEMPT_SECONDS * 2000, MAX_REMEMBERED, now)
  /** The address of each caller that waits for the provider. */
  const waiting: string[] = []

  async function inPlace<T>(address: string, work: () => Promise<T>): Promise<T> {
    const group = addressGroup(address)
    const own = waiting.filter((other) => other === group).length
    if (waiting.length >= LIMITS.providerCalls.value || own >= LIMITS.providerCallsOfAddress.value) {
      throw new ProviderRefusal('busy', `${waiting.length} callers wait for the provider, ${own} from this address`)
    }
    waiting.push(group)
    try {
      return await work()
    } finally {
      waiting.splice(waiting.indexOf(group), 1)
    }
  }

  async function finish(parameters: string, sealed: string | undefined, client: Client): Promise<string> {
    const attempt = await seal.open(sealed)
    if (attempt === undefined) throw interrupted('the browser began no sign-in, or too long ago')
    if (new URLSearchParams(parameters).get('state') !== attempt.state) throw interrupted('the state is another one')
    if (finished.get(attempt.state)) throw interrupted('the sign-in was finished before')
    finished.set(attempt.state, true)
    const { issuer, claims } = await provider.claimsOf(parameters, attempt)
    const person = provedPerson(claims, options)
    const { user, credentials, isWritten } = people.admit(issuer, person)
    // A full disk locks out no user who signed in before.
    if (isWritten) await store.committed()
    const from = { provider: options.name, id: person.session }
    const { token, refreshToken } = await openSession(user, credentials, from, client)
    const handed = { [HANDED_OVER.token]: token, [HANDED_OVER.refreshToken]: refreshToken }
    return `/#${new URLSearchParams(handed).toString()}`
  }

  return {
    client: { name: options.name, icon: null, url: BEGIN_PATH },

    async check() {
      try {
        await provider.lookUp()
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        log.warn({ issuer: options.issuer, why }, 'The sign-in provider cannot be used now; will retry when needed')
      }
    },

    begin: ({ origin, referer, address }) =>
      inPlace(address, async () => {
        const page = URL.parse(referer ?? '')?.origin
        if (publicUrl !== undefined && page !== undefined && page !== publicUrl) {
          return { location: `${publicUrl}/login`, sealed: undefined }
        }
        const { location, attempt } = await provider.begin(`${publicUrl ?? origin}${CALLBACK_PATH}`)
        return { location, sealed: await seal.seal(attempt) }
      }),

    finish: (parameters, sealed, client) =>
      inPlace(client.address, async () => {
        try {
          return await finish(parameters, sealed, client)
        } catch (error) {
          meter.signInFailed('provider')
          if (error instanceof ProviderRefusal && error.user !== undefined) {
            audit.refused(
              { ...ownAction('LOGIN', error.user, client), data: { provider: options.name } },
              error.message,
            )
          }
          throw error
        }
      }),

    endReported: (logoutToken, address) =>
      inPlace(address, async () => {
        const report = await provider.readReport(logoutToken)
        if (report === undefined || reported.get(report.id)) return report !== undefined
        reported.set(report.id, true)
        const { issuer, subject, session } = report
        const userId = subject === undefined ? undefined : store.providerIdentities.userOf(issuer, subject)
        // A subject without a user here has no sessions.
        if (subject !== undefined && userId === undefined) return true
        const ended = sessions.endOfProvider({ userId, providerSession: session })
        log.info({ ended, ...(userId !== undefined && { userId }) }, 'The sign-in provider ended sessions')
        return true
      }),
  }
}
