/** @file Evidence through a front: of a platform that signs, and of one that knows no evidence. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { addressOf } from '@greenwave/client/callRequest'
import { calls } from '@greenwave/contract/wire/calls/calls'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { verifyPackage } from '@greenwave/evidence/verify'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../testing/testPlatform.ts'
import { answerError } from './errorAnswers.ts'
import { registerFrontEvidence } from './frontEvidence.ts'
import { registerUpstreamProxy } from './upstreamProxy.ts'

const FROM = Math.floor(Date.now() / 1000) * 1000 - 600_000

let platform: TestPlatform
const folder = folderOfTests()
let deviceId: string
/** In front of our platform, and in front of one that answers everything as ours does but knows no evidence. */
let [ofOurs, ofOther]: FastifyInstance[] = []
const closing: FastifyInstance[] = []

async function frontOf(upstream: string): Promise<FastifyInstance> {
  const app = fastify()
  app.setErrorHandler(answerError)
  registerFrontEvidence(app, upstream)
  await registerUpstreamProxy(app, upstream)
  closing.push(app)
  return app
}

beforeAll(async () => {
  platform = await createTestPlatform()
  const url = await platform.app.listen({ host: '127.0.0.1', port: 0 })
  const other = fastify()
  other.get(calls.evidence.path, async (_request, reply) => reply.code(404).send({ status: 404, message: 'Not found' }))
  await registerUpstreamProxy(other, url)
  closing.push(other)
  ofOurs = await frontOf(url)
  ofOther = await frontOf(await other.listen({ host: '127.0.0.1', port: 0 }))
  deviceId = (await platform.device('TLC-0001')).id.id
  const values = Object.fromEntries(LAMP_KEYS.map((key, nth) => [key, nth % 3 === 0 ? 9 : 0]))
  const samples = Array.from({ length: 60 }, (_, second) => ({ ts: FROM + second * 1000, values }))
  await platform.store.data.saveTelemetry(deviceId, samples)
})
afterAll(async () => {
  await Promise.all(closing.map((app) => app.close()))
  await platform.close()
})

const SPAN = { startTs: String(FROM), endTs: String(FROM + 60_000) }
const ask = (front: FastifyInstance | undefined, token: string, query: Record<string, string> = SPAN) =>
  front?.inject({
    url: addressOf('evidence', { params: { deviceId }, query }),
    headers: { 'x-authorization': `Bearer ${token}` },
  })

async function verdictOf(answer: Awaited<ReturnType<typeof ask>>) {
  const file = join(folder, 'evidence.zip')
  writeFileSync(file, answer?.rawPayload ?? '')
  return verifyPackage(file)
}

test('is the package of a platform that signs', async () => {
  const answer = await ask(ofOurs, platform.admin.token)
  expect(answer?.headers['content-disposition']).toMatch(/^attachment; filename="TLC-0001-/)
  const { findings, signer } = await verdictOf(answer)
  expect([findings, signer?.fingerprint]).toEqual([[], platform.store.evidenceSigner.fingerprint])
})

test('is made here for one that knows no evidence, of what it tells the caller, and says that nobody signed it', async () => {
  const { findings, signer, manifest } = await verdictOf(await ask(ofOther, platform.admin.token))
  expect([findings, signer]).toEqual([[], null])
  expect(manifest).toMatchObject({
    device: { name: 'TLC-0001' },
    seconds: { total: 60, sampled: 60 },
    made: { by: platform.admin.email },
  })
  expect(manifest?.remarks).toContain('This package is not signed.')
})

test('is refused as the platform refuses it, and for a span that is none', async () => {
  for (const front of [ofOurs, ofOther]) {
    expect((await ask(front, platform.stranger.token))?.statusCode).toBeGreaterThanOrEqual(403)
    expect((await ask(front, 'no token'))?.statusCode).toBe(401)
    expect((await ask(front, platform.admin.token, { startTs: '5', endTs: '5' }))?.statusCode).toBe(400)
  }
})

test('of a platform that is away is an error that says so', async () => {
  const front = await frontOf('http://127.0.0.1:9')
  const answer = await ask(front, platform.admin.token)
  expect([answer?.statusCode, answer?.json().message]).toEqual([502, expect.stringContaining('does not answer')])
})
