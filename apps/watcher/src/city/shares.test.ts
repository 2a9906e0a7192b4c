import { textHash } from '@greenwave/contract/text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOfShare } from '../fleet/share.ts'
import { WatchedCity, type WatcherHere } from '../testing/watchedCity.ts'

let city: WatchedCity
const watchers: WatcherHere[] = []
beforeAll(async () => {
  city = await WatchedCity.build(2)
})
afterAll(async () => {
  for (const watcher of watchers) await watcher.close()
  await city?.end()
})

const [LEFT, KEPT] = ['TLC-0', 'TLC-1'] as const
const TYPE = 'Conflicting green'

/** Returns a division of the fleet in which the two junctions are of different shares, and the share of each. */
function shares() {
  const [left, kept] = [LEFT, KEPT].map((name) => textHash(city.id(name))) as [number, number]
  let n = 2
  while (left % n === kept % n) n += 1
  return { left: { i: (left % n) + 1, n }, kept: { i: (kept % n) + 1, n } }
}

test('of two watchers with shares one is killed: the other goes on, a third takes over, and no incident is doubled', async () => {
  const { left, kept } = shares()
  expect([isOfShare(left, city.id(KEPT)), isOfShare(kept, city.id(LEFT))]).toEqual([false, false])
  const killed = city.watch(['--share', `${left.i}/${left.n}`])
  watchers.push(await city.watchHere(kept))
  await city.untilJudged()
  for (const name of [LEFT, KEPT]) city.cause(name, 'two-greens:1,2')
  for (const name of [LEFT, KEPT]) await expect.poll(() => city.activeTypes(name)).toEqual([TYPE])
  const [raised] = (await city.shown(LEFT)).active
  await killed.end('SIGKILL')

  city.cause(KEPT)
  await expect.poll(() => city.activeTypes(KEPT)).toEqual([])
  city.cause(KEPT, 'dark-phase:2')
  await expect.poll(() => city.activeTypes(KEPT)).toEqual(['Dark'])
  // Nobody watches this one: what was raised stays.
  expect((await city.shown(LEFT)).active.map(({ id }) => id.id)).toEqual([raised?.id.id])

  watchers.push(await city.watchHere(left))
  city.cause(LEFT)
  await expect.poll(() => city.activeTypes(LEFT)).toEqual([])
  expect((await city.shown(LEFT)).all.map(({ type }) => type)).toEqual([TYPE])
  expect((await city.shown(KEPT)).all.map(({ type }) => type).sort()).toEqual([TYPE, 'Dark'])
})
