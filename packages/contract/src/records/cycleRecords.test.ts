import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CycleRecord, parseCycleRecord, writeCycleRecord } from './cycleRecords.ts'

/** 08:00 in Vietnam. */
const EIGHT = Date.UTC(2026, 10, 22, 1)
const QUARTER = 900_000
const GREENS = [0o114, 0o141, 0o411]

const anyLit = fc.option(fc.integer({ min: 0, max: 0o777 }), { freq: 6 })
const anyHidden = fc.constantFrom(0, 0, 0, 0o7, 0o700, 0o770, 0o777)
const anyLimits = fc.option(fc.record({ smallest: fc.nat(99), largest: fc.nat(999) }))
const number = fc.option(fc.constantFrom(1 as const, 2, 3, 4, 5, 6))
const anyRecord: fc.Arbitrary<CycleRecord> = fc
  .record({
    startMs: fc.integer({ min: 0, max: 4_000_000 }).map((nth) => nth * QUARTER),
    lengths: fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), anyLit, anyHidden), { minLength: 1, maxLength: 9 }),
    starts: fc.uniqueArray(fc.integer({ min: 1, max: 899 }), { maxLength: 59 }),
    limits: fc.option(fc.tuple(anyLimits, anyLimits, anyLimits)),
    isFixed: fc.boolean(),
    fields: fc.infiniteStream(
      fc.record({
        ms: fc.integer({ min: 0, max: 999 }),
        clock: fc.option(fc.integer({ min: -100_000_000, max: 100_000_000 })),
        firstPhase: fc.option(fc.constantFrom(1 as const, 2, 3)),
        ...{ plan: number, program: number, inChange: fc.boolean(), evaluated: fc.boolean() },
      }),
    ),
  })
  .map(({ startMs, lengths, starts, fields, limits, isFixed }) => {
    const runs: CycleRecord['runs'][number][] = []
    let seconds = 0
    for (const [length, lamps, hidden] of lengths) {
      const notShown = lamps === null ? 0 : hidden
      const lit = lamps === null ? null : lamps & ~notShown
      const last = runs.at(-1)
      if (!last || last.lit !== lit || (last.notShown ?? 0) !== notShown)
        runs.push({ second: seconds, lit, ...(notShown > 0 && { notShown }) })
      seconds += length
    }
    const cycles = [0, ...starts.filter((second) => second < seconds).sort((a, b) => a - b)].map((second) => {
      const { value } = fields.next()
      const { ms, clock, ...others } = value ?? { ms: 0, clock: null }
      const startClockMs = clock === null ? null : startMs + clock * 1000
      return { second, startMs: startMs + second * 1000 + ms, startClockMs, ...others } as CycleRecord['cycles'][number]
    })
    return { startMs, seconds, runs, cycles, ...(!isFixed && { limits }) }
  })

/** A controller whose three phases have equal greens in turn, in cycles of so many seconds. */
function recordOf(cycle: number): CycleRecord {
  const starts = Array.from({ length: 900 / cycle }, (_, nth) => nth * cycle)
  const third = cycle / 3
  return {
    startMs: EIGHT,
    seconds: 900,
    cycles: starts.map((second) => ({
      ...{ second, startMs: EIGHT + second * 1000 + 123, startClockMs: EIGHT + second * 1000, firstPhase: 1 },
      ...{ plan: 1, program: 1, inChange: false, evaluated: true },
    })),
    runs: starts.flatMap((start) =>
      GREENS.flatMap((green, phase) => {
        const yellow = green - ((green & 0o444) >> 1)
        const second = start + phase * third
        return [
          { second, lit: green },
          { second: second + third - 5, lit: yellow },
          { second: second + third - 2, lit: 0o111 },
        ]
      }),
    ),
  }
}

