import { systemOfTests } from '@greenwave/harness/ofTest'
import type { AuditLog } from '@greenwave/contract/wire/audit'
import { type Call, calls } from '@greenwave/contract/wire/calls/calls'
import { describe, expect, it } from 'vitest'
import { createTestPlatform } from '../testing/testPlatform.ts'
import { exampleOf, WRITING_CALLS } from '../testing/writingCalls.ts'
import { POLICIES } from './server.ts'

const platform = systemOfTests(await createTestPlatform())
platform.answerCalls({ answer: true })

/** Returns the whole audit log of the tenant. */
async function records(): Promise<AuditLog[]> {
  const tenantId = platform.store.users.byEmail(platform.admin.email)?.tenantId.id ?? ''
  const filter = { startTime: 0, endTime: Number.MAX_SAFE_INTEGER, actionTypes: undefined }
  const link = {
    pageSize: 10_000,
    page: 0,
    textSearch: undefined,
    sortProperty: 'createdTime',
    sortOrder: 'ASC',
  } as const
  return JSON.parse(new TextDecoder().decode(await platform.store.audit.page(tenantId, filter, link))).data
}

describe('every call that writes', () => {
  it('has a policy that names its audit record', () => {
    const writing = Object.entries<Call>(calls).filter(
      ([, { method, writes }]) => method !== 'GET' && writes !== 'nothing',
    )
    expect(WRITING_CALLS).toEqual(expect.arrayContaining(writing.map(([name]) => name)))
  })

  it.each(WRITING_CALLS)('%s leaves its record in the audit log, with who did it', async (name) => {
    const call = await exampleOf(name)(platform)
    const before = new Set((await records()).map(({ id }) => id.id))
    const response = await call()
    expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, ''])
    const left = (await records()).filter(({ id }) => !before.has(id.id))
    const { records: expected = [] } = POLICIES[name]
    expect(left.map(({ actionType, actionStatus }) => `${actionType} ${actionStatus}`).sort()).toEqual(
      [expected].flat().map((type) => `${type} SUCCESS`),
    )
    for (const { userName, entityName } of left) expect([userName, entityName]).not.toContain(null)
  })
})
