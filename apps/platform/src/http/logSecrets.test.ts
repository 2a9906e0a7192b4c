import { DEVICE_API } from '@greenwave/contract/wire/deviceApi'
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import type { InjectOptions } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestPlatform, PASSWORD } from '../testing/testPlatform.ts'
import { exampleOf, WRITING_CALLS } from '../testing/writingCalls.ts'

/** Members of requests and replies that open something, or are half of what does. */
const SECRET_MEMBERS =
  /^(?:.*token|.*password|secret|authUrl|value|credentialsValue|credentialsId|recoveryCode|codes|verificationCode|challenge)$/i
/** Shorter ones, such as codes of six digits, may be part of a time by chance. */
const LEAST_LENGTH = 8

/** Returns the texts of secret members, however deep. */
function secretsIn(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string') return isSecret && value.length >= LEAST_LENGTH ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, isSecret))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => secretsIn(member, isSecret || SECRET_MEMBERS.test(name)))
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

test('the log has no password, token, code or key of any call that writes, at its most talkative', async () => {
  const platform = await createTestPlatform()
  onTestFinished(() => platform.close())
  const secrets = new Set<string>([PASSWORD])
  const inject = platform.app.inject.bind(platform.app)
  vi.spyOn(platform.app, 'inject').mockImplementation((async (request: InjectOptions) => {
    for (const each of Object.values(request.headers ?? {})) {
      const token = /^Bearer (.+)$/.exec(String(each))?.[1]
      if (token !== undefined) secrets.add(token)
    }
    const payload = request.payload
    for (const secret of secretsIn(typeof payload === 'string' ? parsed(payload) : payload)) secrets.add(secret)
    const reply = await inject(request)
    for (const secret of secretsIn(parsed(reply.body))) secrets.add(secret)
    return reply
  }) as never)
  for (const name of WRITING_CALLS) await (await exampleOf(name)(platform))()
  const odd = { username: 'a-typed-name@city.vn', password: 'mistyped-hunter2', refreshToken: 'not-a-token-at-all' }
  await platform.caller({}).post('/api/auth/login', odd)
  await platform.caller({}).post('/api/auth/login', '{"password": "mistyped-hunter2"')
  await platform.caller({}).post('/api/auth/token', odd)
  await platform.caller({ 'x-authorization': 'Bearer some-forged-token' }).get('/api/auth/user')
  await platform.caller({}).get('/api/noauth/activate?activateToken=guessed-activation')
  await platform.caller({}).get(`${LIVE_PATH}?token=token-of-an-address`)
  await platform.caller({}).post(DEVICE_API.telemetry.replace(/:\w+/, 'guessed-device-token'), '{"a":1}')
  for (const typed of ['guessed-activation', 'token-of-an-address', 'guessed-device-token']) secrets.add(typed)
  const log = platform.logLines.join('')
  expect(platform.logLines.length).toBeGreaterThan(50)
  expect(secrets.size).toBeGreaterThan(50)
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
})
