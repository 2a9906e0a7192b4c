import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isDanger } from '../checks/danger.ts'
import type { Finding } from '../checks/finding.ts'
import { type PlanNumber, PROGRAM_NUMBERS } from '../controllerLimits.ts'
import { plansInPlay, runningOf } from '../schedule.ts'
import { programOf } from '../settings.ts'
import { SETTING_GROUPS } from '../testing/commonSettings.ts'
import { findingText } from '../testing/findingText.ts'
import {
  anyClearance,
  anyPlan,
  EXAMPLE_SCHEDULE,
  nearlySoundProgram,
  planFrom,
  programFrom,
  settingsWith as settingsOf,
} from '../testing/settings.ts'
import { parseSettings, writeSettings } from './allSettings.ts'
import { checkChange } from './checkChange.ts'
import { offsetRow } from './offset.ts'
import { programRow } from './program.ts'
import type { SettingOf } from './row.ts'
import {
  ABILITIES,
  type AnySetting,
  COMMON_SETTINGS,
  keysOf,
  SETTING_ROWS,
  SETTINGS,
  type SettingGroup,
  settingOf,
  settingsWith,
} from './table.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns what is said of values that are sent to a controller with the given attributes. */
const said = (present: Values, values: Values, has: readonly AnySetting[] = COMMON_SETTINGS) =>
  checkChange({
    before: parseSettings(present, has),
    after: { ...present, ...values },
    keys: Object.keys(values),
    has,
  })
const codes = (findings: readonly Finding[]) => findings.map(({ code, field }) => `${code} ${field}`)

describe('a setting that is sent with its values as they are', () => {
  // Plan 2 starts together with plan 1, program 3 has no green, plan 6 is above the plan count.
  const unsound = settingsOf({
    planTotal: 5,
    plans: [planFrom(1, '05:30', 1), planFrom(2, '05:30', 2), planFrom(6, '09:00', 3)],
    programs: [programFrom(3, [0, 0, 0], [0, 0, 0])],
  })
  const SAVED = writeSettings(unsound)
  const told = (groups: readonly SettingGroup[], shared: Values = SAVED) =>
    codes(
      said(
        shared,
        Object.fromEntries(
          groups
            .map(settingOf)
            .flatMap(keysOf)
            .map((key) => [key, shared[key]]),
        ),
      ),
    )

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
  ])('(V7) says of %s what its dialog says', (_what, groups, expected) => {
    expect(told(groups)).toEqual(expected)
  })

  it('says once what two settings have in common', () => {
    expect(
      told([
        { kind: 'plan', plan: 1 },
        { kind: 'plan', plan: 2 },
        { kind: 'clearance' },
        { kind: 'program', program: 3 },
      ]),
    ).toEqual(['programWithoutGreen Period_Pr3', 'sameStart P1_HH'])
  })

  it('(V8) says nothing of programs that no plan uses when times are sent', () => {
    const unused = { ...SAVED, P2_ENT: 0, P6_ENT: 0, Start_Pr2_X2: 0 }
    expect(told([{ kind: 'clearance' }], unused)).toEqual([])
    expect(told([{ kind: 'program', program: 2 }], unused)).toContain('conflictingGreen Start_Pr2_X2')
  })

  it.each(SETTING_GROUPS)('(V1) names every value of $kind that is no number', (group) => {
    for (const key of keysOf(settingOf(group)))
      expect(told([group], { ...SAVED, [key]: 'x' })).toEqual([`notANumber ${key}`])
  })
})

describe('two plans with one start, of which plan 2 runs', () => {
  // Phase 2 begins while phase 1 is green.
  const dangerous = programFrom(4, [30, 20, 15], [0, 20, 60])
  const shared = settingsOf({
    plans: [planFrom(1, '06:30', 4), planFrom(2, '06:30', 2), planFrom(3, '22:00', 2)],
    programs: [dangerous, programFrom(5, [0, 0, 0], [0, 0, 0])],
  })
  const PRESENT = writeSettings(shared)
  const DANGER = ['V4 conflictingGreen Start_Pr4_X2: program 4, phase 1, other 2, at 20, overlap 15']

  test.each<[string, Values, readonly string[]]>([
    ['plan 2 is switched off', { P2_ENT: 0 }, DANGER],
    ['plan 2 gets another start', { P2_HH: 7 }, DANGER],
    ['plan 2 gets another start with other plans', { P2_HH: 7, P3_HH: 21 }, DANGER],
    ['plan 2 leaves with the times and the mode', { P2_ENT: 0, Mode: 4, Vang: 3 }, DANGER],
    ['plan 2 leaves and plan 1 gets a sound program', { P2_ENT: 0, P1_Pr: 2 }, []],
    ['plan 2 leaves and plan 1 too', { P2_ENT: 0, P1_ENT: 0 }, []],
    ['plan 2 leaves and plan 3 takes the start', { P2_ENT: 0, P3_HH: 6, P3_MM: 30 }, []],
    ['plan 2 leaves and the program is fixed', { P2_ENT: 0, Start_Pr4_X2: 35 }, []],
    ['plan 2 stays', { P2_Pr: 1, P3_HH: 21 }, []],
    ['plan 2 was removed', { P2_HH: null, P2_MM: null, P2_Pr: null, P2_ENT: null }, DANGER],
  ])('(V4) %s: the danger of what plan 1 runs', (_what, values, expected) => {
    expect(said(PRESENT, values).filter(isDanger).map(findingText)).toEqual(expected)
  })

  test.each([
    ['P1_Pr 0', { P1_Pr: 0 }, 'V7 planWithoutProgram P1_Pr: plan 1, program 0'],
    ['a program without green', { P1_Pr: 5 }, 'V7 planWithoutGreen P1_Pr: plan 1, program 5'],
  ])('(V7) that plan 1 flashes with %s is said when it takes the place of plan 2', (_what, hidden, expected) => {
    const present = { ...PRESENT, ...hidden }
    expect(said(present, { P2_ENT: 0 }).map(findingText)).toEqual([expected])
    expect(said(present, { P3_HH: 21 })).toEqual([])
  })
})

