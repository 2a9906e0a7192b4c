import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { parseNotifyRules } from '@greenwave/contract/records/notify'
import { notifyStatusKey } from '@greenwave/contract/records/notifyRecords'
import { expect, test } from 'vitest'
import { SendFailure } from './channel.ts'
import type { Listener } from './listeners.ts'
import { Statuses } from './statuses.ts'

test('what came of two messages to one user at the same time is all kept', async () => {
  const rules = parseNotifyRules({ gw: { notify: {} } })
  if (!rules) throw new Error('no rules')
  const user: Listener = { userId: 'u', email: 'u@city.example', customerId: null, rules }
  let value: unknown = {}
  const call = playedCalls(async (name, { body }) => {
    const now = value
    await new Promise(setImmediate)
    if (name === 'saveAttributes') value = Object.values(body ?? {})[0]
    return name === 'attributes' ? [{ key: notifyStatusKey('u'), value: now }] : undefined
  })
  const statuses = new Statuses({ call, assetId: async () => 'asset', onRefused: () => {} })
  const failure = new SendFailure('unreachable', 'no answer')
  await Promise.all([
    statuses.add(user, { channel: 'email', atMs: 5, failure, gone: [] }),
    statuses.add(user, { channel: 'push', atMs: 6, failure: undefined, gone: ['lost'] }),
  ])
  expect(await statuses.read(user)).toMatchObject({
    email: { failure: { problem: 'unreachable', detail: 'no answer' } },
    push: { sentAt: 6, failure: null },
    gone: ['lost'],
  })
})
