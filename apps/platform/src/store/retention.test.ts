import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { AuditLog } from '@greenwave/contract/wire/audit'
import { entityRef, NULL_UUID } from '@greenwave/contract/wire/ids'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { quietLog } from '../testing/testEntities.ts'
import { link, makeFolder } from '../testing/testStore.ts'
import { createAuditRepository } from './audit.ts'
import { openEntityDatabase } from './entityDatabase.ts'
import { keepRetention } from './retention.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-03-10T12:00:00Z')
const TENANT = randomUUID()

const record = (createdTime: number): AuditLog => ({
  id: { id: randomUUID() },
  createdTime,
  tenantId: entityRef('TENANT', TENANT),
  customerId: entityRef('CUSTOMER', NULL_UUID),
  entityId: entityRef('USER', NULL_UUID),
  entityName: null,
  userId: entityRef('USER', NULL_UUID),
  userName: 'admin@city.vn',
  actionType: 'LOGIN',
  actionData: {},
  actionStatus: 'SUCCESS',
  actionFailureDetails: '',
})

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

it('deletes audit records that are older than they are kept for, by the time that is believed', async () => {
  const database = openEntityDatabase(join(makeFolder(), 'greenwave.db'), {}, quietLog)
  onTestFinished(() => database.close())
  const audit = createAuditRepository(database)
  for (let day = 9; day >= 0; day -= 1) {
    for (let n = 0; n < 600; n += 1) audit.add(record(NOW - day * DAY_MS), true)
  }
  const count = async (): Promise<number> => {
    const filter = { startTime: 0, endTime: NOW, actionTypes: undefined }
    const json = await audit.page(TENANT, filter, link({ pageSize: 1 }))
    return JSON.parse(new TextDecoder().decode(json)).totalElements
  }
  expect(await count()).toBe(6000)
  const prune = vi.fn((beforeMs: number) => database.pruneAudit(beforeMs))
  const believed = () => NOW
  onTestFinished(keepRetention({ of: 'records', prune, retentionMs: 4.5 * DAY_MS, believed, log: quietLog }))
  vi.advanceTimersByTime(60_000)
  await prune.mock.results[0]?.value
  expect(await count()).toBe(3000)
})

it('says what could not be deleted, and tries again', async () => {
  const prune = vi.fn(() => Promise.reject(new Error('disk full')))
  const warn = vi.fn()
  onTestFinished(
    keepRetention({ of: 'alarms', prune, retentionMs: DAY_MS, believed: () => NOW, log: { ...quietLog, warn } }),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(warn).toHaveBeenCalledWith(expect.anything(), 'Old alarms could not be deleted; will retry')
  await vi.advanceTimersByTimeAsync(6 * 3_600_000)
  expect(prune).toHaveBeenCalledTimes(2)
  expect(prune).toHaveBeenCalledWith(NOW - DAY_MS)
})
