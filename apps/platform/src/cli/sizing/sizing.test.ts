import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clusterFor, monthlyPrice } from './cluster.ts'
import { COSTS, type Costs } from './costs.ts'
import { type City, demandOf } from './demand.ts'
import { limitUses, needsClusterAbove } from './limitUses.ts'
import { machineFor } from './machine.ts'
import { sizingOf } from './sizingOf.ts'

const CITY: City = { junctions: 2000, consoles: 10, onScreen: 20, watchers: 1, lampDays: 7, recordDays: 400 }
const FREE = Object.fromEntries(Object.keys(COSTS).map((name) => [name, 0])) as Costs
const costing = (costs: Partial<Costs>, city: Partial<City> = {}) =>
  demandOf({ ...CITY, ...city }, { ...FREE, ...costs })

const cities = fc.record({
  junctions: fc.integer({ min: 1, max: 100_000 }),
  consoles: fc.integer({ min: 0, max: 3000 }),
  onScreen: fc.integer({ min: 0, max: 200 }),
  watchers: fc.integer({ min: 1, max: 20 }),
  lampDays: fc.integer({ min: 1, max: 60 }),
  recordDays: fc.integer({ min: 1, max: 800 }),
})

test('each cost is paid as often as a city has what it is of', () => {
  expect(costing({ messageCore: 1 }).platformCore).toBe(2000)
  expect(costing({ watchedCore: 1 }).platformCore).toBe(2000)
  expect(costing({ frameCore: 1 }).platformCore).toBe(10 * 20)
  expect(costing({ queryCore: 1 }).platformCore).toBe(10)
  expect(costing({ frameCore: 1 }, { junctions: 5 }).platformCore, 'no more than there are').toBe(10 * 5)
  expect(costing({ watchedCore: 1, watchedMb: 1, judgedCore: 1 }, { watchers: 0 })).toMatchObject({
    ...{ framesPerSecond: 200, platformCore: 0, platformMb: 0, watcherCore: 0 },
  })
  expect(costing({ platformMb: 1, controllerMb: 2, watchedMb: 3, shownMb: 4 }).platformMb).toBe(1 + 10_000 + 800)
  expect(costing({ watcherCore: 1, judgedCore: 1 }, { watchers: 4 }).watcherCore).toBe(501)
  const { watcherMb, watcherLaterMb } = costing({ watcherMb: 7, judgedMb: 1, judgedLaterMb: 2 }, { watchers: 2 })
  expect([watcherMb, watcherLaterMb]).toEqual([1007, 3007])
  expect(costing({ lampsDayMb: 1, recordsDayMb: 2 }).diskGb).toBe(2000 * (7 + 800) * 0.001)
  expect(costing({ latestValuesMb: 1, subscriptionsMb: 2 })).toMatchObject({
    latestValuesMb: 2000,
    subscriptionsMb: 4000,
  })
  expect(costing({})).toMatchObject({ messagesPerSecond: 2000, framesPerSecond: 2200 })
})

test('a limit is kept up to the junctions at which it is full, and not with one more', () => {
  fc.assert(
    fc.property(cities, (city) => {
      for (const { what, limit, fullAt } of limitUses(city)) {
        const usedWith = (junctions: number): number =>
          limitUses({ ...city, junctions }).find((use) => use.what === what)?.used ?? Number.NaN
        if (fullAt > 0) expect(usedWith(fullAt)).toBeLessThanOrEqual(limit)
        if (fullAt < 10_000_000) expect(usedWith(fullAt + 1)).toBeGreaterThan(limit)
      }
    }),
    { numRuns: 20 },
  )
})

test('a larger city needs no less of anything, and no city gets a machine that its demand fills', () => {
  fc.assert(
    fc.property(cities, fc.constantFrom('junctions', 'consoles', 'lampDays', 'recordDays'), (city, what) => {
      const [small, large] = [city, { ...city, [what]: city[what] + 1 }].map((one) => demandOf(one))
      for (const [name, value] of Object.entries(small ?? {})) {
        expect(large?.[name as keyof typeof large]).toBeGreaterThanOrEqual(value)
      }
      const { cores, memoryGb, diskGb } = machineFor(city)
      const { platformCore, watcherCore, platformMb, watcherLaterMb, diskGb: needed } = demandOf(city)
      expect(cores).toBeGreaterThan(platformCore + city.watchers * watcherCore)
      expect(memoryGb * 1000).toBeGreaterThan(platformMb + city.watchers * watcherLaterMb)
      expect(diskGb).toBeGreaterThan(needed)
    }),
    { numRuns: 50 },
  )
})

test('a city of 3,000 junctions is carried by one machine, and one of 50,000 by a cluster', () => {
  const small = sizingOf({ ...CITY, junctions: 3000, watchers: undefined })
  expect(small).toMatchObject({ city: { watchers: 1 }, clusters: {} })
  expect(small.needsClusterAbove).toBe(needsClusterAbove(small.city))
  const large = sizingOf({ ...CITY, junctions: 50_000, watchers: undefined })
  expect(large.city.watchers).toBe(10)
  expect(Object.keys(large.clusters)).toEqual(['every second', 'records'])
})

test('a cluster has the parts of the published example for as many messages, and costs what its parts cost', () => {
  const parts = clusterFor({ ...CITY, junctions: 16_667, watchers: 4 }, 'every second')
  const count = (name: string) => parts.find(({ part }) => part.startsWith(name))?.count
  expect([count('MQTT transport'), count('ThingsBoard node'), count('Kafka'), count('Greenwave `watch`')]).toEqual([
    8, 15, 3, 1,
  ])
  // Fifteen values a message instead of five.
  expect(count('Cassandra')).toBe(45)
  // 16,667 messages of 15 values of 20 bytes, three times, for a week; and records.
  expect(count('disk')).toBe(Math.ceil(9.072 + demandOf({ ...CITY, junctions: 16_667, lampDays: 0 }).diskGb * 0.003))
  expect(monthlyPrice(parts)).toBe(parts.reduce((sum, { count: n, price }) => sum + n * price, 0))
  const records = clusterFor({ ...CITY, junctions: 16_667, watchers: 4 }, 'records')
  expect(records.some(({ part }) => part.startsWith('Cassandra'))).toBe(false)
  expect(monthlyPrice(records)).toBeLessThan(monthlyPrice(parts))
})
