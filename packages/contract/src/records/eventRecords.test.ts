import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventTs, type JunctionEvent, parseEvent, writeEvent } from './eventRecords.ts'

const time = fc.integer({ min: 0, max: 4_000_000_000_000 })
const name = fc.string({ minLength: 1, maxLength: 20 })
const anyEvent: fc.Arbitrary<JunctionEvent> = fc.oneof(
  fc.record({
    ...{ kind: fc.constant('incident' as const), edge: fc.constantFrom('raised' as const, 'cleared' as const) },
    ...{ at: time, since: time, code: name, severity: name },
  }),
  fc.record({ kind: fc.constant('connection' as const), at: time, connected: fc.boolean() }),
  fc.record({ kind: fc.constant('mode' as const), at: time, mode: fc.constantFrom(0 as const, 1, 2, 4) }),
  fc.record({
    ...{ kind: fc.constant('plan' as const), at: time },
    ...{ plan: fc.option(fc.integer()), program: fc.option(fc.integer()) },
  }),
)

describe('an event as telemetry', () => {
  test('is read as it was written, as JSON and as its text', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const value = writeEvent(event)
        expect(parseEvent(value)).toEqual(event)
        expect(parseEvent(JSON.stringify(value))).toEqual(event)
        expect(parseEvent({ ...value, later: 'unknown' })).toEqual(event)
      }),
    )
  })

  test('of another version, another kind or another shape is refused and throws nothing', () => {
    fc.assert(fc.property(fc.anything(), (value) => parseEvent(value) === undefined))
    const event = writeEvent({ kind: 'connection', at: 5, connected: true })
    for (const wrong of [{ v: 2 }, { kind: 'flood' }, { at: -1 }, { at: 'x' }, { connected: 1 }]) {
      expect(parseEvent({ ...event, ...wrong })).toBeUndefined()
    }
  })

  test('has one time, in its second, whoever writes it and whatever else it says', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(Math.floor(eventTs(event) / 1000)).toBe(Math.floor(event.at / 1000))
        expect(eventTs({ ...event })).toBe(eventTs(event))
      }),
    )
    const cleared = { kind: 'incident', edge: 'cleared', code: 'dark', severity: 'MAJOR', since: 3, at: 9000 } as const
    expect(eventTs({ ...cleared, severity: 'MINOR', at: 9999 })).toBe(eventTs(cleared))
    expect(eventTs({ ...cleared, edge: 'raised' })).not.toBe(eventTs(cleared))
  })
})
