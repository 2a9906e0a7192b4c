import { expect, test } from 'vitest'
import { bySeverity, isDanger, mayBeSent } from './danger.ts'
import { type Finding, found } from './finding.ts'

const OFFLINE = found('offline', '', {})
const LONG = found('cycleLong', 'Period_Pr1', { program: 1, value: 171, limit: 150 })
const GREEN = found('conflictingGreen', 'Start_Pr1_X2', { program: 1, phase: 1, other: 2, at: 29, overlap: 6 })
const CLEARANCE = found('clearanceShort', 'Start_Pr1_X3', {
  ...{ program: 1, phase: 2, other: 3, at: 58, overlap: 2 },
  ...{ value: 0, limit: 2 },
})
const WRONG = found('outOfRange', 'Pr1_X1', { value: 1000, min: 0, max: 999 })

const accepted = () => true
const given = { asked: 'TLC-0007', typed: 'TLC-0007', why: 'Market day' }
const nothing = { asked: 'TLC-0007', typed: '', why: '' }

test('(V4) conflicting green and a missing clearance are dangers, other remarks are none', () => {
  expect([OFFLINE, LONG, GREEN, CLEARANCE, WRONG].filter(isDanger)).toEqual([GREEN, CLEARANCE])
})

test('errors come first, then dangers, then remarks, each in their own order', () => {
  expect(bySeverity([OFFLINE, CLEARANCE, LONG, WRONG, GREEN])).toEqual([WRONG, CLEARANCE, GREEN, OFFLINE, LONG])
})

test('without a danger, warnings need only be accepted', () => {
  expect(mayBeSent([], accepted, nothing)).toBe(true)
  expect(mayBeSent([OFFLINE, LONG], accepted, nothing)).toBe(true)
  expect(mayBeSent([OFFLINE, LONG], (finding) => finding === LONG, given)).toBe(false)
})

test('an error blocks whatever is given', () => {
  expect(mayBeSent([WRONG], accepted, given)).toBe(false)
})

test.each<[string, Partial<typeof given>, boolean]>([
  ['the code and a reason', {}, true],
  ['the code in small letters between spaces', { typed: ' tlc-0007 ' }, true],
  ['a number, for many junctions', { asked: '8', typed: '8' }, true],
  ['no code', { typed: '' }, false],
  ['the code of another junction', { typed: 'TLC-0008' }, false],
  ['a part of the code', { typed: 'TLC' }, false],
  ['no reason', { why: '' }, false],
  ['blanks for a reason', { why: ' \t' }, false],
])('(V4) a danger is sent with %s: %j gives %s', (_is, change, sent) => {
  const findings: Finding[] = [GREEN, OFFLINE]
  expect(mayBeSent(findings, accepted, { ...given, ...change })).toBe(sent)
  expect(mayBeSent(findings, (finding) => finding !== GREEN, { ...given, ...change })).toBe(false)
})

test('a code with accents is the same in both of its Unicode forms', () => {
  const asked = 'Ngã tư 7'.normalize('NFC')
  expect(mayBeSent([GREEN], accepted, { asked, typed: asked.normalize('NFD'), why: 'x' })).toBe(true)
})
