import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { expect, it } from 'vitest'
import { recordedChange } from '../../../test/changes.ts'
import { groupValues } from './groupValues.ts'

const valuesOf = (...changes: readonly Partial<ChangeRecord>[]) =>
  groupValues(changes.map((change, nth) => recordedChange({ deviceId: `d${nth}`, atMs: nth + 1, change })))

it('values that are the same at all junctions stand with those before, if these were the same, too', () => {
  const one = { after: { Mode: 0 }, before: { Mode: 4, Vang: 3 }, until: 99 }
  expect(valuesOf(one, { ...one, before: { Mode: 4, Vang: 5 } })).toEqual({
    before: { Mode: 4 },
    after: { Mode: 0 },
    differing: [],
    until: 99,
    untilBefore: undefined,
  })
  expect(valuesOf(one, { ...one, before: { Mode: 1 } }).before).toBeNull()
})

it('a value that one junction had already, and was not sent again, is common; one that it has otherwise is not', () => {
  const both = { after: { Vang: 4, Do_cong: 2 }, before: { Vang: 3, Do_cong: 3 } }
  expect(valuesOf(both, { after: { Vang: 4 }, before: { Vang: 3, Do_cong: 2 } })).toMatchObject({
    after: { Vang: 4, Do_cong: 2 },
    before: null,
    differing: [],
  })
  expect(valuesOf(both, { after: { Vang: 4 }, before: { Vang: 3, Do_cong: 5 } })).toMatchObject({
    after: { Vang: 4 },
    before: { Vang: 3 },
    differing: ['redClearance'],
  })
})

it('a text and a number of the same digits differ, and kinds that differ are named once', () => {
  expect(valuesOf({ after: { Vang: 4 } }, { after: { Vang: '4' } })).toMatchObject({ after: {}, differing: ['yellow'] })
  expect(valuesOf({ after: { Pr1_X1: 30, Pr1_X2: 31 } }, { after: { Pr1_X1: 40, Pr1_X2: 41 } }).differing).toEqual([
    'program',
  ])
})

it('values that were removed everywhere are removed', () => {
  expect(valuesOf({ after: { Vang: null } }, { after: { Vang: null } })).toMatchObject({
    after: { Vang: null },
    differing: [],
  })
})

it('ends that differ are various, and those that only some records have are no end of the others', () => {
  const held = { after: { Mode: 0 }, before: { Mode: 4 } }
  expect(valuesOf({ ...held, until: 5 }, { ...held, until: 6 }).until).toBe('various')
  expect(valuesOf({ ...held, until: null }, { ...held, until: null }).until).toBeNull()
  expect(valuesOf({ ...held, until: 5, untilBefore: 3 }, { ...held, until: 5 }).untilBefore).toBeUndefined()
  expect(valuesOf({ ...held, until: 5, untilBefore: 3 }, { ...held, until: 5, untilBefore: 3 }).untilBefore).toBe(3)
})
