import { ApiError } from '@greenwave/client/callErrors'
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { notifyStatusKey } from '@greenwave/contract/records/notifyRecords'
import { expect, test } from 'vitest'
import { WHOLE_FLEET } from '../fleet/share.ts'
import { removeLeftStatuses } from './leftStatuses.ts'

test('what became of messages is removed of users who are gone, and of them alone', async () => {
  const keys: Record<string, readonly string[]> = {
    watch: ['gw_watch_1of1', 'gw_notify_here', 'gw_notify_gone'],
    q1: ['gw_notify_passedOver', 'gw_notify_goneToo', 'gw_notify'],
  }
  const exist = new Set(['here', 'passedOver'])
  const removed: string[] = []
  const call = playedCalls((name, { params, query }) => {
    const { entityId, userId } = (params ?? {}) as Readonly<Record<string, string>>
    if (name === 'customers') return { data: [{ id: { id: 'q1' } }], hasNext: false }
    if (name === 'attributeKeys') return keys[entityId ?? '']
    if (name === 'user' && !exist.has(userId ?? '')) throw new ApiError(404)
    if (name === 'deleteAttributes') removed.push(`${entityId} ${(query as { keys: string }).keys}`)
    return {}
  })
  const deps = { call, assetId: async () => 'watch', onRefused: () => {} }
  await removeLeftStatuses({ ...deps, share: { i: 2, n: 2 } }, new Set(['here']))
  expect(removed).toEqual([])
  await removeLeftStatuses({ ...deps, share: WHOLE_FLEET }, new Set(['here']))
  expect(removed).toEqual([`watch ${notifyStatusKey('gone')}`, `q1 ${notifyStatusKey('goneToo')}`])
})
