import { CYCLE_KEY, writeCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { DAY_KEY, parseDaySums, writeDaySums } from '@greenwave/contract/records/daySums'
import { RAN_KIND_KEY } from '@greenwave/contract/records/kindNotes'
import { describe, expect, test } from 'vitest'
import { countDay, countedCycles } from '../countDay.ts'
import { DAY_MS } from '../days.ts'
import { keptCalls, valuesOf } from '../testing/keptValues.ts'
import { EIGHT, playStreet } from '../testing/street.ts'
import { fetchDayRecords, fetchKeptDays, fetchRecordedDays } from './dayReads.ts'

const records = playStreet([{ seconds: 1400 }, { seconds: 300, darkPhase: 1 }, { seconds: 1900, clockStep: 7 }])
const { dayMs, untilMs } = records
const values = valuesOf(records)
const reader = { call: keptCalls(values, records), deviceId: 'a' }

describe('the days of a junction', () => {
  test('are counted from what a platform has as from what was recorded', async () => {
    const read = await fetchDayRecords(reader, dayMs, untilMs + 100_000)
    // Nobody had recorded this junction before eight.
    expect(read.fromMs).toBe(EIGHT)
    expect(countDay({ ...read, fromMs: dayMs })).toEqual(countDay(records))
    expect(countedCycles(read)).toEqual(countedCycles(records))
    expect(countedCycles(read).length).toBeGreaterThan(20)
  })

  test('are of the kind that ran then, as the records of the calendar say', async () => {
    const ran = new Map([
      [dayMs - 5 * DAY_MS, { v: 1, kind: 'working', name: 'Working day' }],
      [dayMs + 3 * 3_600_000, { v: 1, kind: 'saturday', name: 'Saturday' }],
    ])
    const call = keptCalls(new Map([...values, [RAN_KIND_KEY, ran]]), records)
    const counted = countDay(await fetchDayRecords({ call, deviceId: 'a' }, dayMs, untilMs + 100_000))
    expect(counted.kind).toBe('Saturday')
    expect(parseDaySums(dayMs, writeDaySums(counted))?.kind).toBe('Saturday')
    const before = await fetchDayRecords({ call, deviceId: 'a' }, dayMs - DAY_MS, untilMs)
    expect(countDay({ ...before, untilMs: dayMs }).kind).toBe('Working day')
  })

  test('are expected from the first recorded second on, whatever the platform knows from before anybody watched', async () => {
    const began = EIGHT + 400_000
    const late = playStreet([{ seconds: 2000 }], began)
    const linkedMs = dayMs - 3_600_000
    const known = { ...late, events: [{ kind: 'connection' as const, at: linkedMs, connected: true }, ...late.events] }
    const call = keptCalls(valuesOf(known), known)
    const read = await fetchDayRecords({ call, deviceId: 'a' }, dayMs, late.untilMs + 100_000)
    expect(read.fromMs).toBe(began)
    expect(countDay(read)).toMatchObject({ expected: 1400, missing: 0, believable: 1400, connected: 1400 })
  })

  test('are expected from midnight on if anything was recorded before', async () => {
    const older = new Map(valuesOf(records))
    const [window] = records.windows
    const earlierMs = dayMs - 3 * DAY_MS
    older.set(
      CYCLE_KEY,
      new Map([
        ...(older.get(CYCLE_KEY) ?? []),
        [earlierMs, window && writeCycleRecord({ ...window, startMs: earlierMs })],
      ]),
    )
    const read = await fetchDayRecords({ ...reader, call: keptCalls(older, records) }, dayMs, untilMs + 100_000)
    expect(read.fromMs).toBe(dayMs)
  })

  test('lack no quarter that is just being recorded, and each that nobody recorded in half an hour', async () => {
    const quarter = 900_000
    const untilAt = async (nowMs: number) => ((await fetchDayRecords(reader, dayMs, nowMs)).untilMs - untilMs) / quarter
    expect(await untilAt(untilMs + 1)).toBe(0)
    expect(await untilAt(untilMs + 2 * quarter - 1)).toBe(0)
    expect(await untilAt(untilMs + 4 * quarter)).toBe(2)
  })

  test('are over when the day is over, and have nothing before it began', async () => {
    expect((await fetchDayRecords(reader, dayMs, EIGHT + 5 * DAY_MS)).untilMs).toBe(dayMs + DAY_MS)
    expect((await fetchDayRecords(reader, dayMs, dayMs - 1)).untilMs).toBe(dayMs)
  })

  test('are those of which sums are kept, and those that have records', async () => {
    const span = { fromMs: dayMs - 3 * DAY_MS, untilMs: dayMs + 2 * DAY_MS }
    expect(await fetchKeptDays(reader, span)).toEqual([])
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
    expect(await fetchKeptDays({ ...reader, call: keptCalls(withSums, records) }, span)).toEqual([sums])
    expect(await fetchRecordedDays(reader, span)).toEqual(new Set([dayMs]))
  })
})
