/** Kills amid changes of the fleet: devices are deleted, and move to another customer. */
import type { Customer } from '@greenwave/contract/wire/customers'
import { Api } from '@greenwave/harness/api'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyKill, type Kills, STAYING, sameRounds, startKills } from '../testing/kills.ts'
import { WatchedCity } from '../testing/watchedCity.ts'

/** Junctions that are deleted, one each round. */
const DELETED = Array.from({ length: rounds({ few: 1, all: 6 }) }, (_, nth) => `TLC-${STAYING.length + nth}`)
const OLD_USER = 'user@q1.vn'
const NEW_USER = 'user@q3.vn'
const PASSWORD = 'stands at the crossing'

let city: WatchedCity
let kills: Kills
let newCustomer: Customer
beforeAll(async () => {
  city = await WatchedCity.build(STAYING.length + DELETED.length)
  newCustomer = await city.api.createCustomer('Quận 3')
  await city.api.createCustomerUser(city.customer, OLD_USER, PASSWORD)
  await city.api.createCustomerUser(newCustomer, NEW_USER, PASSWORD)
  kills = await startKills(city)
})
afterAll(() => city?.end())

const roundsOf = (numRuns: number) => sameRounds(fc.record(anyKill), numRuns)

test(
  'the alarms of a device that is deleted while they are killed go with it, and it is counted no more',
  async () => {
    for (const [nth, { killed, moment }] of roundsOf(DELETED.length).entries()) {
      const name = DELETED[nth] ?? ''
      const deviceId = city.id(name)
      city.cause(name, 'dark-phase:1')
      await expect.poll(() => city.activeTypes(name)).toEqual(['Dark'])
      await kills.letPass(moment % 4, name)
      await kills.kill(killed)
      await city.removeDevice(name)
      await expect.poll(() => city.pulse()).toMatchObject({ levels: [city.ids.size, 0, 0, 0, 0, 0] })
      const query = { pageSize: 100, page: 0 }
      const { data } = await city.api.call('alarmsV2', { query })
      expect(data.filter(({ originator }) => originator.id === deviceId)).toEqual([])
    }
    expect(kills.watcher.said()).not.toMatch(/refused/)
  },
  600_000 * DELETED.length,
)

test(
  'an incident of a device that moves to another customer while they are killed goes on there, and ends there',
  async () => {
    for (const { name, killed, moment } of roundsOf(rounds({ few: 1, all: 6 }))) {
      const seenBy = async (user: string): Promise<readonly string[]> => {
        const { call } = await Api.signIn(city.platform.url, user, PASSWORD)
        const { data } = await call('alarmsV2', { query: { pageSize: 100, page: 0, statusList: 'ACTIVE' } })
        return data.map(({ id }) => id.id)
      }
      city.cause(name, 'two-greens:1,2')
      await expect.poll(() => city.activeTypes(name)).toEqual(['Conflicting green'])
      const raised = (await city.shown(name)).active.map(({ id }) => id.id)
      expect([await seenBy(OLD_USER), await seenBy(NEW_USER)]).toEqual([raised, []])
      await city.api.assign(newCustomer, city.id(name))
      await kills.letPass(moment % 4, name)
      await kills.kill(killed)
      await expect
        .poll(() => city.pulse('gw_watch_1of1', newCustomer.id.id))
        .toMatchObject({
          levels: [0, 0, 0, 0, 0, 1],
        })
      expect([await seenBy(OLD_USER), await seenBy(NEW_USER)]).toEqual([[], raised])
      city.cause(name)
      await expect.poll(() => city.activeTypes(name)).toEqual([])
      await expect.poll(async () => (await city.shown(name)).attributes.gw_state).toBe('ok')
      await city.api.assign(city.customer, city.id(name))
      await expect.poll(() => city.pulse('gw_watch_1of1', newCustomer.id.id)).toBeUndefined()
    }
  },
  600_000 * rounds({ few: 1, all: 6 }),
)
