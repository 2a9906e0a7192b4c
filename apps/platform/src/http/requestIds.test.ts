import { expect, onTestFinished, test } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'

async function platformWithLog() {
  const platform = await createTestPlatform()
  onTestFinished(() => platform.close())
  const answered = () =>
    platform.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered') as Record<
      string,
      unknown
    >[]
  return { platform, answered }
}

test('each request has an id, in its answer and in every line of the log about it', async () => {
  const { platform, answered } = await platformWithLog()
  const refused = await platform.caller({ 'x-authorization': 'Bearer x.y.z' }).get('/api/auth/user?secret=1')
  const id = refused.headers['x-request-id']
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(answered().at(-1)).toMatchObject({ reqId: id, method: 'GET', path: '/api/auth/user', status: 401 })
  expect(platform.logLines.filter((line) => line.includes(String(id)))).toHaveLength(2)
  expect(platform.logLines.join('')).not.toContain('secret=1')
})

test('a trusted proxy may name a request, nobody else, and not in any way', async () => {
  const { platform } = await platformWithLog()
  const idOf = async (given: string, remoteAddress: string) => {
    const headers = { 'x-request-id': given }
    return (await platform.app.inject({ url: '/healthz', headers, remoteAddress })).headers['x-request-id']
  }
  expect(await idOf('proxy-17', '127.0.0.1')).toBe('proxy-17')
  expect(await idOf('proxy-17', '203.0.113.9')).not.toBe('proxy-17')
  for (const odd of ['a b', 'a"b', 'x'.repeat(65)]) expect(await idOf(odd, '127.0.0.1')).not.toBe(odd)
})
