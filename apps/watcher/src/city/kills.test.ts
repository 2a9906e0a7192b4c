import type { AlarmInfo } from '@greenwave/contract/alarms'
import { rounds } from '@greenwave/harness/rounds'
import { until } from '@greenwave/harness/until'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyKill, type Kills, STAYING, sameRounds, startKills } from '../testing/kills.ts'
import { WatchedCity } from '../testing/watchedCity.ts'

let city: WatchedCity
let kills: Kills
beforeAll(async () => {
  city = await WatchedCity.build(STAYING.length)
  kills = await startKills(city)
}, 120_000)
afterAll(() => city?.end(), 60_000)

const eventually = <T>(ask: () => Promise<T>, timeout = 90_000) => expect.poll(ask, { timeout, interval: 200 })

/**
 * Faults with the only alarm that each raises, within seconds, also right after a restart. A stuck red is none of them: it
 * may cut a green short.
 */
const FAULTS = [
  ['dark-phase:2', 'Dark'],
  ['two-greens:1,2', 'Conflicting green'],
  ['frozen', 'Frozen countdowns'],
  ['dark-junction', 'Dark'],
  ['silent', 'No lamps'],
] as const

/** A kill after the fault began or ended. */
const round = fc.record({
  name: anyKill.name,
  fault: fc.constantFrom(...FAULTS),
  killed: anyKill.killed,
  while: fc.constantFrom('raised' as const, 'cleared' as const),
  moment: anyKill.moment,
})

/** Returns the episodes of a type that overlap: there is none of these, ever. */
function overlapping(alarms: readonly AlarmInfo[]): readonly string[] {
  const sorted = alarms.toSorted((a, b) => a.startTs - b.startTs)
  return sorted.flatMap((alarm, nth) => {
    const next = sorted[nth + 1]
    return next && next.startTs < alarm.clearTs ? [`${alarm.type} at ${alarm.startTs} overlaps the next one`] : []
  })
}

const ROUNDS = sameRounds(round, rounds({ few: 3, all: 30 }))
test(
  'killed at any moment, watcher, platform or both, no incident is lost, doubled or stuck',
  async () => {
    for (const { name, fault, killed, while: phase, moment } of ROUNDS) {
      const [how, type] = fault
      const ofType = async () => (await city.shown(name)).all.filter((alarm) => alarm.type === type)
      const before = (await ofType()).length
      city.cause(name, how)
      if (phase === 'raised') {
        await kills.letPass(moment, name)
        await kills.kill(killed)
      }
      await eventually(() => city.activeTypes(name)).toEqual([type])
      const [raised] = (await city.shown(name)).active
      city.cause(name)
      if (phase === 'cleared') {
        await kills.letPass(moment, name)
        await kills.kill(killed)
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

test('a watcher that starts before the platform begins when that answers', async () => {
  expect(await kills.watcher.end('SIGTERM')).toBe(0)
  await city.platform.end()
  const early = city.watch()
  await until('the watcher to say so', () => early.said().includes('cannot be reached yet'), 40_000)
  await city.platform.restart()
  await until('the watcher to begin', () => early.said().includes(`watching ${city.ids.size} devices`), 60_000)
  expect(await early.end('SIGTERM')).toBe(0)
}, 120_000)
