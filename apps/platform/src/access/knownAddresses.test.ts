import { expect, it } from 'vitest'
import { silentLog } from '../testing/silentLog.ts'
import { quietLog } from '../testing/testEntities.ts'
import { openTestStore } from '../testing/testStore.ts'
import { createKnownAddresses } from './knownAddresses.ts'

const DAY_MS = 86_400_000

it('addresses are known for ninety days after a sign-in, also after a restart', async () => {
  const { knownAddresses } = await openTestStore(':memory:', quietLog)
  let now = 100 * DAY_MS
  const open = () => createKnownAddresses(knownAddresses, silentLog, () => now)
  open().note('10.0.0.1')
  expect([open().has('10.0.0.1'), open().has('10.0.0.2')]).toEqual([true, false])
  now += 90 * DAY_MS
  expect(open().has('10.0.0.1')).toBe(false)
})

it('of very many addresses the ones longest ago are forgotten, in memory and on disk', async () => {
  const { knownAddresses } = await openTestStore(':memory:', quietLog)
  let now = 100 * DAY_MS
  const addresses = createKnownAddresses(knownAddresses, silentLog, () => now)
  addresses.note('first')
  addresses.note('second')
  now += 2 * DAY_MS
  addresses.note('first')
  for (let host = 0; host < 4_999; host += 1) addresses.note(`host ${host}`)
  expect([addresses.has('first'), addresses.has('second')]).toEqual([true, false])
  expect(knownAddresses.all()).toHaveLength(5000)
})

it('a disk that is full keeps nobody from being known', async () => {
  const { knownAddresses } = await openTestStore(':memory:', quietLog)
  const full: typeof knownAddresses = {
    all: () => knownAddresses.all(),
    save: () => {
      throw new Error('database or disk is full')
    },
  }
  const addresses = createKnownAddresses(full, silentLog, () => DAY_MS * 100)
  addresses.note('10.0.0.1')
  expect(addresses.has('10.0.0.1')).toBe(true)
})
