import { describe, expect, test } from 'vitest'
import { type HandOver, parseShiftRecord } from './shifts.ts'

const EMPTY: HandOver = {
  ...{ kind: 'handed', from: 1, by: 'mai@signal.vn', name: 'Mai', note: '' },
  ...{ incidents: [], holds: [], mutes: [], changes: [], comments: [], leftOut: 0 },
}
const act = (text: string) => ({ id: 'a', name: 'Lê Lợi', at: 1, by: 'mai@signal.vn', text })

describe('a record of a shift', () => {
  test('is parsed from JSON and from its text; what is no such record is undefined', () => {
    expect(parseShiftRecord(EMPTY)).toEqual(EMPTY)
    expect(parseShiftRecord(JSON.stringify(EMPTY))).toEqual(EMPTY)
    expect(parseShiftRecord({ kind: 'taken', of: 5, by: 'an@signal.vn', name: 'An' })).toMatchObject({ of: 5 })
    for (const other of [undefined, '', '{', 7, {}, { kind: 'handed' }, { kind: 'taken' }]) {
      expect(parseShiftRecord(other)).toBeUndefined()
    }
  })

  test('of another version is parsed as far as it is known', () => {
    const later = { ...EMPTY, incidents: 'many', weather: 'rain', changes: [act('x'), 5] }
    expect(parseShiftRecord(later)).toMatchObject({ incidents: [], changes: [], weather: 'rain' })
  })
})
