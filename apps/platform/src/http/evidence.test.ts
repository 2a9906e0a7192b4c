/** @file Evidence over real HTTP: whole, signed by the installation, for those who may read the device alone. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests, systemOfTests } from '@greenwave/harness/ofTest'
import { addressOf } from '@greenwave/client/callRequest'
import { EvidenceKey } from '@greenwave/contract/wire/evidence'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { publicPem } from '@greenwave/evidence/signer'
import { type Verdict, verifyPackage } from '@greenwave/evidence/verify'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { createTestPlatform } from '../testing/testPlatform.ts'

const FROM = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
const SECONDS = 600

const folder = folderOfTests()
const platform = systemOfTests(await createTestPlatform())
const url = await platform.app.listen({ host: '127.0.0.1', port: 0 })
const deviceId = (await platform.device('TLC-0001', { label: 'Bảy Hiền' })).id.id
const samples = Array.from({ length: SECONDS }, (_, second) => {
  const ts = FROM + second * 1000
  const lamps = Object.fromEntries(LAMP_KEYS.map((key, nth) => [key, nth % 3 === 0 ? 1 + (second % 60) : 0]))
  return { ts, values: { ...lamps, ...writeDeviceTime(localTimeAt(ts)) } }
})
await platform.store.data.saveTelemetry(deviceId, samples)

const addressWith = (query: Record<string, string>, id = deviceId) =>
  addressOf('evidence', { params: { deviceId: id }, query })
const SPAN = { startTs: String(FROM), endTs: String(FROM + SECONDS * 1000) }
const read = (token = platform.admin.token, query: Record<string, string> = SPAN, signal?: AbortSignal) =>
  fetch(url + addressWith(query), { headers: { 'x-authorization': `Bearer ${token}` }, ...(signal && { signal }) })

async function verified(answer: Response): Promise<Verdict> {
  const file = join(folder, 'evidence.zip')
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  return verifyPackage(file)
}

describe('evidence', () => {
  test('is a package of what the platform has kept, signed with the key that a call tells', async () => {
    const answer = await read()
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="TLC-0001-\d{8}-\d{6}\.evidence\.zip"$/,
    )
    const { findings, manifest, signer } = await verified(answer)
    const key = EvidenceKey.parse((await platform.admin.get(addressOf('evidenceKey'))).json())
    expect([findings, signer?.fingerprint, key.pem]).toEqual([[], key.fingerprint, publicPem(key.publicKey)])
    expect(manifest).toMatchObject({
      device: { id: deviceId, name: 'TLC-0001', label: 'Bảy Hiền' },
      span: { fromMs: FROM, untilMs: FROM + SECONDS * 1000 },
      seconds: { total: SECONDS, sampled: SECONDS, missing: 0 },
      made: { by: platform.admin.email, software: expect.stringMatching(/^Greenwave \d/) },
      signer: { installation: key.installation },
    })
  })

  test('is for whoever may read the device, and the audit log says who took it', async () => {
    const customer = await platform.customer('District 1')
    const { caller } = await platform.customerUser(customer, 'watcher@city.vn')
    expect((await read(caller.token)).status).toBe(403)
    expect((await read(platform.stranger.token)).status).toBe(404)
    const own = await platform.device('TLC-0002', { customerId: customer.id })
    const answer = await fetch(url + addressWith(SPAN, own.id.id), {
      headers: { 'x-authorization': `Bearer ${caller.token}` },
    })
    expect((await verified(answer)).manifest?.seconds).toMatchObject({ total: SECONDS, missing: SECONDS })
    const query = { pageSize: 100, page: 0, actionTypes: 'EVIDENCE_EXPORTED' }
    const params = { entityType: 'DEVICE', entityId: own.id.id }
    const { data } = (await platform.admin.get(addressOf('entityAuditLogs', { params, query }))).json()
    expect(data).toMatchObject([
      {
        userName: 'watcher@city.vn',
        actionStatus: 'SUCCESS',
        actionData: { startTs: FROM, endTs: FROM + SECONDS * 1000 },
      },
    ])
  })

  test.each([
    [{}, "Parameter 'startTs' is missing"],
    [{ startTs: '1000' }, "Parameter 'endTs' is missing"],
    [{ startTs: 'x', endTs: '2000' }, "Parameter 'startTs' is 'x'"],
    [{ startTs: '2000', endTs: '2000' }, 'it must be after startTs'],
    [{ startTs: '5', endTs: '5' }, 'it must be after startTs'],
    [{ startTs: '9999999999000', endTs: '9999999999999' }, 'must be in the past'],
    [{ startTs: '0', endTs: '9999999999999' }, 'at most 31 days'],
  ])('of the span %j is refused: %s', async (query, why) => {
    const answer = await platform.admin.get(addressWith(query))
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(why)])
  })

  test('that nobody takes any more ends, is in the audit log, and the next one has its turn', async () => {
    const leaving = new AbortController()
    const long = { startTs: String(FROM - 30 * 86_400_000), endTs: String(FROM) }
    const first = await read(platform.admin.token, long, leaving.signal)
    const waiting = Array.from({ length: LIMITS.evidencePackagesWaitingOfUser.value }, () =>
      read(undefined, long, leaving.signal),
    )
    await expect.poll(async () => (await read(undefined, long)).status).toBe(429)
    leaving.abort()
    await expect(first.arrayBuffer()).rejects.toThrow('aborted')
    expect((await Promise.allSettled(waiting)).every(({ status }) => status === 'rejected')).toBe(true)
    expect((await verified(await read())).findings).toEqual([])
    const query = { pageSize: 100, page: 0, actionTypes: 'EVIDENCE_EXPORTED' }
    const { data } = (await platform.admin.get(addressOf('auditLogs', { query }))).json()
    expect(data).toContainEqual(expect.objectContaining({ actionStatus: 'FAILURE', entityName: 'TLC-0001' }))
  })
})
