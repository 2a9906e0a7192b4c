import { countDay } from '@greenwave/observer/conformity/countDay'
import { DAY_MS } from '@greenwave/observer/conformity/days'
import { fetchDayRecords } from '@greenwave/observer/conformity/reading/dayReads'
import { keptCalls, valuesOf } from '@greenwave/observer/conformity/testing/keptValues'
import { EIGHT, playStreet } from '@greenwave/observer/conformity/testing/street'
import type { CallApi } from '@greenwave/client/callTypes'
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { parseDaySums } from '@greenwave/contract/records/daySums'
import { describe, expect, test } from 'vitest'
import { JunctionDays } from './junctionDays.ts'

const HOUR = 3_600_000
const records = playStreet([{ seconds: 1400 }, { seconds: 300, darkPhase: 1 }, { seconds: 1900 }])
const { dayMs } = records

/** A platform with the records of an hour, at a time that the test chooses. */
class City {
  nowMs = EIGHT + HOUR + 600_000
  readonly asked: string[] = []
  readonly values = new Map([...valuesOf(records)].map(([key, list]) => [key, new Map(list)]))
  readonly #kept = keptCalls(this.values, records, this.asked)

  readonly call = playedCalls((name, args) => {
    if (!args.body) return this.#kept(name as 'timeseries', args as Parameters<CallApi<'timeseries'>>[1])
    for (const { ts, values } of args.body as { ts: number; values: Record<string, unknown> }[]) {
      for (const [key, value] of Object.entries(values)) {
        const list = this.values.get(key) ?? new Map<number, unknown>()
        this.values.set(key, list.set(ts, value))
      }
    }
    return undefined
  })

  watch(place = 0): JunctionDays {
    return new JunctionDays('a', { call: this.call, now: () => this.nowMs }, place)
  }

  sums(ofMs = dayMs) {
    return parseDaySums(ofMs, this.values.get('gw_day')?.get(ofMs))
  }
}

describe('the sums that a watcher keeps', () => {
  test('are those of the records, counted again every three hours and at last when the day is over', async () => {
    const city = new City()
    const days = city.watch()
    expect(days.isDue).toBe(true)
    await days.write()
    expect(city.sums()).toEqual({ ...countDay({ ...records, fromMs: EIGHT }), untilMs: records.untilMs })
    expect(days.isDue).toBe(false)
    city.nowMs += 3 * HOUR
    expect(days.isDue).toBe(true)
    await days.write()
    expect(city.sums()?.expected).toBe(3.5 * 3600)
    city.nowMs = dayMs + DAY_MS + HOUR
    await days.write()
    expect(city.sums()?.untilMs).toBe(dayMs + DAY_MS)
    expect(city.sums(dayMs + DAY_MS)?.expected).toBe(1800)
    const finished = city.asked.length
    city.nowMs += 3 * HOUR
    await days.write()
    // Only the day that runs is counted now.
    expect(city.asked.slice(finished)).toHaveLength(4)
  })

  test('are the same from any watcher, and a watcher that follows soon counts nothing again', async () => {
    const city = new City()
    await city.watch().write()
    const first = city.sums()
    const before = city.asked.length
    await city.watch(12_345).write()
    expect(city.sums()).toEqual(first)
    // What is kept, and the day before, of which there is nothing.
    expect(city.asked.slice(before)).toHaveLength(5)
  })

  test('wait for their turn after a start, where they were counted in time or have no records', async () => {
    const city = new City()
    const { nowMs } = city
    const record = parseCycleRecord(...([...(city.values.get('gw_cycle') ?? [])][0] ?? [0, undefined]))
    await city.watch().write()
    const day = city.sums()
    const isDueWith = (kept: Parameters<JunctionDays['begin']>[0]): boolean => {
      const days = city.watch()
      days.begin(kept)
      return days.isDue
    }
    expect(isDueWith({ record, day })).toBe(false)
    expect(isDueWith({ record: undefined, day: undefined })).toBe(false)
    expect(isDueWith({ record, day: undefined })).toBe(true)
    city.nowMs = nowMs + 4 * HOUR
    expect(isDueWith({ record, day })).toBe(true)
    city.nowMs = nowMs + 2 * DAY_MS
    expect(isDueWith({ record, day: undefined })).toBe(false)
  })

  test('of a day that is over are counted again after its records were fixed', async () => {
    const city = new City()
    const days = city.watch()
    city.nowMs = dayMs + DAY_MS + HOUR
    await days.write()
    const before = city.sums()
    const [[fixed] = [0]] = city.values.get('gw_cycle') ?? []
    city.values.get('gw_cycle')?.delete(fixed)
    expect(days.isDue).toBe(false)
    days.fixed()
    expect(days.isDue).toBe(true)
    await days.write()
    expect(city.sums()?.cycles).toBeLessThan(before?.cycles ?? 0)
  })

  test.each([-10, 5, 40, 50, 90, 170])(
    'have all of a day, its last quarter too, though watchers are killed around midnight, one of them %i min after it',
    async (killed) => {
      const city = new City()
      const last = dayMs + DAY_MS - 900_000
      const cycles = city.values.get('gw_cycle') ?? new Map<number, unknown>()
      const [, quarter] = [...cycles][1] ?? []
      const kept = () => {
        const [ts = 0, value] = [...cycles].at(-1) ?? []
        const day = Math.max(0, ...(city.values.get('gw_day')?.keys() ?? []))
        return { record: parseCycleRecord(ts, value), day: day > 0 ? city.sums(day) : undefined }
      }
      let days = city.watch(3_600_000)
      for (let minute = -60; minute < 300; minute += 5) {
        city.nowMs = dayMs + DAY_MS + minute * 60_000
        // Some minutes after its end.
        if (minute === 10) cycles.set(last, quarter)
        if (minute === killed || minute === killed + 20) {
          days = city.watch(3_600_000)
          days.begin(kept())
        }
        if (days.isDue) await days.write()
      }
      const whole = city.sums()
      expect(whole?.untilMs).toBe(dayMs + DAY_MS)
      expect(whole).toEqual(countDay(await fetchDayRecords({ call: city.call, deviceId: 'a' }, dayMs, city.nowMs)))
      cycles.delete(last)
      const without = await fetchDayRecords({ call: city.call, deviceId: 'a' }, dayMs, city.nowMs)
      expect((whole?.cycles ?? 0) - countDay(without).cycles).toBeGreaterThan(8)
    },
  )

  test('are not written where nothing was ever recorded, and a refusal is tried again in the next turn', async () => {
    const city = new City()
    city.values.clear()
    const days = city.watch()
    await days.write()
    expect(city.values.has('gw_day')).toBe(false)
    days.fixed()
    days.giveUp()
    expect(days.isDue).toBe(false)
    city.nowMs += 3 * HOUR
    expect(days.isDue).toBe(true)
  })

  test('of thousands are counted one after the other, each at its own time', () => {
    const city = new City()
    const all = Array.from({ length: 50 }, (_, nth) => city.watch(nth * 198_000))
    for (const days of all) days.giveUp()
    const due = Array.from({ length: 12 }, (_, quarter) => {
      city.nowMs = EIGHT + HOUR + 600_000 + (quarter + 1) * 900_000
      return all.filter((days) => days.isDue).length
    })
    expect(new Set(due).size).toBeGreaterThan(8)
    expect(due.at(-1)).toBe(50)
  })
})
