import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { ApiError } from '@greenwave/client/callErrors'
import { DAY_MS, midnightOf } from '@greenwave/observer/conformity/days'
import { parseBrokenWave, parseWaveDay } from '@greenwave/contract/records/waves'
import { expect, test, vi } from 'vitest'
import { EIGHT } from '@greenwave/observer/testing/scene'
import { WaveStreet } from '../testing/waveStreet.ts'
import { WaveWrites } from './WaveWrites.ts'

/** The cycle of the street, milliseconds. */
const CYCLE_MS = 40_000

interface PlayedAlarm {
  readonly id: { readonly id: string }
  readonly startTs: number
  readonly details: unknown
}

/** A platform that keeps the alarms, attributes and days of one corridor. */
function scene(nowMs: () => number) {
  const alarms: PlayedAlarm[] = []
  const attributes = new Map<string, unknown>()
  const days = new Map<number, unknown>()
  let raised = 0
  let fails: number | undefined
  let meanwhile = () => {}
  let left = Number.POSITIVE_INFINITY
  const call = playedCalls((name, { body, query }) => {
    if (fails) throw new ApiError(fails)
    if (name.startsWith('save')) {
      if (left === 0) throw new ApiError(503)
      left -= 1
    }
    if (name === 'timeseries') {
      const { startTs, endTs, limit } = query as Readonly<Record<string, string>>
      const found = [...days].filter(([ts]) => ts >= Number(startTs) && ts < Number(endTs)).sort(([a], [b]) => a - b)
      return { gw_wave_day: found.slice(0, Number(limit)).map(([ts, value]) => ({ ts, value })) }
    }
    if (name === 'attributes') return [...attributes].map(([key, value]) => ({ key, value }))
    if (name === 'entityAlarmsV2') return { data: [...alarms] }
    if (name === 'clearAlarm') return alarms.pop()
    if (name === 'saveAlarm') {
      const { startTs, details } = body as { startTs: number; details: unknown }
      raised += alarms.length === 0 ? 1 : 0
      alarms[0] = { id: { id: `a${raised}` }, startTs, details: JSON.parse(JSON.stringify(details)) }
      return alarms[0]
    }
    if (name === 'saveAttributes') for (const [key, value] of Object.entries(body as object)) attributes.set(key, value)
    if (name === 'saveTimeseries') {
      for (const { ts, values } of body as { ts: number; values: Record<string, unknown> }[])
        days.set(ts, values.gw_wave_day)
      meanwhile()
    }
    return undefined
  })
  const onRefused = vi.fn()
  return {
    ...{ alarms, attributes, days, onRefused },
    raised: () => raised,
    fail: (status: number) => (fails = status),
    /** Does something during each write of a day. */
    during: (work: () => void) => (meanwhile = work),
    /** Keeps so many writes more, and none after these: the watcher is killed. Without a number it keeps all again. */
    keep: (writes = Number.POSITIVE_INFINITY) => (left = writes),
    /** The writes of a watcher that starts. */
    start: () => new WaveWrites('asset', { call, now: nowMs, onRefused }),
    writes: new WaveWrites('asset', { call, now: nowMs, onRefused }),
  }
}

/** Returns a street whose wave is broken by the clock of one junction. */
function brokenStreet(): WaveStreet {
  const street = new WaveStreet().run(3)
  street.controller(1).aheadSeconds = 20
  return street.run(14)
}

test('an alarm is raised once, changed when something else breaks the wave, raised again when somebody cleared it, and cleared', async () => {
  const street = brokenStreet()
  const platform = scene(() => street.nowMs)
  expect(await platform.writes.write(street.judge, false)).toBe(true)
  expect(platform.alarms).toMatchObject([{ startTs: street.broken?.sinceMs }])
  expect(parseBrokenWave(platform.alarms[0]?.details)).toEqual(street.broken?.facts)
  expect(await platform.writes.write(street.judge, false)).toBe(false)
  expect(platform.raised()).toBe(1)
  platform.alarms.pop()
  expect(await platform.writes.write(street.judge, false)).toBe(true)
  expect(platform.raised()).toBe(2)
  street.controller(1).aheadSeconds = 0
  street.run(9)
  expect(await platform.writes.write(street.judge, false)).toBe(true)
  expect([platform.alarms, platform.attributes.get('gw_wave')]).toMatchObject([[], { brokenSince: null, cycle: 40 }])
  expect(platform.onRefused).not.toHaveBeenCalled()
})

