import { DAY_KEY, writeDaySums } from '@greenwave/contract/daySums'
import { describe, expect, test } from 'vitest'
import { countDay, countedCycles } from '../countDay.ts'
import { DAY_MS } from '../days.ts'
import { keptCalls, valuesOf } from '../testing/keptValues.ts'
import { EIGHT, playStreet } from '../testing/street.ts'
import { readDayRecords, readKeptDays, readRecordedDays } from './dayReads.ts'

const records = playStreet([{ seconds: 1400 }, { seconds: 300, darkPhase: 1 }, { seconds: 1900, clockStep: 7 }])
const { dayMs, untilMs } = records
const values = valuesOf(records)
const reader = { call: keptCalls(values, records), deviceId: 'a' }

describe('the days of a junction', () => {
  test('are counted from what a platform has as from what was recorded', async () => {
    const read = await readDayRecords(reader, dayMs, untilMs + 100_000)
    expect(countDay(read)).toEqual(countDay(records))
    expect(countedCycles(read)).toEqual(countedCycles(records))
    expect(countedCycles(read).length).toBeGreaterThan(20)
  })

  test('are over when the day is over, and have nothing before it began', async () => {
    expect((await readDayRecords(reader, dayMs, EIGHT + 5 * DAY_MS)).untilMs).toBe(dayMs + DAY_MS)
    expect((await readDayRecords(reader, dayMs, dayMs - 1)).untilMs).toBe(dayMs)
  })

  test('are those of which sums are kept, and those that have records', async () => {
    const span = { fromMs: dayMs - 3 * DAY_MS, untilMs: dayMs + 2 * DAY_MS }
    expect(await readKeptDays(reader, span)).toEqual([])
    const sums = countDay(records)
    const withSums = new Map([
      ...values,
      [
        DAY_KEY,
        new Map<number, unknown>([
          [dayMs, writeDaySums(sums)],
          [dayMs - DAY_MS, 'x'],
        ]),
      ],
    ])
    expect(await readKeptDays({ ...reader, call: keptCalls(withSums, records) }, span)).toEqual([sums])
    expect(await readRecordedDays(reader, span)).toEqual(new Set([dayMs]))
  })
})
