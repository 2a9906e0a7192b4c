/**
 * Findings that depend on the moment of sending: the controller is offline (V11), or another user saved first (V12).
 */
import { expect, test } from 'vitest'
import { describeFinding } from '../settingTable/describe.ts'
import { planRow } from '../settingTable/plan.ts'
import { keysOf } from '../settingTable/table.ts'
import { checkConnection } from './connection.ts'
import { checkEditConflict } from './editConflict.ts'

test('(V11) an offline controller is a warning that says what happens', () => {
  expect(checkConnection(true)).toEqual([])
  const [offline] = checkConnection(false)
  expect(offline).toMatchObject({ check: 'V11', level: 'warning', field: '' })
  expect(offline && describeFinding(offline)).toContain('waits until it comes back')
})

const OPENED = { P2_HH: 6, P2_MM: 30, P2_Pr: 2, P2_ENT: 1, Mode: 4 }

test('(V12) a value that somebody changed since the form opened is shown with both values', () => {
  expect(checkEditConflict(OPENED, { ...OPENED, P2_MM: 45 }, keysOf(planRow.at({ plan: 2 })))).toEqual([
    {
      check: 'V12',
      level: 'warning',
      code: 'changedMeanwhile',
      field: 'P2_MM',
      params: { opened: '30', current: '45' },
    },
  ])
})

test('(V12) the same value as text, and a change that the form does not write, are no conflict', () => {
  const current = { P2_HH: '6', P2_MM: '30', P2_Pr: '2', P2_ENT: '1', Mode: 0 }
  expect(checkEditConflict(OPENED, current, keysOf(planRow.at({ plan: 2 })))).toEqual([])
})

test('(V12) a value that appeared or vanished since is a conflict', () => {
  const { P2_HH: _, ...without } = OPENED
  expect(checkEditConflict(without, OPENED, keysOf(planRow.at({ plan: 2 })))[0]?.params).toEqual({
    opened: '',
    current: '6',
  })
  expect(checkEditConflict(OPENED, { ...without, P2_HH: '' }, keysOf(planRow.at({ plan: 2 })))[0]?.params).toEqual({
    opened: '6',
    current: '',
  })
  expect(checkEditConflict({}, { P2_HH: '' }, keysOf(planRow.at({ plan: 2 })))).toEqual([])
})

test('(V12) JSON that is the text of it, or has its members in another order, is no conflict', () => {
  const changed = (now: unknown) =>
    checkEditConflict({ gw_site: { a: 1, b: [2] } }, { gw_site: now }, ['gw_site']).length
  expect([{ b: [2], a: 1 }, '{"b":[2],"a":1}', { a: 1, b: [3] }, '{"a":1}', '{"a":'].map(changed)).toEqual([
    0, 0, 1, 1, 1,
  ])
})
