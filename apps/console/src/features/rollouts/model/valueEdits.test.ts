import type { TimedValues } from '@greenwave/controller/timedValue'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EDITABLE, editedValues, editsText, ownValues, parseEdits, parseTyped } from './valueEdits.ts'

const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 2, P2_HH: 9, P2_MM: 30, P2_Pr: 1, P2_ENT: 1 },
  ...{ Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 0, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 0 },
}
const facts = (more: Readonly<Record<string, unknown>> = {}) => {
  const values = Object.entries({ ...SETTINGS, ...more }).map(([key, value]) => [key, { ts: 1, value }])
  const shared: TimedValues = Object.fromEntries(values)
  return { shared, client: {}, connected: true, connectedSinceMs: undefined }
}
const edited = (text: string, more = {}) => editedValues(parseEdits(text), facts(more))

describe('edits in an address', () => {
  it('are written as they are read, whatever values they are of', () => {
    const edit = fc.record({ of: fc.constantFrom(...EDITABLE), typed: fc.constantFrom('06:45', '4', '+5', '-5', '') })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        expect(parseEdits(editsText(edits) ?? '')).toEqual(edits)
      }),
    )
    expect(editsText([])).toBeUndefined()
  })

  it('of no known value are left out', () => {
    expect(parseEdits('Mode=0,Vang=4,latitude=1,')).toEqual([{ of: 'Vang', typed: '4' }])
  })
})

describe('a typed value', () => {
  it.each([
    ['P2', '06:45', { kind: 'time', hour: 6, minute: 45 }],
    ['P2', '6:45', { kind: 'time', hour: 6, minute: 45 }],
    ['P2', '24:00', null],
    ['P2', '7', null],
    ['Vang', '4', { kind: 'number', number: 4 }],
    ['Pr1_X1', '+5', { kind: 'more', number: 5 }],
    ['Pr1_X1', '−5', { kind: 'more', number: -5 }],
    ['P2_Pr', '+1', { kind: 'number', number: 1 }],
    ['P2_Pr', '-1', null],
    ['Vang', '', null],
    ['Vang', '3.5', null],
  ])('of %s is read from "%s"', (of, typed, read) => {
    expect(parseTyped({ of, typed })).toEqual(read)
  })
})

describe('what a junction gets', () => {
  it('is hour and minute of a plan, and numbers as they were typed', () => {
    expect(edited('P2=06:45,Vang=4,P2_Pr=3')).toEqual({ P2_HH: 6, P2_MM: 45, Vang: 4, P2_Pr: 3 })
  })

  it('is more or less than it has itself', () => {
    const junctions = new Map([
      ['three', facts()],
      ['four', facts({ Vang: 4 })],
    ])
    expect([...ownValues(parseEdits('Vang=+1'), junctions)]).toEqual([
      ['three', { Vang: 4 }],
      ['four', { Vang: 5 }],
    ])
  })

  it('is a longer green with the later phases moved, so that each keeps its clearance', () => {
    expect(edited('Pr1_X1=+5')).toMatchObject({ Pr1_X1: 35, Start_Pr1_X1: 0, Pr1_X2: 20, Start_Pr1_X2: 40 })
    expect(edited('Pr1_X1=+5,Pr1_X2=-2')).toMatchObject({ Pr1_X1: 35, Pr1_X2: 18, Start_Pr1_X2: 40 })
  })

  it('is nothing where it lacks what is changed: a phase that is not served, an offset that it does not have', () => {
    expect(edited('Pr1_X3=+5')).toBeNull()
    expect(edited('Pr1_X3=20')).toBeNull()
    expect(edited('Offset_Pr1=+5')).toBeNull()
    expect(edited('Vang=4,Offset_Pr1=+5')).toBeNull()
  })

  it('is out of range where the sum is, so that the checks refuse it', () => {
    expect(edited('Vang=-5')).toEqual({ Vang: -2 })
    expect(edited('Pr1_X1=-40')).toEqual({ Pr1_X1: -10 })
  })
})
