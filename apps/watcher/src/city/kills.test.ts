import type { AlarmInfo } from '@greenwave/contract/alarms'
import type { Customer } from '@greenwave/contract/customers'
import { Api } from '@greenwave/harness/api'
import { rounds } from '@greenwave/harness/rounds'
import { until } from '@greenwave/harness/until'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProgramProcess } from '../testing/programProcess.ts'
import { WatchedCity } from '../testing/watchedCity.ts'

/** Junctions that stay, and those that are deleted, one each round. */
const STAYING = ['TLC-0', 'TLC-1', 'TLC-2']
const DELETED = Array.from({ length: rounds({ few: 1, all: 6 }) }, (_, nth) => `TLC-${STAYING.length + nth}`)
const OLD_USER = 'user@q1.vn'
const NEW_USER = 'user@q3.vn'
const PASSWORD = 'stands at the crossing'

let city: WatchedCity
let watcher: ProgramProcess
let newCustomer: Customer
beforeAll(async () => {
  city = await WatchedCity.build(STAYING.length + DELETED.length)
  newCustomer = await city.api.createCustomer('Quận 3')
  await city.api.createCustomerUser(city.customer, OLD_USER, PASSWORD)
  await city.api.createCustomerUser(newCustomer, NEW_USER, PASSWORD)
  watcher = city.watch()
  await city.untilJudged()
}, 120_000)
afterAll(() => city?.end(), 60_000)

const eventually = <T>(ask: () => Promise<T>, timeout = 90_000) => expect.poll(ask, { timeout, interval: 200 })

/** Faults with the only alarm that each raises, within seconds, also right after a restart. */
const FAULTS = [
  ['dark-phase:2', 'Dark'],
  ['two-greens:1,2', 'Conflicting green'],
  ['frozen', 'Frozen countdowns'],
  ['all-red', 'All red'],
  ['silent', 'No lamps'],
] as const

/** A round. A moment is in seconds after its fault began or ended; the platform's own seconds are counted. */
const round = fc.record({
  name: fc.constantFrom(...STAYING),
  fault: fc.constantFrom(...FAULTS),
  killed: fc.constantFrom('watcher' as const, 'platform' as const, 'both' as const),
  while: fc.constantFrom('raised' as const, 'cleared' as const),
  moment: fc.integer({ min: 0, max: 16 }),
})
/** The same rounds each time, so that one that fails can be repeated. */
const roundsOf = (numRuns: number) => fc.sample(round, { numRuns, seed: 20_261_122 })

async function kill(killed: 'watcher' | 'platform' | 'both'): Promise<void> {
  if (killed !== 'platform') await watcher.end('SIGKILL')
  if (killed !== 'watcher') await city.killPlatform()
  if (killed !== 'platform') watcher = city.watch()
}

/** Lets seconds pass on the platform: a junction without a fault of its own goes on to show its lamps there. */
async function letPass(seconds: number, besides: string): Promise<void> {
  await city.untilSecondsLater(STAYING.find((name) => name !== besides) ?? '', seconds)
}

/** Returns the episodes of a type that overlap: there is none of these, ever. */
function overlapping(alarms: readonly AlarmInfo[]): readonly string[] {
  const sorted = alarms.toSorted((a, b) => a.startTs - b.startTs)
  return sorted.flatMap((alarm, nth) => {
    const next = sorted[nth + 1]
    return next && next.startTs < alarm.clearTs ? [`${alarm.type} at ${alarm.startTs} overlaps the next one`] : []
  })
}

const ROUNDS = roundsOf(rounds({ few: 3, all: 30 }))
test(
  'killed at any moment, watcher, platform or both, no incident is lost, doubled or stuck',
  async () => {
    for (const { name, fault, killed, while: phase, moment } of ROUNDS) {
      const [how, type] = fault
      const ofType = async () => (await city.shown(name)).all.filter((alarm) => alarm.type === type)
      const before = (await ofType()).length
      city.cause(name, how)
      if (phase === 'raised') {
        await letPass(moment, name)
        await kill(killed)
      }
      await eventually(() => city.activeTypes(name)).toEqual([type])
      const [raised] = (await city.shown(name)).active
      city.cause(name)
      if (phase === 'cleared') {
        await letPass(moment, name)
        await kill(killed)
      }
      await eventually(() => city.activeTypes(name)).toEqual([])
      await eventually(async () => (await city.shown(name)).attributes.gw_state).toBe('ok')
      const episodes = await ofType()
      expect(episodes.map(({ id }) => id.id)).toContain(raised?.id.id)
      expect([episodes.length - before, overlapping(episodes)]).toEqual([1, []])
    }
    const all = await Promise.all([...city.ids.keys()].map((name) => city.shown(name)))
    const expected = new Set<string>(FAULTS.map(([, type]) => type))
    expect(all.flatMap((shown) => shown.all.map(({ type }) => type)).filter((type) => !expected.has(type))).toEqual([])
  },
  180_000 * ROUNDS.length,
)

test(
  'the alarms of a device that is deleted while they are killed go with it, and it is counted no more',
  async () => {
    for (const [nth, { killed, moment }] of roundsOf(DELETED.length).entries()) {
      const name = DELETED[nth] ?? ''
      const deviceId = city.id(name)
      city.cause(name, 'dark-phase:1')
      await eventually(() => city.activeTypes(name)).toEqual(['Dark'])
      await letPass(moment % 4, name)
      await kill(killed)
      await city.removeDevice(name)
      await eventually(() => city.pulse()).toMatchObject({ levels: [city.ids.size, 0, 0, 0, 0, 0] })
      const query = { pageSize: 100, page: 0 }
      const { data } = await city.api.call('alarmsV2', { query })
      expect(data.filter(({ originator }) => originator.id === deviceId)).toEqual([])
    }
    expect(watcher.said()).not.toMatch(/refused/)
  },
  180_000 * DELETED.length,
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
      await eventually(() => city.activeTypes(name)).toEqual(['Conflicting green'])
      const raised = (await city.shown(name)).active.map(({ id }) => id.id)
      expect([await seenBy(OLD_USER), await seenBy(NEW_USER)]).toEqual([raised, []])
      await city.api.assign(newCustomer, city.id(name))
      await letPass(moment % 4, name)
      await kill(killed)
      await eventually(() => city.pulse('gw_watch_1of1', newCustomer.id.id)).toMatchObject({
        levels: [0, 0, 0, 0, 0, 1],
      })
      expect([await seenBy(OLD_USER), await seenBy(NEW_USER)]).toEqual([[], raised])
      city.cause(name)
      await eventually(() => city.activeTypes(name)).toEqual([])
      await eventually(async () => (await city.shown(name)).attributes.gw_state).toBe('ok')
      await city.api.assign(city.customer, city.id(name))
      await eventually(() => city.pulse('gw_watch_1of1', newCustomer.id.id)).toBeUndefined()
    }
  },
  240_000 * rounds({ few: 1, all: 6 }),
)

test('a watcher that starts before the platform begins when that answers', async () => {
  expect(await watcher.end('SIGTERM')).toBe(0)
  await city.platform.end()
  const early = city.watch()
  await until('the watcher to say so', () => early.said().includes('cannot be reached yet'), 40_000)
  await city.platform.restart()
  await until('the watcher to begin', () => early.said().includes(`watching ${city.ids.size} devices`), 60_000)
  expect(await early.end('SIGTERM')).toBe(0)
}, 120_000)
