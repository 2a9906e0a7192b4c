import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CycleRecord, parseCycleRecord, writeCycleRecord } from './cycleRecords.ts'

/** 08:00 in Vietnam. */
const EIGHT = Date.UTC(2026, 10, 22, 1)
const QUARTER = 900_000
const GREENS = [0o114, 0o141, 0o411]

const anyLit = fc.option(fc.integer({ min: 0, max: 0o777 }), { freq: 6 })
const number = fc.option(fc.constantFrom(1 as const, 2, 3, 4, 5, 6))
const anyRecord: fc.Arbitrary<CycleRecord> = fc
  .record({
    startMs: fc.integer({ min: 0, max: 4_000_000 }).map((nth) => nth * QUARTER),
    lengths: fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), anyLit), { minLength: 1, maxLength: 9 }),
    starts: fc.uniqueArray(fc.integer({ min: 1, max: 899 }), { maxLength: 59 }),
    fields: fc.infiniteStream(
      fc.record({
        ms: fc.integer({ min: 0, max: 999 }),
        clock: fc.option(fc.integer({ min: -100_000_000, max: 100_000_000 })),
        firstPhase: fc.option(fc.constantFrom(1 as const, 2, 3)),
        ...{ plan: number, program: number, inChange: fc.boolean(), evaluated: fc.boolean() },
      }),
    ),
  })
  .map(({ startMs, lengths, starts, fields }) => {
    const runs: { second: number; lit: number | null }[] = []
    let seconds = 0
    for (const [length, lit] of lengths) {
      if (runs.at(-1)?.lit !== lit) runs.push({ second: seconds, lit })
      seconds += length
    }
    const cycles = [0, ...starts.filter((second) => second < seconds).sort((a, b) => a - b)].map((second) => {
      const { value } = fields.next()
      const { ms, clock, ...others } = value ?? { ms: 0, clock: null }
      const startClockMs = clock === null ? null : startMs + clock * 1000
      return { second, startMs: startMs + second * 1000 + ms, startClockMs, ...others } as CycleRecord['cycles'][number]
    })
    return { startMs, seconds, runs, cycles }
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
        { v: 3 },
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