test('an offset that is sent with a program is judged with it, and its error is told once', () => {
  const has = settingsWith(ABILITIES)
  const present = { ...writeSettings(EXAMPLE_SCHEDULE), Offset_Pr1: 75 }
  const shorter = { Pr1_X3: 5 }
  expect(codes(said(present, shorter, has))).toEqual(['leftOutOfRange Offset_Pr1'])
  expect(codes(said(present, { ...shorter, Offset_Pr1: 10 }, has))).toEqual([])
  expect(codes(said(present, { ...shorter, Offset_Pr1: 74 }, has))).toEqual(['outOfRange Offset_Pr1'])
  // One that is there and that the controller does not have is nobody's business, until it is sent.
  expect(codes(said(present, shorter))).toEqual([])
  expect(codes(said(present, { Offset_Pr1: 80 }))).toEqual(['outOfRange Offset_Pr1'])
})

/** Settings of which two plans often start together, with programs of which many are dangerous. */
const anyController = anyClearance.chain((clearance) =>
  fc
    .record({
      planTotal: fc.integer({ min: 1, max: 6 }),
      plans: fc.tuple(anyPlan(1), anyPlan(2), anyPlan(3), anyPlan(4), anyPlan(5), anyPlan(6)),
      hours: fc.array(fc.integer({ min: 5, max: 7 }), { minLength: 6, maxLength: 6 }),
      programs: fc.tuple(...PROGRAM_NUMBERS.map((number) => nearlySoundProgram(number, clearance, 3))),
    })
    .map(({ planTotal, plans, hours, programs }) => {
      const starts = plans.map((plan, i) => ({ ...plan, hour: hours[i] ?? 0, minute: 0 }))
      return writeSettings({ mode: 4, planTotal, clearance, plans: starts, programs })
    }),
)
const bothSides = fc.tuple(anyController, anyController)

test.each(SETTINGS.map((setting) => [Object.values(setting.group).join(' '), setting] as const))(
  '%s sent alone is judged as by its dialog',
  (_name, setting) => {
    const row = SETTING_ROWS.flatMap((one): readonly SettingOf<SettingGroup, unknown>[] => one.settings).find(
      ({ group }) => group === setting.group,
    )
    fc.assert(
      fc.property(bothSides, fc.integer({ min: 0, max: 90 }), ([present, other], offset) => {
        const known: Values = { ...other, ...Object.fromEntries(OFFSET_KEYS.map((key) => [key, offset])) }
        const values = Object.fromEntries(keysOf(setting).map((key) => [key, known[key]]))
        const stored = { ...present, ...Object.fromEntries(OFFSET_KEYS.map((key) => [key, 40])) }
        expect(said(stored, values, SETTINGS)).toEqual(
          row?.check(row.read(values), { settings: parseSettings(stored) }),
        )
      }),
      { numRuns: 20 },
    )
  },
)
const OFFSET_KEYS = offsetRow.settings.flatMap(keysOf)

test('(V4) whatever is sent together, no plan comes into play with a danger that is not told', () => {
  const anyKinds = fc.subarray(['planTotal', 'clearance', 'plan', 'program'] as const, { minLength: 1 })
  let brought = 0
  fc.assert(
    fc.property(bothSides, anyKinds, fc.subarray([1, 2, 3, 4, 5, 6]), ([present, other], kinds, numbers) => {
      const keys = COMMON_SETTINGS.filter(({ group }) => {
        const number = 'plan' in group ? group.plan : 'program' in group ? group.program : undefined
        return kinds.some((kind) => kind === group.kind) && (number === undefined || numbers.includes(number))
      }).flatMap(keysOf)
      const values = Object.fromEntries(keys.map((key) => [key, other[key]]))
      const [before, after] = [parseSettings(present), parseSettings({ ...present, ...values })]
      const ran: readonly PlanNumber[] = plansInPlay(before).map(({ number }) => number)
      const told = new Set(said(present, values).filter(isDanger).map(findingText))
      for (const plan of plansInPlay(after).filter(({ number }) => !ran.includes(number))) {
        const running = runningOf(after, plan)
        if (running.kind === 'flashing') continue
        const program = programOf(after, running.program)
        const dangers = programRow.at({ program: program.number }).check(program, { settings: after }).filter(isDanger)
        brought += dangers.length
        for (const danger of dangers) expect(told).toContain(findingText(danger))
      }
    }),
    { numRuns: 300 },
  )
  expect(brought).toBeGreaterThan(0)
})