test('a watcher that starts takes over the alarm of the one before, and a day that is over is written once more', async () => {
  const street = brokenStreet()
  const platform = scene(() => street.nowMs)
  await platform.writes.write(street.judge, false)
  const { open, wave } = await platform.writes.begin()
  expect(open?.sinceMs).toBe(street.broken?.sinceMs)
  expect(wave?.cycles).toEqual(street.wave.cycles)
  const today = midnightOf(street.nowMs)
  expect(parseWaveDay(JSON.stringify(platform.days.get(today)))?.plans).toEqual(street.wave.day?.plans)
  platform.days.clear()
  street.nowMs += DAY_MS
  await platform.writes.write(street.judge, false)
  expect([...platform.days.keys()]).toEqual([today])
  // Only then it is known that no cycle of that day is judged any more.
  await platform.writes.write(street.run(1).judge, false)
  expect(street.judge.days.has(today)).toBe(false)
})

test.each([0, 1, 2])(
  'a day keeps what is judged after its midnight, with %i cycles during a write of it',
  async (cycles) => {
    const midnight = midnightOf(EIGHT) + DAY_MS
    const street = () => new WaveStreet(undefined, midnight - 10 * CYCLE_MS)
    const whole = street()
      .run(16)
      .judge.days.get(midnight - DAY_MS)
    const written = street()
    const platform = scene(() => written.nowMs)
    platform.during(() => written.run(cycles))
    for (let cycle = 0; cycle < 16; cycle += 1) await platform.writes.write(written.run(1).judge, false)
    expect(parseWaveDay(platform.days.get(midnight - DAY_MS))?.plans).toEqual(whole)
    expect([...written.judge.days.keys()]).toEqual([midnight])
  },
)

/** The cycle after midnight in which it is killed, what it still writes then, and the minutes until one starts. */
const killsAtMidnight = [0, 1, 2].flatMap((cycle) =>
  [0, 1, 2, 3].flatMap((written) => [1, 3 * 24 * 60].map((minutes) => [cycle, written, minutes] as const)),
)

test.each(killsAtMidnight)(
  'killed %i cycles after midnight with %i writes made, a watcher loses nothing of what it had judged of the day before, when the next one starts %i min later',
  async (cycle, written, minutes) => {
    const midnight = midnightOf(EIGHT) + DAY_MS
    const street = new WaveStreet(undefined, midnight - 30.5 * CYCLE_MS)
    const platform = scene(() => street.nowMs)
    // A day of which no cycle is judged any more is forgotten.
    let known: unknown
    const judged = () => (known = street.judge.days.get(midnight - DAY_MS) ?? known)
    const writes = platform.start()
    // The sums of a day are written at first, and then not for a quarter of an hour.
    for (let count = 0; count < 30 + cycle; count += 1) {
      street.run(1)
      judged()
      await writes.write(street.judge, false)
    }
    const before = known
    street.run(1)
    const expected = written === 0 ? before : judged()
    platform.keep(written)
    await writes.write(street.judge, false).catch(() => {})
    platform.keep()
    street.nowMs += minutes * 60_000
    const next = platform.start()
    street.restart(await next.begin())
    for (let count = 0; count < 6; count += 1) await next.write(street.run(1).judge, false)
    expect(parseWaveDay(platform.days.get(midnight - DAY_MS))?.plans).toEqual(expected)
    expect(expected).toMatchObject([{ plan: '1', broken: 0, unseen: 0 }])
    expect(platform.onRefused).not.toHaveBeenCalled()
  },
)

test('what is refused for good is notified, unless the corridor is gone; what may pass rejects', async () => {
  const street = brokenStreet()
  for (const [status, notified] of [
    [403, 3],
    [404, 0],
  ] as const) {
    const platform = scene(() => street.nowMs)
    platform.fail(status)
    await platform.writes.write(street.judge, false)
    expect(platform.onRefused).toHaveBeenCalledTimes(notified)
  }
  const platform = scene(() => street.nowMs)
  platform.fail(503)
  await expect(platform.writes.write(street.judge, false)).rejects.toThrow(ApiError)
})
