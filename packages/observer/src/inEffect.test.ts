import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { describe, expect, test } from 'vitest'
import { inEffect } from './inEffect.ts'

const SETTINGS = parseSettings({
  Mode: 4,
  Plan_total: 2,
  P1_HH: 6,
  P1_Pr: 1,
  P1_ENT: 1,
  P2_HH: 20,
  P2_Pr: 2,
  P2_ENT: 1,
  Vang: 3,
  Do_cong: 2,
  Pr1_X1: 30,
  Pr2_X1: 20,
})
const NOON = 12 * 3600

describe('what is in effect', () => {
  test('is what the controller reports, whatever the schedule says (R14)', () => {
    expect(inEffect({ Mode: '4', Plan: '2', Program: '2' }, SETTINGS, true, NOON)).toEqual({
      mode: 4,
      kind: 'program',
      plan: 2,
      program: 2,
      source: 'reported',
    })
  })

  test('is flashing when the controller reports program 0 (R10)', () => {
    expect(inEffect({ Plan: 1, Program: 0 }, SETTINGS, true, NOON)).toMatchObject({
      kind: 'flashing',
      plan: 1,
      program: null,
    })
  })

  test('is the mode, reported or asked for, when it is not automatic (R12)', () => {
    expect(inEffect({ Mode: 1, Program: 0 }, SETTINGS, true, NOON)).toMatchObject({
      kind: 'hold',
      mode: 1,
      source: 'reported',
    })
    expect(inEffect({}, { ...SETTINGS, mode: 0 }, true, NOON)).toMatchObject({ kind: 'flashing', source: 'assumed' })
  })

  test('is assumed from settings and clock for a controller that reports nothing (R9)', () => {
    expect(inEffect({}, SETTINGS, true, NOON)).toMatchObject({
      kind: 'program',
      plan: 1,
      program: 1,
      source: 'assumed',
    })
    expect(inEffect({}, SETTINGS, true, 3600)).toMatchObject({
      kind: 'program',
      plan: 2,
      program: 2,
      source: 'assumed',
    })
  })

  test('is unknown of a controller that reports nothing and was never given a mode', () => {
    expect(inEffect({}, parseSettings({}), false, NOON)).toBeNull()
  })

  test('is unknown without report and without clock', () => {
    expect(inEffect({}, SETTINGS, true, null)).toBeNull()
  })
})
