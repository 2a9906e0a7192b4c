import { keysOf, type SettingGroup, settingOf } from '@greenwave/controller/settingTable/table'
import { SETTING_GROUPS } from '@greenwave/controller/testing/commonSettings'
import { expect, it } from 'vitest'
import { SHARED } from '../../../test/devicePage.ts'
import { findingsOfSending } from './sendAgain.ts'

/**
 * Settings with three mistakes: plan 2 starts together with plan 1, program 3 has no green, plan 6 is above the plan
 * count.
 */
const SAVED = { ...SHARED, P2_HH: 5, P2_MM: 30, P2_Pr: 2, P2_ENT: 1, P6_HH: 9, P6_MM: 0, P6_Pr: 3, P6_ENT: 1 }

const told = (groups: readonly SettingGroup[], shared: Readonly<Record<string, unknown>> = SAVED) =>
  findingsOfSending(groups, shared).map(({ code, field }) => `${code} ${field}`)

it.each<[string, readonly SettingGroup[], readonly string[]]>([
  ['a plan that gives way to another one with the same start', [{ kind: 'plan', plan: 1 }], ['sameStart P1_HH']],
  ['a plan that displaces another one with the same start', [{ kind: 'plan', plan: 2 }], ['sameStart P1_HH']],
  [
    'a plan above the plan count, without green',
    [{ kind: 'plan', plan: 6 }],
    ['planAboveTotal P6_ENT', 'planWithoutGreen P6_Pr'],
  ],
  ['the plan count', [{ kind: 'planTotal' }], ['sameStart P1_HH', 'planAboveTotal P6_ENT', 'planWithoutGreen P6_Pr']],
  ['a program without green that a plan uses', [{ kind: 'program', program: 3 }], ['programWithoutGreen Period_Pr3']],
  ['yellow and red clearance', [{ kind: 'clearance' }], ['programWithoutGreen Period_Pr3']],
  ['the mode', [{ kind: 'mode' }], []],
  ['a program that is sound', [{ kind: 'program', program: 1 }], []],
])('(V7) what is said of %s is said when it is sent again', (_what, groups, expected) => {
  expect(told(groups)).toEqual(expected)
})

it('a finding that two settings share is reported once', () => {
  expect(
    told([
      { kind: 'plan', plan: 1 },
      { kind: 'plan', plan: 2 },
      { kind: 'clearance' },
      { kind: 'program', program: 3 },
    ]),
  ).toEqual(['sameStart P1_HH', 'programWithoutGreen Period_Pr3'])
})

it('(V8) new times give no findings about programs that no plan uses', () => {
  const unused = { ...SHARED, P2_ENT: 0, Start_Pr2_X2: 0 }
  expect(told([{ kind: 'clearance' }], unused)).toEqual([])
  expect(told([{ kind: 'program', program: 2 }], unused)).toContain('conflictingGreen Start_Pr2_X2')
})

it('(V1) a value that is no number or out of range is reported by its key', () => {
  expect(told([{ kind: 'mode' }], { ...SAVED, Mode: 'x' })).toEqual(['notANumber Mode'])
  expect(told([{ kind: 'plan', plan: 1 }], { ...SAVED, P1_HH: 24 })).toEqual(['outOfRange P1_HH'])
})

it.each(SETTING_GROUPS)('(V1) every value of $kind is checked when it is sent again', (group) => {
  for (const key of keysOf(settingOf(group)))
    expect(told([group], { ...SAVED, [key]: 'x' })).toEqual([`notANumber ${key}`])
})
