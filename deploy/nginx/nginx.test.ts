import { connect } from 'node:tls'
import { addressOf } from '@greenwave/client/callRequest'
import { calls } from '@greenwave/contract/wire/calls/calls'
import { DEVICE_API } from '@greenwave/contract/wire/deviceApi'
import { ErrorBody } from '@greenwave/contract/wire/errors'
import { LEGACY_LIVE_PATH, LIVE_PATH } from '@greenwave/contract/wire/live'
import { until } from '@greenwave/harness/until'
import { LiveClient } from '@greenwave/platform/testing/liveClient'
import { makeDevice } from '@greenwave/platform/testing/makeDevice'
import { signIn, startPlatform, TEST_ADMIN } from '@greenwave/platform/testing/startPlatform'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Nginx, startNginx } from './startNginx.ts'

let platform: Awaited<ReturnType<typeof startPlatform>>
let nginx: Nginx
beforeAll(async () => {
  platform = await startPlatform()
  nginx = await startNginx(platform.url)
})
afterAll(async () => {
  await nginx?.stop()
  await platform?.close()
})

const authorized = async () => ({ 'x-authorization': `Bearer ${await signIn(platform)}` })
const login = (from: string, password: string = TEST_ADMIN.password) =>
  nginx.ask(addressOf('login'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: TEST_ADMIN.email, password }),
    from,
  })

test('what comes without TLS is sent to the same address with TLS', async () => {
  const { status, headers } = await fetch(`${nginx.http}/devices?page=2`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([308, 'https://127.0.0.1/devices?page=2'])
})

test('replies come over TLS 1.2 or newer, and browsers are told to use nothing else', async () => {
  const { status, headers } = await nginx.ask('/healthz')
  expect([status, headers['strict-transport-security'], headers.server]).toEqual([200, 'max-age=31536000', 'nginx'])
  const old = connect({
    ...{ host: '127.0.0.1', port: Number(new URL(nginx.https).port), ca: nginx.cert },
    ...{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
  })
  const refusal = await new Promise<string>((resolve) => {
    old.on('error', ({ message }) => resolve(message))
    old.on('secureConnect', () => resolve('accepted'))
  })
  old.destroy()
  expect(refusal).toMatch(/protocol version/)
})

test('callers have their own address, and can choose neither it nor the id of their request', async () => {
  const { body } = await login('127.0.0.7')
  const { token } = JSON.parse(body) as { token: string }
  const { body: sessions, headers } = await nginx.ask(addressOf('ownSessions'), {
    headers: {
      'x-authorization': `Bearer ${token}`,
      'x-forwarded-for': '10.1.2.3',
      'x-forwarded-host': 'evil.example',
      'x-request-id': 'chosen-by-the-caller',
    },
    from: '127.0.0.7',
  })
  expect(calls.ownSessions.reply.parse(JSON.parse(sessions)).filter(({ current }) => current)).toMatchObject([
    { address: '127.0.0.7' },
  ])
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  expect(await nginx.log()).toContain(` ${String(headers['x-request-id'])}\n`)
})

test('the live socket passes for pages of this origin alone', async () => {
  const device = makeDevice(platform.store)
  const options = (origin: string) => ({ ca: nginx.cert, origin })
  const address = nginx.https.replace('https', 'wss') + LIVE_PATH
  const live = await new LiveClient(address, options(nginx.https)).opened()
  live.send({ authCmd: { cmdId: 0, token: await signIn(platform) }, cmds: [] })
  live.send({
    cmds: [{ type: 'ATTRIBUTES', entityType: 'DEVICE', entityId: device.id, scope: 'SHARED_SCOPE', cmdId: 1 }],
  })
  expect(await live.next()).toMatchObject({ subscriptionId: 1 })
  live.socket.terminate()
  await expect(new LiveClient(address, options('https://evil.example')).opened()).rejects.toThrow('403')
})

test('a body of 16 MiB reaches Greenwave, and one byte more does not, with the same words as there', async () => {
  const limit = 16 * 1024 * 1024
  const headers = { ...(await authorized()), 'content-type': 'application/json' }
  const body = JSON.stringify({ title: 'x'.repeat(limit - JSON.stringify({ title: '' }).length) })
  const longest = await nginx.ask(addressOf('saveCustomer'), { method: 'POST', headers, body })
  expect(ErrorBody.parse(JSON.parse(longest.body))).toMatchObject({ status: 400 })
  // Its length is announced, and refused before it is sent.
  const tooLong = { ...headers, 'content-length': String(limit + 1) }
  const refused = await nginx.ask(addressOf('saveCustomer'), { method: 'POST', headers: tooLong })
  expect([refused.status, refused.body]).toEqual([413, '"Payload size exceeds the limit of 16777216 bytes"'])
})

test('an address that signs in again and again is told to wait, and the others are not', async () => {
  const many = () =>
    Promise.all(
      Array.from({ length: 50 }, () =>
        nginx.ask(`${addressOf('passwordPolicy')}?token=secret-of-a-user`, { from: '127.0.0.10' }),
      ),
    )
  const answered = await until('a refusal', async () => {
    const replies = await many()
    return replies.some(({ status }) => status === 429) && replies
  })
  const refused = answered.find(({ status }) => status === 429)
  expect(ErrorBody.parse(JSON.parse(refused?.body ?? ''))).toMatchObject({ status: 429, errorCode: 33 })
  expect(refused?.headers['retry-after']).toBe('1')
  expect((await login('127.0.0.9')).status).toBe(200)
  expect((await nginx.ask('/healthz', { from: '127.0.0.10' })).status).toBe(200)
  // It is an error for nginx.
  expect(await nginx.log('greenwave.error.log')).not.toContain('secret')
})

test('the log of requests has none of the tokens in addresses', async () => {
  await nginx.ask(`${LEGACY_LIVE_PATH}?token=secret-of-a-user`)
  await nginx.ask(DEVICE_API.attributes.replace(':deviceToken', 'secret-of-a-device'))
  const log = await nginx.log()
  expect(log).toContain(`"GET ${LEGACY_LIVE_PATH}" `)
  expect(log).toMatch(/"GET \/api\/v\d\/\.\.\." /)
  expect(log).not.toContain('secret')
})
