import { expect, test } from 'vitest'
import { isOwnWrite, linkOf, notesOf, writtenStanding } from './serverAttributes.ts'

const timed = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: 1, value }]))

test.each([
  ['never', {}, { connected: null, sinceMs: null }],
  ['connected', { active: 'true', lastConnectTime: '5' }, { connected: true, sinceMs: 5 }],
  ['back', { active: 'true', lastConnectTime: '7', lastDisconnectTime: '7' }, { connected: true, sinceMs: 7 }],
  ['gone', { active: 'true', lastConnectTime: '5', lastDisconnectTime: '6' }, { connected: false, sinceMs: 6 }],
  ['not heard for minutes', { active: 'false', lastConnectTime: '5' }, { connected: false, sinceMs: 5 }],
  ['with odd times', { active: 'true', lastConnectTime: 'soon' }, { connected: null, sinceMs: null }],
])('a controller that is %s', (_, values, link) => {
  expect(linkOf(timed(values))).toEqual(link)
})

const holding = (hold: unknown, mode: unknown, held?: object) => ({
  hold: { ts: 1, value: hold },
  held: held && { ts: 1, value: held },
  mode: { ts: 2, value: mode },
})

test('a hold with its end and a mute are read, as JSON and as its text; anything else is none', () => {
  const hold = { mode: 1, until: 500, by: 'a@b.vn', why: '' }
  const mute = { until: 900, at: 100, by: 'a@b.vn', why: '' }
  const notes = { holdUntilMs: 500, mute: { sinceMs: 100, untilMs: 900 } }
  expect(notesOf(timed({ gw_mute: mute }), holding(hold, 1))).toEqual(notes)
  expect(notesOf(timed({ gw_mute: JSON.stringify(mute) }), holding(JSON.stringify(hold), '1'))).toEqual(notes)
  expect(notesOf(timed({ gw_mute: '' }), holding('on', 1))).toEqual({ holdUntilMs: null, mute: null })
})

test('the end of a hold counts while the lamps go back to their program, but not for another mode that is held', () => {
  const hold = { mode: 1, until: 500 }
  const over = { hold: 1, mode: 0 }
  expect(notesOf({}, holding(hold, 4, over)).holdUntilMs).toBe(500)
  expect(notesOf({}, holding(hold, 2, over)).holdUntilMs).toBeNull()
  expect(notesOf({}, holding(hold, 1, over)).holdUntilMs).toBeNull()
})

test('a standing is taken over only if it is whole', () => {
  const whole = { gw_level: '4', gw_state: 'dark', gw_since: '77', gw_mode: '-1' }
  expect(writtenStanding(timed(whole))).toEqual({ level: 4, state: 'dark', sinceMs: 77, mode: -1 })
  expect(writtenStanding(timed({ ...whole, gw_level: '9' }))).toBeUndefined()
  expect(writtenStanding(timed({ ...whole, gw_mode: undefined }))).toBeUndefined()
})

test('a frame with anything else than the own state is read', () => {
  expect(isOwnWrite({ gw_level: 0, gw_state: 'ok', gw_since: 0, gw_mode: 4 })).toBe(true)
  expect(isOwnWrite({ gw_level: 0, gw_mute: '' })).toBe(false)
})
