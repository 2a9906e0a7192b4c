import { isDanger } from '@greenwave/controller/checks/danger'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { ownLimits } from '@greenwave/coordination/calculators/ownLimits'
import { describe, expect, it } from 'vitest'
import { copiedValues } from './copyParts.ts'
import { previewOf } from './preview.ts'

const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
}
const timed = (values: Readonly<Record<string, unknown>>): TimedValues =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: 1, value }]))
const junction = (more: Readonly<Record<string, unknown>> = {}, reported: Readonly<Record<string, unknown>> = {}) => ({
  shared: timed({ ...SETTINGS, ...more }),
  client: timed(reported),
  connected: true,
  connectedSinceMs: undefined,
})
const settings = (values: Readonly<Record<string, number>>) => ({ kind: 'settings' as const, values })

describe('what is copied', () => {
  const shared = { ...SETTINGS, Offset_Pr1: 12, Hour: 7, latitude: 10.7 }

  it('is the chosen parts, without what the junction never had', () => {
    expect(copiedValues(shared, ['times'])).toEqual({ Vang: 3, Do_cong: 2 })
    expect(copiedValues(shared, ['plans'])).toEqual({ Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 })
    expect(Object.keys(copiedValues(shared, ['program1', 'program2'])).sort()).toEqual(
      Object.keys(SETTINGS)
        .filter((key) => key.includes('Pr1_'))
        .sort(),
    )
  })

  it('is everything but mode, clock and place, with what only some controllers have', () => {
    const { Mode: _, ...others } = SETTINGS
    expect(copiedValues(shared, ['all'])).toEqual({ ...others, Offset_Pr1: 12 })
  })
})

describe('a preview', () => {
  it('has the differing cells alone; 3 and "3" are the same', () => {
    const { cells, isRefused } = previewOf(settings({ Vang: 4, Do_cong: 2 }), junction({ Do_cong: '2' }))
    expect(cells).toEqual([{ key: 'Vang', before: 3, after: 4 }])
    expect(isRefused).toBe(false)
    expect(previewOf(settings({ Vang: 3 }), junction())).toMatchObject({ cells: [], findings: [] })
  })

  it('offers no setting to a controller that does not report to have it', () => {
    const values = settings({ Offset_Pr1: 5 })
    expect(previewOf(values, junction()).cells).toEqual([])
    expect(previewOf(values, junction({}, { Offset_Pr1: 0 })).cells).toHaveLength(1)
  })

  it('finds what the dialogs would find there, dangers of programs that a longer yellow meets, too (V4, V8)', () => {
    const codes = (values: Readonly<Record<string, number>>) =>
      previewOf(settings(values), junction()).findings.map(({ code }) => code)
    expect(codes({ Vang: 5 })).toContain('clearanceShort')
    expect(codes({ Pr1_X1: 31 })).toContain('clearanceShort')
    expect(codes({ P1_HH: 1 })).toEqual([])
  })

  it('weighs a plan, or a plan count, by the dangers of the program that it brings into force there (V4)', () => {
    // Program 2 gives phase 2 its green while phase 1 has it.
    const two = { Pr2_X1: 30, Pr2_X2: 20, Start_Pr2_X1: 0, Start_Pr2_X2: 20, P2_HH: 7, P2_MM: 0, P2_Pr: 2, P2_ENT: 1 }
    const dangers = (values: Readonly<Record<string, number>>) =>
      previewOf(settings(values), junction(two)).findings.filter(isDanger).length
    expect([dangers({ P1_HH: 1 }), dangers({ P1_Pr: 2 }), dangers({ Plan_total: 2 })]).toEqual([0, 1, 1])
  })

  it('weighs a plan that leaves its start by the dangers of the program that another one then runs (V4)', () => {
    const two = { Pr2_X1: 30, Pr2_X2: 20, Start_Pr2_X1: 0, Start_Pr2_X2: 20, P2_HH: 0, P2_MM: 0, P2_Pr: 1, P2_ENT: 1 }
    const dangers = (values: Readonly<Record<string, number>>) =>
      previewOf(settings(values), junction({ ...two, Plan_total: 2, P1_Pr: 2 })).findings.filter(isDanger).length
    expect([dangers({ Mode: 1 }), dangers({ P2_HH: 1 }), dangers({ P2_ENT: 0 })]).toEqual([0, 1, 1])
    expect(dangers({ P2_ENT: 0, P1_Pr: 1 })).toBe(0)
  })

  it('finds what is too short for this junction, from what is known of its streets', () => {
    const limits = ownLimits({ phases: { 1: { speedKmh: 70 } } })
    const short = (at: Parameters<typeof previewOf>[1]) =>
      previewOf(settings({ Do_cong: 1 }), at).findings.filter(({ check }) => check === 'V6').length
    expect([short(junction()), short({ ...junction(), limits })]).toEqual([0, 1])
  })

  it('refuses values out of range, and the clock of a controller that is away', () => {
    expect(previewOf(settings({ Vang: -1 }), junction()).isRefused).toBe(true)
    const away = { ...junction(), connected: false }
    expect(previewOf({ kind: 'clock', values: {} }, away).isRefused).toBe(true)
    expect(previewOf(settings({ P1_HH: 1 }), away)).toMatchObject({ isRefused: false, findings: [{ code: 'offline' }] })
  })

  it('tells a mode with an end even where the mode is the same, which may have no end yet', () => {
    const mode = { kind: 'mode' as const, values: { Mode: 4 } }
    expect(previewOf(mode, junction()).cells).toEqual([])
    expect(previewOf({ ...mode, until: 9 }, junction()).cells).toHaveLength(1)
  })

  it('is of something else once a value of it changes, and of nothing else', () => {
    const was = (more: Readonly<Record<string, unknown>>, reported = {}) =>
      previewOf(settings({ Vang: 4, Offset_Pr1: 5 }), junction(more, reported)).was
    expect(was({ Vang: '3' })).toBe(was({}))
    expect(was({ Do_cong: 9 })).toBe(was({}))
    expect(was({ Vang: 5 })).not.toBe(was({}))
    expect(was({}, { Offset_Pr1: 0 })).not.toBe(was({}))
  })
})
