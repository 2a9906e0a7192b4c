/** A quarter of an hour in which settings change and a watcher is killed, in simulated time. */
import { parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { PLAN_KEY, PROGRAM_KEY } from '@greenwave/controller/keys'
import { WINDOW_MS } from '@greenwave/observer/recordWindow'
import { EIGHT, SCENE_SETTINGS } from '@greenwave/observer/testing/scene'
import { expect, test } from 'vitest'
import { RecordedJunction } from '../testing/recordedJunction.ts'

/** A plan, its program and its mode as a controller reports them, changed at several times of the second quarter. */
const CHANGES: readonly (readonly [seconds: number, change: Readonly<Record<string, number>>])[] = [
  [1050, { Pr1_X1: 35, Start_Pr1_X2: 40, Start_Pr1_X3: 65 }],
  [1200, { Mode: 1, [PLAN_KEY]: 0, [PROGRAM_KEY]: 0 }],
  [1300, { Mode: 4, [PLAN_KEY]: 1, [PROGRAM_KEY]: 1 }],
  [1400, { Pr1_X1: 30, Start_Pr1_X2: 35, Start_Pr1_X3: 60 }],
]

/** The second quarter, with `CHANGES` and a kill after so many seconds; the next watcher comes four seconds later. */
async function changedQuarter(killedAfter?: number) {
  const city = new RecordedJunction(EIGHT, { ...SCENE_SETTINGS, [PLAN_KEY]: 1, [PROGRAM_KEY]: 1 }).watch()
  for (const [seconds, change] of [...CHANGES, [2000, {}] as const]) {
    const left = (until: number): number => until - (city.nowMs - EIGHT) / 1000
    if (killedAfter !== undefined && left(killedAfter) > 0 && killedAfter < seconds) {
      await city.run(left(killedAfter))
      await city.kill().run(4)
      city.watch()
    }
    await city.run(left(seconds))
    city.set(change)
  }
  return city.records.get(EIGHT + WINDOW_MS)
}

test.each([1065, 1100, 1210, 1250, 1350, 1450, 1700])(
  'killed after %i s, watchers leave plan and program of a quarter with changes as one that never slept',
  async (killedAfter) => {
    expect(await changedQuarter(killedAfter)).toEqual(await changedQuarter())
  },
)

test('plans that a controller reports against its schedule are kept over a kill', async () => {
  const city = new RecordedJunction(EIGHT, { ...SCENE_SETTINGS, [PLAN_KEY]: 1, [PROGRAM_KEY]: 1 }).watch()
  await city.run(300)
  city.set({ [PLAN_KEY]: 2, [PROGRAM_KEY]: 2 })
  await city.run(800)
  city.set({ [PLAN_KEY]: 1, [PROGRAM_KEY]: 1 })
  await city.run(300)
  await city.kill().run(4)
  await city.watch().run(600)
  const cycles = parseCycleRecord(EIGHT + WINDOW_MS, city.records.get(EIGHT + WINDOW_MS))?.cycles ?? []
  const planAt = (second: number) => cycles.findLast((one) => one.second <= second)?.plan
  expect([planAt(0), planAt(150), planAt(300), planAt(880)]).toEqual([2, 2, 1, 1])
})

test('between the last pulse and a change of settings that no watcher saw no plan is claimed; before and after, it is known', async () => {
  const city = new RecordedJunction().watch()
  await city.run(1000)
  city.kill()
  await city.run(250)
  city.set({ Pr1_X1: 35, Start_Pr1_X2: 40, Start_Pr1_X3: 65 })
  await city.run(300)
  city.watch()
  await city.run(500)
  const cycles = parseCycleRecord(EIGHT + WINDOW_MS, city.records.get(EIGHT + WINDOW_MS))?.cycles ?? []
  const programAt = (second: number) => cycles.findLast((one) => one.second <= second)?.program
  expect([programAt(10), programAt(300), programAt(600), programAt(880)]).toEqual([1, null, 1, 1])
  expect(city.shown().size).toBe(1800)
})
