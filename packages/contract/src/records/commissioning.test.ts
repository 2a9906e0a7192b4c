import { expect, it } from 'vitest'
import { parseCommissioning } from './commissioning.ts'

const BEGUN = { begun: { at: 1, by: 'admin@city.vn' } }

it('is read as JSON and as its text, with members that are not known here', () => {
  const record = {
    ...BEGUN,
    lamps: { '1.green': { at: 2, by: 'a', seen: true, shown: 'green 12' } },
    signed: { at: 3, by: 'a', name: 'Anh', note: '', facts: { taken: 4, wanted: 4 }, seal: 7 },
  }
  expect(parseCommissioning(record)).toEqual(record)
  expect(parseCommissioning(JSON.stringify(record))).toEqual(record)
})

it('loses only a part that cannot be read', () => {
  expect(parseCommissioning({ ...BEGUN, place: 'here', checked: 5, lamps: [], signed: { at: 'noon' } })).toEqual({
    ...BEGUN,
    lamps: {},
  })
  expect(parseCommissioning({ ...BEGUN, signed: { at: 3, facts: { taken: 'all', code: 5 } } })?.signed).toEqual({
    ...{ at: 3, by: '', name: '', note: '', facts: {} },
  })
})

it.each([undefined, '', 'begun', {}, { begun: { by: 'nobody' } }])('is none: %j', (value) => {
  expect(parseCommissioning(value)).toBeUndefined()
})
