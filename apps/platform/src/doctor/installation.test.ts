import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { ProviderOptions } from '../access/oidc/providerOptions.ts'
import { checkProvider } from './installation.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Starts a provider that states this issuer, `own` for its real address; resolves with the options that name it. */
async function providerThatStates(stated: string): Promise<ProviderOptions> {
  server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer: stated.replace('own', own) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ issuer: own, clientId: 'greenwave', clientSecret: 'hidden', name: 'City', scopes: 'openid' },
    ...{ creates: 'never', customerClaim: undefined, administrators: undefined, trustsEmail: false },
    sessionLifetimeMs: 1,
  }
}

it('a provider that answers is well, with what it must know', async () => {
  const finding = await checkProvider(await providerThatStates('own'), 'https://signals.example')
  expect(finding).toMatchObject({ level: 'ok' })
  expect(finding.says).toContain('https://signals.example/login/oauth2/code/ as redirect address of greenwave')
})

it('a provider that states another issuer, or does not answer, is an error with its fix', async () => {
  const options = await providerThatStates('https://id.elsewhere.example')
  const other = await checkProvider(options, undefined)
  expect(other).toMatchObject({ level: 'error', fix: expect.stringContaining('GREENWAVE_OIDC_ISSUER') })
  server.closeAllConnections()
  server.close()
  const gone = await checkProvider(options, undefined)
  expect(gone).toMatchObject({ level: 'error', says: expect.stringContaining('does not answer') })
  expect(JSON.stringify([other, gone])).not.toContain('hidden')
})
