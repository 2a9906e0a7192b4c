/** A platform that stands still for a while is no fault of any junction. */
import process from 'node:process'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WatchedCity, type WatcherHere } from '../testing/watchedCity.ts'

/** Longer than the time after which a junction counts as silent, milliseconds. */
const STALL_MS = 14_000

let city: WatchedCity
let watcher: WatcherHere
beforeAll(async () => {
  city = await WatchedCity.build(5)
  watcher = await city.watchHere()
  await city.untilJudged()
})
afterAll(async () => {
  await watcher?.close()
  await city?.end()
})

test('a platform that stands still for 14 s makes no junction silent, and a silent one is found after it', async () => {
  process.kill(city.platform.pid(), 'SIGSTOP')
  await rest(STALL_MS)
  process.kill(city.platform.pid(), 'SIGCONT')
  await city.untilSecondsLater('TLC-4', 15)
  const shown = await Promise.all([...city.ids.keys()].map((name) => city.shown(name)))
  expect(shown.flatMap(({ all }) => all.map(({ type }) => type))).toEqual([])
  city.cause('TLC-1', 'silent')
  await expect.poll(() => city.activeTypes('TLC-1')).toEqual(['No lamps'])
})
