import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChangeRecord, parseChangeRecord, writeChangeRecord } from './changeRecords.ts'

const CHANGE: ChangeRecord = {
  id: 'a1',
  at: 1_795_309_200_123,
  by: { id: '9b11aa40', name: 'mai@signal.vn' },
  from: 'console',
  state: 'written',
  why: 'Market day',
  said: '',
  words: ['Program 2 phase 1 green: 30 s → 35 s'],
  scope: 'SHARED_SCOPE',
  after: { Pr2_X1: 35, Offset_Pr2: null },
  before: { Pr2_X1: '30', Offset_Pr2: 4, Mode: 4 },
  unkept: [],
}

describe('the record of a change', () => {
  it('is read as it was written, as JSON and as text, with the time of its value', () => {
    const value = writeChangeRecord(CHANGE)
    expect(parseChangeRecord(CHANGE.at, value)).toEqual(CHANGE)
    expect(parseChangeRecord(CHANGE.at, JSON.stringify(value))).toEqual(CHANGE)
    expect(parseChangeRecord(77, value)?.at).toBe(77)
  })

  it('keeps what it does not know out, and what is odd but not needed empty', () => {
    const odd = { ...writeChangeRecord(CHANGE), state: 'someday', words: 'many', restores: 'yes', colour: 'red' }
    expect(parseChangeRecord(CHANGE.at, odd)).toEqual({ ...CHANGE, state: 'begun', words: [] })
  })

  it.each([
    ['another version', { ...writeChangeRecord(CHANGE), v: 2 }],
    ['no settings', { ...writeChangeRecord(CHANGE), after: undefined }],
    ['a text that is no JSON', '{'],
    ['another scope', { ...writeChangeRecord(CHANGE), scope: 'CLIENT_SCOPE' }],
    [
      'too many settings',
      { ...writeChangeRecord(CHANGE), after: Object.fromEntries([...Array(201).keys()].entries()) },
    ],
    ['too long a text', JSON.stringify({ ...writeChangeRecord(CHANGE), more: 'x'.repeat(200_000) })],
  ])('with %s is none', (_, value) => {
    expect(parseChangeRecord(CHANGE.at, value)).toBeUndefined()
  })

  it('takes a bounded room whatever it is made of, names what it could not keep, and can be read', () => {
    const values = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 300 }).filter((key) => key !== '__proto__'),
      fc.oneof(fc.integer(), fc.string({ maxLength: 3000, size: 'max' }), fc.boolean()),
      { maxKeys: 30 },
    )
    const words = fc.array(fc.string({ maxLength: 400 }), { maxLength: 300 })
    fc.assert(
      fc.property(values, words, fc.string({ maxLength: 1000 }), (after, lines, why) => {
        const value = writeChangeRecord({ ...CHANGE, after, before: after, words: lines, why, said: why })
        expect(JSON.stringify(value).length).toBeLessThan(200_000)
        const read = parseChangeRecord(CHANGE.at, value)
        for (const [key, set] of Object.entries(after)) {
          if (key.length <= 255) expect(read?.unkept.includes(key) || read?.after[key] === set).toBe(true)
        }
      }),
      { numRuns: 30 },
    )
  })
})
