import { exactCsvLine } from '@greenwave/contract/csv'
import { ABILITIES } from '@greenwave/controller/settingTable/table'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CredentialsError, parseCredentials } from './credentialsFile.ts'

test('JSON lines and CSV say the same', () => {
  const json =
    '# two\n{"name": "TLC-0001", "clientId": "c1", "userName": "u1", "password": "p,1", "faults": ["silent", "dark-phase:2"], "abilities": ["offset"], "display": "last-8", "actuated": "8-40", "settings": {"Vang": 4, "Mode": 0}}\n\n{"userName": "token"}\n'
  const csv =
    '\uFEFFname,clientId,userName,password,faults,abilities,display,actuated,settings\r\nTLC-0001,c1,u1,"p,1",silent dark-phase:2,offset,last-8,8-40,"{""Vang"":4,""Mode"":0}"\r\n,,token,,,,,,\r\n'
  const anywhere = (content: string) => parseCredentials(content).map((login) => ({ ...login, line: 0 }))
  expect(anywhere(csv)).toEqual(anywhere(json))
  expect(parseCredentials(json).map(({ line }) => line)).toEqual([2, 4])
  expect(parseCredentials(json)).toMatchObject([
    {
      name: 'TLC-0001',
      clientId: 'c1',
      userName: 'u1',
      password: 'p,1',
      faults: [{ name: 'silent' }, { phase: 2 }],
      abilities: ['offset'],
      display: { kind: 'last', seconds: 8, filler: 1, flash: 0 },
      actuated: { smallest: 8, largest: 40 },
      settings: { Vang: 4, Mode: 0 },
    },
    { name: 'token', userName: 'token', password: undefined },
  ])
})

test('a login is read as it was written, whatever a spreadsheet would take it for', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }).filter((some) => !/[\r\n]/.test(some)),
    fc.constantFrom('=1+1', '+84', '-', '@x', "'quoted'", ' at the ends ', '#1', 'a,"b"'),
  )
  fc.assert(
    fc.property(fc.tuple(text, text, text, text), ([name, clientId, userName, password]) => {
      const file = exactCsvLine(['name', 'clientId', 'userName', 'password'])
      const [login] = parseCredentials(file + exactCsvLine([name, clientId, userName, password]))
      expect(login).toMatchObject({ name, clientId, userName, password })
    }),
    { numRuns: 100 },
  )
})

test.each([
  ['left out', '{"userName": "u"}', undefined],
  ['an empty list', '{"userName": "u", "abilities": []}', []],
  ['none', 'userName,abilities\nu,none', []],
  ['an empty cell', 'userName,abilities\nu,', undefined],
])('(R19) abilities: %s', (_, content, abilities) => {
  expect(parseCredentials(content)[0]?.abilities).toEqual(abilities)
})

test.each([
  ['', /is empty/],
  ['userName,password', /line 1: no controller/],
  ['userName,pass\nu,p', /line 1: "pass" is not known/],
  ['userName,password\nu', /line 2: has 1 value for 2 columns/],
  ['userName\n"u', /line 2: a quote is not closed/],
  ['{"userName": "u"', /line 1: is no JSON/],
  ['{"userName": 7}', /line 1: userName is 7: give a text/],
  ['{"password": "p"}', /line 1: give a clientId or a userName/],
  ['{"userName": "u"}\n{"userName": "u"}', /line 2: signs in as line 1 does/],
  ['{"userName": "u", "settings": [4]}', /line 1: settings is \[4\]: give an object/],
  ['{"userName": "u", "abilities": ["fly"]}', `line 1: ability "fly": give some of ${ABILITIES.join(', ')}, or none`],
  ['{"userName": "u", "display": "last"}', /line 1: display is "last": give full, none, last-8/],
  ['{"userName": "u", "actuated": "40-8"}', /line 1: actuated is "40-8": give shortest and longest green/],
  ['{"userName": "u", "faults": ["dark"]}', /line 1: fault "dark": give one of/],
])('%j is refused with its line and the fix', (content, words) => {
  expect(() => parseCredentials(content)).toThrow(CredentialsError)
  expect(() => parseCredentials(content)).toThrow(words)
})
