import { expect, it } from 'vitest'
import { changeWords } from './changeWords.ts'
import { siteMember, unfoldedSite, unfoldedWrite } from './siteValues.ts'

const BEFORE = {
  gw_site: { phases: { 1: { name: 'Lê Lợi', speedKmh: 40 }, 2: { widthM: 20 } }, walkingMps: 1.2 },
  image: 'x',
}

it('the notes of a junction become one attribute for each of their values', () => {
  const values = unfoldedSite({ ...BEFORE, gw_site: JSON.stringify(BEFORE.gw_site) })
  expect(values).toEqual({
    image: 'x',
    'gw_site phases.1.name': 'Lê Lợi',
    'gw_site phases.1.speedKmh': 40,
    'gw_site phases.2.widthM': 20,
    'gw_site walkingMps': 1.2,
  })
  expect(Object.keys(values).map(siteMember)).toEqual([
    undefined,
    'phases.1.name',
    'phases.1.speedKmh',
    'phases.2.widthM',
    'walkingMps',
  ])
})

it('a change of them says which values changed, and which are gone', () => {
  const after = { gw_site: { phases: { 1: { name: 'Lê Lợi', speedKmh: 50 } }, walkingMps: 1.2 } }
  expect(unfoldedWrite(BEFORE, after)['gw_site phases.2.widthM']).toBeNull()
  expect(changeWords(BEFORE, after)).toEqual([
    'gw_site phases.1.speedKmh: 40 → 50',
    'gw_site phases.2.widthM: 20 → not set',
  ])
  expect(changeWords(BEFORE, { gw_site: null })).toHaveLength(4)
  expect(changeWords({}, after)).toHaveLength(3)
})

it('a value in them that makes no sense is a value that changed', () => {
  expect(changeWords({ gw_site: { walkingMps: 90 } }, { gw_site: { walkingMps: 1 } })).toEqual([
    'gw_site walkingMps: 90 → 1',
  ])
})
