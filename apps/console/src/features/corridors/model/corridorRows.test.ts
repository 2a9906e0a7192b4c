import { parseCorridor, writeCorridor } from '@greenwave/contract/records/corridors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testId } from '../../../test/records.ts'
import {
  type CorridorRow,
  corridorOf,
  distanceM,
  type PlaceOf,
  parseRows,
  reversed,
  rowComplaints,
  rowsOf,
  rowsText,
  withJunction,
  withMoved,
  withoutRow,
} from './corridorRows.ts'

/** Junctions at every thousandth of a degree to the north; number 9 has no place. */
const placeOf: PlaceOf = (id) =>
  id === testId(9) ? null : { latitude: 10 + Number.parseInt(id.slice(-2), 16) / 1000, longitude: 106 }
const street = (...numbers: number[]) =>
  numbers.reduce<readonly CorridorRow[]>((rows, number) => withJunction(rows, testId(number), placeOf), [])
const devices = (rows: readonly CorridorRow[]) => rows.map(({ device }) => device)
const distances = (rows: readonly CorridorRow[]) => rows.map(({ distance }) => distance)

describe('the rows of a corridor', () => {
  it('get their distances from the coordinates, and the usual speed; none where a place is not known', () => {
    const rows = street(1, 2, 4, 9)
    expect(distances(rows)).toEqual(['', '111', '222', ''])
    expect(rows[1]?.speed).toEqual({ outbound: '40', inbound: '40' })
    expect(distanceM({ latitude: 10.7751, longitude: 106.7021 }, { latitude: 10.7711, longitude: 106.7022 })).toBe(445)
  })

  it('hold each junction once, and no more than a corridor may have', () => {
    const rows = street(1, 2)
    expect(withJunction(rows, testId(2), placeOf)).toBe(rows)
    const many = street(...Array.from({ length: 60 }, (_, number) => number + 20))
    expect(many).toHaveLength(50)
  })

  it('keep what was typed of a way for as long as its two ends are neighbours', () => {
    const [first, second, third] = street(1, 2, 3)
    if (!first || !second || !third) throw new Error('three rows')
    const rows = [first, { ...second, distance: '150', speed: { outbound: '30', inbound: '50' } }, third]
    expect(distances(withMoved(rows, 2, 0, placeOf))).toEqual(['', '222', '150'])
    const [, , last] = withMoved(rows, 0, 2, placeOf)
    expect([last?.distance, last?.speed]).toEqual(['222', { outbound: '30', inbound: '50' }])
    expect(distances(withoutRow(rows, 1, placeOf))).toEqual(['', '222'])
    expect(withMoved(rows, 0, -1, placeOf)).toBe(rows)
  })

  it('turned round have the other direction in each place; turned twice they are as before', () => {
    const rows = street(1, 2, 3).map(
      (row, index): CorridorRow => ({
        ...row,
        phase: { outbound: '1', inbound: '2' },
        ...(index > 0 && { speed: { outbound: `${index}0`, inbound: '50' } }),
      }),
    )
    const turned = reversed(rows, placeOf)
    expect(devices(turned)).toEqual(devices(rows).toReversed())
    expect(turned[1]).toMatchObject({
      speed: { outbound: '50', inbound: '20' },
      phase: { outbound: '2', inbound: '1' },
    })
    expect(reversed(turned, placeOf)).toEqual(rows)
  })

  it('name each field that no street has', () => {
    const rows = street(1, 2, 9)
    expect(rowComplaints(rows, false)).toEqual({ 'junctions.2.distance': 'distanceRange' })
    const odd = rows.map((row) => ({ ...row, distance: '0', speed: { outbound: '41', inbound: 'x' } }))
    expect(rowComplaints(odd.slice(0, 2), true)).toEqual({ 'junctions.1.distance': 'distanceRange' })
    expect(rowComplaints(odd.slice(0, 2), false)).toEqual({
      'junctions.1.distance': 'distanceRange',
      'junctions.1.inbound': 'speedRange',
    })
  })

  it('are stored and read back as they were typed; a one-way street has nothing inbound', () => {
    const phase = fc.constantFrom('' as const, '1' as const, '2' as const, '3' as const)
    const way = fc.record({
      distance: fc.integer({ min: 1, max: 100_000 }).map(String),
      speed: fc.record({ outbound: fc.constantFrom('1', '40.5', '200'), inbound: fc.constantFrom('30', '55') }),
      phase: fc.record({ outbound: phase, inbound: phase }),
    })
    fc.assert(
      fc.property(fc.array(way, { minLength: 2, maxLength: 6 }), (ways) => {
        const rows = ways.map((row, index) => ({
          ...row,
          device: testId(index),
          ...(index === 0 && { distance: '', speed: { outbound: '', inbound: '' } }),
        }))
        const stored = (isOneWay: boolean) =>
          parseCorridor({ additionalInfo: writeCorridor({}, corridorOf(rows, isOneWay)) })
        expect(rowsOf(stored(false))).toEqual(rows)
        expect(parseRows(rowsText(rows))).toEqual(rows)
        for (const { phase: phases, speed } of rowsOf(stored(true)))
          expect([phases.inbound, speed.inbound]).toEqual(['', ''])
      }),
      { numRuns: 30 },
    )
    expect([parseRows(''), parseRows('{}'), parseRows('[1]')]).toEqual([[], [], []])
  })
})
