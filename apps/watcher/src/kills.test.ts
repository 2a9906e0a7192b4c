import type { AlarmInfo } from '@greenwave/contract/alarms'
import { rounds } from '@greenwave/harness/rounds'
import { until } from '@greenwave/harness/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProgramProcess } from './testing/programProcess.ts'
import { WatchedCity } from './testing/watchedCity.ts'

let city: WatchedCity
beforeAll(async () => {
  city = await WatchedCity.build(3)
}, 60_000)
afterAll(() => city?.end(), 60_000)

const eventually = <T>(ask: () => Promise<T>, timeout = 60_000) => expect.poll(ask, { timeout, interval: 200 })

/** Faults with the alarms that they raise within seconds, also right after a restart. */
const FAULTS = [
  ['dark-phase:2', 'Dark'],
  ['two-lamps:1', 'Contradicting lamps'],
  ['two-greens:1,2', 'Conflicting green'],
] as const
const KILLS = ['watcher', 'platform', 'both'] as const

/** Returns the episodes of a type that overlap or were never cleared: there is none of these, ever. */
function odd(alarms: readonly AlarmInfo[]): readonly string[] {
  const sorted = alarms.toSorted((a, b) => a.startTs - b.startTs)
  return sorted.flatMap((alarm, nth) => {
    const next = sorted[nth + 1]
    return next && next.startTs < alarm.clearTs ? [`${alarm.type} at ${alarm.startTs} overlaps the next one`] : []
  })
}

test(
  'killed at any moment, watcher, platform or both, no incident is lost, doubled or stuck',
  async () => {
    let watcher: ProgramProcess = city.watch()
    await city.untilJudged()
    for (let round = 0; round < rounds({ few: 3, all: 30 }); round += 1) {
      const kill = KILLS[round % KILLS.length]
      const [fault, type] = FAULTS[(round + Math.floor(round / FAULTS.length)) % FAULTS.length] ?? FAULTS[0]
      const name = `TLC-${round % 3}`
      const before = (await city.shown(name)).all.filter((alarm) => alarm.type === type).length
      city.cause(name, fault)
      // At another moment each round: before the fault is seen, while it is raised, after that.
      await new Promise((resolve) => setTimeout(resolve, (round * 700) % 5_000))
      if (kill !== 'platform') await watcher.end('SIGKILL')
      if (kill !== 'watcher') await city.killPlatform()
      if (kill !== 'platform') watcher = city.watch()
      await eventually(() => city.activeTypes(name)).toEqual([type])
      const [raised] = (await city.shown(name)).active
      city.cause(name)
      await eventually(() => city.activeTypes(name)).toEqual([])
      const ofType = (await city.shown(name)).all.filter((alarm) => alarm.type === type)
      expect(ofType.map(({ id }) => id.id)).toContain(raised?.id.id)
      expect([ofType.length - before, odd(ofType)]).toEqual([1, []])
      await eventually(async () => (await city.shown(name)).attributes.gw_state).toBe('ok')
    }
    const others = await Promise.all([...city.ids.keys()].map((name) => city.shown(name)))
    const known = new Set<string>(FAULTS.map(([, type]) => type))
    expect(others.flatMap(({ all }) => all.filter(({ type }) => !known.has(type)).map(({ type }) => type))).toEqual([])
    expect(await watcher.end('SIGTERM')).toBe(0)
  },
  240_000 * rounds({ few: 1, all: 10 }),
)

test('alarms of a deleted device go with it, and it is counted no more', async () => {
  const watcher = await city.watching()
  city.cause('TLC-2', 'dark-phase:1')
  await eventually(() => city.activeTypes('TLC-2')).toEqual(['Dark'])
  await city.api.remove({ kind: 'device', id: city.id('TLC-2') })
  await eventually(() => city.pulse()).toMatchObject({ levels: [2, 0, 0, 0, 0, 0] })
  const query = { pageSize: 10, page: 0, statusList: 'ACTIVE' }
  expect((await city.api.call('alarmsV2', { query })).data).toEqual([])
  expect(watcher.said()).not.toMatch(/refused|failed/)
  expect(await watcher.end('SIGINT')).toBe(0)
}, 120_000)

test('a watcher that starts before the platform begins when that answers', async () => {
  await city.platform.end()
  const watcher = city.watch()
  await until('the watcher to say so', () => watcher.said().includes('cannot be reached yet'), 40_000)
  await city.platform.restart()
  await until('the watcher to begin', () => watcher.said().includes('watching 2 devices'), 60_000)
  expect(await watcher.end('SIGTERM')).toBe(0)
}, 120_000)