describe('the record of a quarter of an hour', () => {
  test('is read as it was written, as JSON and as its text', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const value = writeCycleRecord(record)
        expect(parseCycleRecord(record.startMs, value)).toEqual(record)
        expect(parseCycleRecord(record.startMs, JSON.stringify(value))).toEqual(record)
      }),
    )
  })

  test('can be read by people', () => {
    const start = { plan: 1, program: 2, inChange: false, evaluated: true } as const
    const runs = [
      { second: 0, lit: 0o114 },
      { second: 30, lit: 0o112 },
      { second: 33, lit: 0o111 },
      { second: 35, lit: null },
      { second: 36, lit: 0o141 },
    ]
    const cycle = { second: 0, startMs: EIGHT + 250, startClockMs: EIGHT + 3000, firstPhase: 1, ...start } as const
    expect(writeCycleRecord({ startMs: EIGHT, seconds: 56, runs, cycles: [cycle] })).toEqual({
      v: 2,
      lamps: '30GRR3YRR2RRR1???20RGR',
      cycles: [[0, 250, 3, 1, 1, 2, 0]],
    })
  })

  test('says by its version that a phase was not shown, and which limits actuated greens have', () => {
    const record = recordOf(90)
    const [first = { second: 0, lit: 0 }, ...others] = record.runs
    const hidden = { ...record, runs: [{ ...first, lit: 0o110, notShown: 0o007 }, ...others] }
    expect(writeCycleRecord(record)).toMatchObject({ v: 2 })
    expect(writeCycleRecord(hidden)).toMatchObject({ v: 3, lamps: expect.stringMatching(/^25NRR3YRR/) as string })
    const limits = [{ smallest: 8, largest: 40 }, { smallest: 6, largest: 25 }, null] as const
    expect(writeCycleRecord({ ...record, limits })).toMatchObject({ v: 3, limits: [[8, 40], [6, 25], null] })
    expect(writeCycleRecord({ ...record, limits: null })).toMatchObject({ v: 3, limits: null })
  })

  test('of a release that counted otherwise is read, and says so by its version', () => {
    const record = recordOf(90)
    expect(parseCycleRecord(record.startMs, { ...writeCycleRecord(record), v: 1 })).toEqual(record)
  })

  test('whatever else is there is refused, and nothing throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => parseCycleRecord(EIGHT, value) === undefined))
    const value = writeCycleRecord(recordOf(90))
    const [first = [0, 0, 0, 0, 0, 0, 0] as const, ...others] = value.cycles
    for (const wrong of [
      ...[
        { v: 4 },
        { lamps: '' },
        { lamps: '30GRR30GRR' },
        { lamps: '0GRR' },
        { lamps: '30GXR' },
        { lamps: '999GRR2RRR' },
      ],
      ...[{ lamps: '30GR?' }, { lamps: 7 }, { cycles: [] }, { cycles: others }, { cycles: [first, first] }],
      ...[{ cycles: [[0, 0, 0, 4, 1, 1, 0]] }, { cycles: [[0, -1, 0, 1, 1, 1, 0]] }, { cycles: [[0, 0, 0, 1, 1, 1]] }],
      { lamps: '30GRR' },
    ]) {
      expect([wrong, parseCycleRecord(EIGHT, { ...value, ...wrong })]).toEqual([wrong, undefined])
    }
    expect(parseCycleRecord(EIGHT + 1, value)).toBeUndefined()
  })

  test('a record with any letter changed is refused, or is one that can be written and read again', () => {
    const record = recordOf(90)
    const text = JSON.stringify(writeCycleRecord(record))
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 2 }), (at, letter) => {
        const read = parseCycleRecord(EIGHT, text.slice(0, at) + letter + text.slice(at + 1))
        if (read) expect(parseCycleRecord(EIGHT, writeCycleRecord(read))).toEqual(read)
      }),
    )
  })

  test('[design 6 storage] a day of the fastest usual cycle, and of the worst lamps there can be, is below 0.5 MB', () => {
    const bytesOfDay = (record: CycleRecord): number => 96 * JSON.stringify(writeCycleRecord(record)).length
    expect(bytesOfDay(recordOf(30))).toBeLessThan(250_000)
    expect(bytesOfDay(recordOf(90))).toBeLessThan(100_000)
    const often = recordOf(15)
    const worst = { ...often, runs: Array.from({ length: 900 }, (_, second) => ({ second, lit: second % 2 })) }
    expect(bytesOfDay(worst)).toBeLessThan(500_000)
  })
})
