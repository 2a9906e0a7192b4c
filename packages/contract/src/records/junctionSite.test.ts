import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parsePhaseNames, parseSite, SITE_KEY, type SiteEdit, siteToWrite } from './junctionSite.ts'

const SITE = { phases: { 1: { name: 'Lê Lợi', speedKmh: 50 }, 3: { crossingM: 14 } }, walkingMps: 1.2 }
const NOTHING: SiteEdit = { phases: { 1: {}, 2: {}, 3: {} }, whole: {} }

describe('the notes of a junction', () => {
  it('are read as JSON and as its text', () => {
    expect(parseSite(SITE)).toEqual({ site: SITE, odd: [] })
    expect(parseSite(JSON.stringify(SITE))).toEqual({ site: SITE, odd: [] })
    for (const none of [undefined, null, '']) expect(parseSite(none)).toEqual({ site: {}, odd: [] })
  })

  it('call phases by their names, phase 1 first; a phase without one has none', () => {
    expect(parsePhaseNames(SITE)).toEqual(['Lê Lợi', undefined, undefined])
    expect([undefined, 'no JSON', { phases: { 2: { crossingM: 9 } } }].map(parsePhaseNames)).toEqual([[], [], []])
  })

  it('lose a value that makes no sense, which is named, and nothing else', () => {
    const value = {
      phases: { 1: { name: '  ', speedKmh: 500, widthM: '20', crossingM: 12, lanes: 3 }, 2: 'Nguyễn Huệ', 4: {} },
      walkingMps: null,
      source: 'survey of May',
    }
    expect(parseSite(value)).toEqual({
      site: { phases: { 1: { crossingM: 12, lanes: 3 }, 4: {} }, source: 'survey of May' },
      odd: [
        { field: 'phases.1.name', value: '  ' },
        { field: 'phases.1.speedKmh', value: 500 },
        { field: 'phases.1.widthM', value: '20' },
        { field: 'phases.2', value: 'Nguyễn Huệ' },
        { field: 'walkingMps', value: null },
      ],
    })
    expect(value.phases[1].speedKmh).toBe(500)
  })

  it.each([[7], ['no JSON'], [[1, 2]], ['7'], [`"${'x'.repeat(30_000)}"`]])(
    'that are %j are named as a whole',
    (value) => {
      expect(parseSite(value)).toEqual({ site: {}, odd: [{ field: '', value }] })
    },
  )

  test('of any JSON are read without an error, and what was read is read again', () => {
    const odd = fc.jsonValue({ maxDepth: 3 })
    const some = fc.record(
      { phases: fc.oneof(odd, fc.dictionary(fc.constantFrom('1', '2', '3', 'x'), odd)), walkingMps: odd },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(odd, some), (value) => {
        const { site } = parseSite(value)
        expect(parseSite(site)).toEqual({ site, odd: [] })
      }),
      { numRuns: 100 },
    )
  })
})

describe('a form of the notes', () => {
  it('changes what it has, removes what was emptied and keeps what it does not know', () => {
    const stored = { ...SITE, phases: { ...SITE.phases, 1: { ...SITE.phases[1], lanes: 3 } }, source: 'survey' }
    const edit = {
      phases: { 1: { name: 'Lê Lợi', speedKmh: undefined }, 2: { name: '' }, 3: { crossingM: 16 } },
      whole: {},
    }
    expect(siteToWrite(JSON.stringify(stored), edit)).toEqual({
      [SITE_KEY]: {
        phases: { 1: { name: 'Lê Lợi', lanes: 3 }, 3: { crossingM: 16 } },
        walkingMps: 1.2,
        source: 'survey',
      },
    })
  })

  it('sets how lamps are shown and controlled, and keeps it when another form is written', () => {
    const display = { 2: { red: 'last-8-0', green: 'full+flash-3' } }
    const control = { kind: 'actuated', greens: { 1: { smallest: 8, largest: 40 } } } as const
    const set = siteToWrite(SITE, { ...NOTHING, whole: { display, control } })
    expect(parseSite(set[SITE_KEY])).toEqual({ site: { ...SITE, display, control }, odd: [] })
    expect(siteToWrite(set[SITE_KEY], NOTHING)).toEqual(set)
    const fixed = siteToWrite(set[SITE_KEY], { ...NOTHING, whole: { display: undefined, control: { kind: 'fixed' } } })
    expect(fixed).toEqual({ [SITE_KEY]: { ...SITE, control: { kind: 'fixed' } } })
  })

  it('that was emptied removes the attribute', () => {
    const emptied = { name: undefined, speedKmh: undefined, crossingM: undefined }
    const edit = { phases: { 1: emptied, 2: {}, 3: emptied }, whole: { walkingMps: undefined } }
    expect(siteToWrite(SITE, edit)).toEqual({ [SITE_KEY]: null })
    expect(siteToWrite(undefined, NOTHING)).toEqual({ [SITE_KEY]: null })
  })
})
