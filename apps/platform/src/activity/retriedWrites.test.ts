import { expect, test } from 'vitest'
import { createHeldStorage } from '../testing/heldStorage.ts'
import { until } from '../testing/until.ts'
import { createRetriedWrites } from './retriedWrites.ts'

const full = new Error('database or disk is full')

test('what the platform itself writes is written again until it is on disk, and counts as if it were', async () => {
  const { data, commitNo } = createHeldStorage()
  const writes = createRetriedWrites(data, () => 7)
  const seen = () => Object.fromEntries([...writes.attributes('one')].map(([key, { value }]) => [key, value]))
  writes.write('one', { active: true, lastActivityTime: 1 })
  expect(seen()).toEqual({ active: true, lastActivityTime: 1 })
  await (await commitNo(0)).end(full)
  expect(data.attributes('one', 'SERVER_SCOPE').size).toBe(0)
  writes.write('one', { lastActivityTime: 2 })
  for (let n = 1; data.attributes('one', 'SERVER_SCOPE').size < 2; n += 1) await (await commitNo(n)).end()
  const stored = data.attributes('one', 'SERVER_SCOPE')
  expect([stored.get('active')?.value, stored.get('lastActivityTime')?.value]).toEqual([true, 2])
  await until(() => writes.attributes('one') === stored)
  writes.stop()
  await data.close()
})
