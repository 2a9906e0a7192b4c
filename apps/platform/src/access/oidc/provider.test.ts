import { afterEach, expect, it, vi } from 'vitest'
import { createProvider } from './provider.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns what a look-up of an issuer comes to, where the provider states another one. */
function lookUp(issuer: string, stated: string): Promise<string> {
  const metadata = { issuer: stated, authorization_endpoint: `${issuer}/authorize`, jwks_uri: `${issuer}/keys` }
  vi.stubGlobal('fetch', async () => Response.json(metadata))
  const options = {
    ...{ issuer, clientId: 'greenwave', clientSecret: undefined, name: 'City', scopes: 'openid' },
    ...{ creates: 'never' as const, customerClaim: undefined, administrators: undefined },
    ...{ trustsEmail: true, sessionLifetimeMs: 1 },
  }
  return createProvider(options, Date.now).lookUp()
}

it('a provider whose metadata are of another issuer is refused, also by Entra ID, where they are of every directory', async () => {
  const own = 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0'
  expect(await lookUp(own, own)).toBe(own)
  const every = 'https://login.microsoftonline.com/{tenantid}/v2.0'
  for (const directory of ['common', 'organizations']) {
    await expect(lookUp(`https://login.microsoftonline.com/${directory}/v2.0`, every)).rejects.toMatchObject({
      ...{ reason: 'failed', message: expect.stringContaining('says that its issuer is') },
    })
  }
})
