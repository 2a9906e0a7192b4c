import type { TimedValues } from '@greenwave/controller/timedValue'
import { COPY_PARTS } from '@greenwave/rollout/copyParts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { KnownFacts } from '../../../data/queries/rollouts.ts'
import { NewRolloutAddress } from './newRolloutAddress.ts'
import { endingNow, meantBy, partsOf, partsWith, previewAll } from './previewAll.ts'

const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 30, Pr1_X2: 20, Pr1_X3: 15, Start_Pr1_X1: 0, Start_Pr1_X2: 35, Start_Pr1_X3: 60 },
}
const timed = (values: Readonly<Record<string, unknown>>): TimedValues =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: 1, value }]))
const facts = (more: Readonly<Record<string, unknown>> = {}, connected = true): KnownFacts => ({
  ...{ shared: timed({ ...SETTINGS, ...more }), client: {}, connected, connectedSinceMs: undefined },
})
const address = (query: Readonly<Record<string, unknown>>) => z.parse(NewRolloutAddress, query)
const NOW = 1_795_309_200_000

describe('what an address means to send', () => {
  it('is the chosen parts of the copied junction, once it is known', () => {
    const copied = address({ task: 'settings', parts: 'times,nonsense' })
    expect(meantBy(copied, undefined, NOW).values).toEqual({})
    expect(meantBy(copied, facts({ Vang: 4 }), NOW).values).toEqual({ Vang: 4, Do_cong: 2 })
  })

  it('is a mode that ends as long after now as was chosen, or never; automatic has no end', () => {
    const until = (query: Readonly<Record<string, unknown>>) =>
      meantBy(address({ task: 'mode', ...query }), undefined, NOW).until
    expect(until({ mode: 0 })).toBe(NOW + 3_600_000)
    expect(until({ mode: 1, end: 'm15' })).toBe(NOW + 900_000)
    expect(until({ mode: 2, end: 'never' })).toBeNull()
    expect(until({ mode: 4 })).toBeUndefined()
  })

  it('is chosen again by the parts that its values are of', () => {
    for (const part of COPY_PARTS) {
      const { values } = meantBy(address({ parts: part }), facts({ Pr2_X1: 1, Offset_Pr1: 2 }), NOW)
      const keys = Object.keys(values)
      const again = meantBy(address({ parts: partsWith(keys).join() }), facts({ Pr2_X1: 1, Offset_Pr1: 2 }), NOW)
      expect([part, Object.keys(again.values)]).toEqual([part, keys])
    }
    expect(partsOf(address({ parts: 'all,plans' }))).toEqual(['plans', 'all'])
  })
})

describe('the preview of many junctions', () => {
  it('has what each junction alone is to have, and sends it with that', () => {
    const meant = { kind: 'settings' as const, values: {}, title: 'Lê Lợi' }
    const own = new Map([
      ['one', { Pr1_X1: 31 }],
      ['other', { Pr1_X1: 30 }],
    ])
    const known = new Map([
      ['one', facts()],
      ['other', facts()],
    ])
    const preview = previewAll(meant, ['one', 'other'], known, own)
    expect(preview.changing).toMatchObject([{ id: 'one', values: { Pr1_X1: 31 } }])
    expect(preview).toMatchObject({ same: 1, keys: ['Pr1_X1'] })
  })

  it('counts a junction that lacks what is changed among those that cannot have it', () => {
    const meant = { kind: 'settings' as const, values: {} }
    const known = new Map([
      ['one', facts()],
      ['other', facts()],
    ])
    const own = new Map([
      ['one', { Vang: 4 }],
      ['other', null],
    ])
    const preview = previewAll(meant, ['one', 'other'], known, own)
    expect(preview.changing.map(({ id }) => id)).toEqual(['one'])
    expect(preview).toMatchObject({ same: 0, refused: 1, gone: 0 })
  })

  it('has the connected ones first, counts those that stay out, and names each remark once with its junctions', () => {
    const meant = { kind: 'settings' as const, values: { Pr1_X1: 31 } }
    const known = new Map([
      ['away', facts({}, false)],
      ['here', facts()],
      ['same', facts({ Pr1_X1: 31 })],
      ['wide', facts({ Start_Pr1_X2: 40, Start_Pr1_X3: 65 })],
    ])
    const preview = previewAll(meant, ['away', 'here', 'same', 'wide', 'gone'], known)
    expect(preview.changing.map(({ id }) => id)).toEqual(['here', 'wide', 'away'])
    expect(preview).toMatchObject({ same: 1, refused: 0, gone: 1, keys: ['Pr1_X1'] })
    expect(preview.findings.map(({ finding, ids }) => [finding.code, ids])).toEqual([
      ['clearanceShort', ['here', 'away']],
      ['offline', ['away']],
    ])
  })

  it('ends a mode at each junction with its next plan, counted again when it is sent, and leaves out where none follows', () => {
    const withPlan = (hour: number) => ({ Plan_total: 2, P2_HH: hour, P2_MM: 30, P2_Pr: 1, P2_ENT: 1 })
    const known = new Map([
      ['nine', facts(withPlan(9))],
      ['ten', facts(withPlan(10))],
      ['never', facts()],
    ])
    const HOUR_MS = 3_600_000
    const meant = meantBy(address({ task: 'mode', mode: 1, end: 'plan' }), undefined, NOW)
    const preview = previewAll(meant, [...known.keys()], known)
    const ends = (junctions: typeof preview.changing) => junctions.map(({ id, until }) => [id, until])
    expect(ends(preview.changing)).toEqual([
      ['nine', NOW + 1.5 * HOUR_MS],
      ['ten', NOW + 2.5 * HOUR_MS],
    ])
    expect([preview.endless, preview.refused, preview.gone]).toEqual([1, 0, 0])
    const later = endingNow(preview.changing, known, NOW + 2 * HOUR_MS)
    expect(ends(later.junctions)).toEqual([
      ['nine', NOW + 16 * HOUR_MS],
      ['ten', NOW + 2.5 * HOUR_MS],
    ])
    expect(later.untilMs).toBe(NOW + 16 * HOUR_MS)
  })

  it('leaves out where values are out of range, and clocks that are away', () => {
    const known = new Map([
      ['here', facts()],
      ['away', facts({}, false)],
    ])
    const bad = previewAll({ kind: 'settings', values: { Vang: -1 } }, ['here', 'away'], known)
    expect([bad.changing, bad.refused]).toEqual([[], 2])
    const clocks = previewAll({ kind: 'clock', values: {} }, ['here', 'away'], known)
    expect([clocks.changing.map(({ id }) => id), clocks.refused]).toEqual([['here'], 1])
  })
})
