// oxlint-disable-next-line typescript/triple-slash-reference -- other packages compile this file without the declarations beside it, which no import can reach
/// <reference path="./oidcProviderModule.d.ts" />
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CALLBACK_PATH } from '@greenwave/contract/wire/providerSignIn'
import Provider, { type Context } from 'oidc-provider'

/** A person at the provider: their claims besides `sub`. */
type ProviderPerson = Readonly<Record<string, unknown>>

/** A sign-in provider of its own, with one client, whose redirections may go to any port of this machine. */
export interface SignInProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The key that signs identities, and its name. */
  readonly key: KeyObject
  readonly keyId: string
  /** Sets who sits before the browser; undefined: somebody who refuses. */
  person(subject: string | undefined, claims?: ProviderPerson): void
  /** Does what a browser does at the provider; resolves with the address that it is sent back to. */
  passThrough(location: string): Promise<URL>
  stop(): Promise<void>
}

const CLAIMS = {
  openid: ['sub', 'sid', 'district', 'realm_access'],
  email: ['email', 'email_verified'],
  profile: ['given_name', 'family_name'],
}
const SCOPES = 'openid email profile'

/**
 * Starts a provider of the library `oidc-provider` at a port of this machine. It asks for no password: whoever `person`
 * named is signed in.
 * @param port 0: any free port
 */
export async function startSignInProvider(
  port = 0,
  clientSecret = randomBytes(24).toString('hex'),
): Promise<SignInProvider> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyId = randomBytes(8).toString('hex')
  const clientId = 'greenwave'
  const people = new Map<string, ProviderPerson>()
  let present: string | undefined

  const provider: Provider = new Provider(issuer, {
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        application_type: 'native',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`http://127.0.0.1${CALLBACK_PATH}`],
        backchannel_logout_uri: 'http://127.0.0.1/never-called',
        backchannel_logout_session_required: true,
      },
    ],
    claims: CLAIMS,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    ttl: { Grant: 3600, Interaction: 600, Session: 3600, IdToken: 600, AccessToken: 600 },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ ...people.get(id), sub: id }),
    }),
    interactions: { url: () => '/who' },
    async loadExistingGrant({ oidc }: Context) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const refused = { error: 'access_denied', error_description: 'the person refused' }
    const result = present === undefined ? refused : { login: { accountId: present, remember: false }, consent: {} }
    const answered =
      request.url === '/who' ? provider.interactionFinished(request, response, result) : answer(request, response)
    answered.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })

  return {
    ...{ issuer, clientId, clientSecret, key, keyId },
    person(subject, claims = {}) {
      present = subject
      if (subject !== undefined) people.set(subject, claims)
    },
    async passThrough(location) {
      const cookies = new Map<string, string>()
      let next = new URL(location)
      for (let hops = 0; next.origin === issuer; hops += 1) {
        if (hops > 10) throw new Error(`the provider leads in a circle, by ${next.href}`)
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const { headers, status } = await fetch(next, { headers: { cookie }, redirect: 'manual' })
        for (const line of headers.getSetCookie()) {
          const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? []
          cookies.set(name, value)
        }
        const to = headers.get('location')
        if (to === null) throw new Error(`the provider answered ${next.pathname} with status ${status}`)
        next = new URL(to, next)
      }
      return next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
