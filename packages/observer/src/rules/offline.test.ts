import { expect, test } from 'vitest'
import { offlineRule } from './offline.ts'

const NOW = 1_795_309_200_000

test.each([
  ['the platform says so', NOW - 60_000, NOW - 60_000],
  ['the platform says so by a clock that differs a little', NOW + 2_000, NOW + 2_000],
  ['the platform says so by a clock that was an hour ahead', NOW + 3_600_000, NOW - 40_000],
])('a controller is not connected since %s', (_, sinceMs, told) => {
  const link = { connected: false, sinceMs }
  const view = {
    atMs: NOW,
    link,
    lampsMs: null,
    heardMs: null,
    watchedMs: NOW - 40_000,
    untaken: 0,
    offCalendar: null,
    isOffline: false,
    isDeaf: false,
  }
  expect(offlineRule.evaluate(view)).toMatchObject({ holds: true, sinceMs: told, facts: { sinceMs: told } })
})
