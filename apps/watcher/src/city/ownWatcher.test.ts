import { readFileSync } from 'node:fs'
import { until } from '@greenwave/harness/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WatchedCity } from '../testing/watchedCity.ts'

let city: WatchedCity
beforeAll(async () => {
  city = await WatchedCity.build(2, { GREENWAVE_WATCHER: 'on' })
})
afterAll(() => city?.end())

/** Returns the process ids of all watchers that the platform has started so far, from its log. */
const watchers = (): readonly number[] =>
  [...city.platform.output().matchAll(/"pid":(\d+),"msg":"watching /g)].map(([, pid]) => Number(pid))

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Returns the name under which the platform has started a watcher. */
function nameOf(pid: number): string | undefined {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  return words[words.indexOf('--service') + 1]
}

test('a platform has its watcher without any account, starts it again when it ends, and ends it with itself', async () => {
  await expect.poll(() => city.pulse()).toMatchObject({ levels: [2, 0, 0, 0, 0, 0], unknown: 0 })
  city.cause('TLC-0', 'dark-phase:2')
  await expect.poll(() => city.activeTypes('TLC-0')).toEqual(['Dark'])
  const users = await city.api.call('users', { query: { pageSize: 10, page: 0 } })
  expect(users.data).toHaveLength(1)
  const log = await city.api.call('auditLogs', { query: { pageSize: 100, page: 0 } })
  const own = log.data.filter(({ userName }) => userName === 'Greenwave watcher')
  expect(new Set(own.map(({ actionType, entityName }) => `${actionType} ${entityName}`))).toEqual(
    new Set(['ADDED Greenwave', 'ADDED Dark']),
  )

  const [first = 0] = watchers()
  const name = nameOf(first)
  expect(name).toMatch(/^[\da-f-]{36}$/)
  process.kill(first, 'SIGKILL')
  await until('another watcher', () => watchers().length === 2)
  expect(nameOf(watchers()[1] ?? 0)).toBe(name)
  city.cause('TLC-0')
  await expect.poll(() => city.activeTypes('TLC-0')).toEqual([])
  expect((await city.shown('TLC-0')).all).toHaveLength(1)

  await city.platform.end()
  expect(watchers().filter(isRunning)).toEqual([])
  expect(city.platform.output()).toMatch(/Watcher ended with 1; restarting in 0.25 s/)
})
