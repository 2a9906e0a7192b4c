import { expect, test } from 'vitest'
import { createHeldStorage } from '../testing/heldStorage.ts'
import { until } from '../testing/until.ts'
import { createOwedWrites } from './owedWrites.ts'

const full = new Error('database or disk is full')

test('what the platform itself writes is written again until it is on disk, and judged by as if it were', async () => {
  const { data, commitNo } = createHeldStorage()
  const owed = createOwedWrites(data, () => 7)
  const seen = () => Object.fromEntries([...owed.attributes('one')].map(([key, { value }]) => [key, value]))
  owed.write('one', { active: true, lastActivityTime: 1 })
  expect(seen()).toEqual({ active: true, lastActivityTime: 1 })
  await (await commitNo(0)).end(full)
  expect(data.attributes('one', 'SERVER_SCOPE').size).toBe(0)
  owed.write('one', { lastActivityTime: 2 })
  for (let n = 1; data.attributes('one', 'SERVER_SCOPE').size < 2; n += 1) await (await commitNo(n)).end()
  const stored = data.attributes('one', 'SERVER_SCOPE')
  expect([stored.get('active')?.value, stored.get('lastActivityTime')?.value]).toEqual([true, 2])
  await until(() => owed.attributes('one') === stored)
  owed.stop()
  await data.close()
})
