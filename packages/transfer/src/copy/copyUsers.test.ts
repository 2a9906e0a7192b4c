import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import { expect, it } from 'vitest'
import { CopiedIds } from './copiedIds.ts'
import { usersJob } from './copyUsers.ts'

it('an administrator among the users of a customer is not copied', async () => {
  const called: string[] = []
  const call = playedCalls((name) => {
    called.push(name)
    return { data: [], totalPages: 0, totalElements: 0, hasNext: false }
  })
  const context = { from: call, to: call, ids: new CopiedIds(), isDryRun: false, isOverwriting: true }
  const job = usersJob({ ...context, wait: async () => undefined }, (email) => called.push(email))
  const row: User = {
    ...{ id: entityRef('USER', 'u'), tenantId: entityRef('TENANT', 't'), customerId: entityRef('CUSTOMER', 'c') },
    ...{ createdTime: 1, email: 'mai@signal.example', name: 'mai@signal.example', authority: 'TENANT_ADMIN' },
  }
  expect(await job.copy(row)).toMatchObject({ state: 'failed', why: expect.stringContaining('no user of a customer') })
  expect(called).toEqual([])
})
