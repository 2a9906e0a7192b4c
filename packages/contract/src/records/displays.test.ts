import { describe, expect, it } from 'vitest'
import { parseLearned } from './displays.ts'
import { parseSite } from './junctionSite.ts'

const learned = {
  display: { 1: { red: 'last-8-0', yellow: 'full', green: 'none+flash-3' } },
  control: { kind: 'actuated', greens: { 1: { smallest: 8, largest: 40 } } },
  hidden: [52, 0, 0],
}

describe('what was learned of a display', () => {
  it('is read as JSON and as its text; anything else says nothing', () => {
    expect(parseLearned(learned)).toEqual(learned)
    expect(parseLearned(JSON.stringify(learned))).toEqual(learned)
    for (const odd of [undefined, '', 7, 'x', { display: { 1: { red: 'last-200' } } }])
      expect(parseLearned(odd)).toEqual({})
  })
})

describe('what an engineer set of a display', () => {
  it.each([
    [{ display: { 1: { red: 'last-0', green: 'none' } } }, 'display.1.red', { display: { 1: { green: 'none' } } }],
    [{ control: { kind: 'adaptive' } }, 'control', {}],
    [
      { control: { kind: 'actuated', greens: { 2: { smallest: 40, largest: 8 } } } },
      'control.greens.2',
      { control: { kind: 'actuated', greens: {} } },
    ],
  ])('loses of %j what makes no sense, which is named', (value, field, site) => {
    const read = parseSite(value)
    expect(read.site).toEqual(site)
    expect(read.odd.map((one) => one.field)).toEqual([field])
  })
})
