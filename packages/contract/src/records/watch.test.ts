import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHold } from './holds.ts'
import { pulseKey, pulseShare, parseJunctionState, parseMute, parsePulse } from './watch.ts'

describe('the state of a junction', () => {
  const state = { gw_level: 4, gw_state: 'dark', gw_since: 1_795_000_000_000, gw_mode: 4 }

  it('reads the same from JSON and from the text of the live socket', () => {
    const expected = { level: 4, state: 'dark', since: 1_795_000_000_000, mode: 4 }
    expect(parseJunctionState(state)).toEqual(expected)
    const texts = Object.fromEntries(Object.entries(state).map(([key, value]) => [key, String(value)]))
    expect(parseJunctionState(texts)).toEqual(expected)
    expect(parseJunctionState({ ...texts, gw_mode: '-1' })).toEqual({ ...expected, mode: -1 })
  })

  it.each([
    ['nothing', {}],
    ['deleted keys', { gw_level: '', gw_state: '' }],
    ['a level that does not exist', { ...state, gw_level: 6 }],
    ['a level that is a fraction', { ...state, gw_level: '3.5' }],
    ['no code', { ...state, gw_state: 7 }],
  ])('does not claim a state from %s', (_, values) => {
    expect(parseJunctionState(values)).toBeUndefined()
  })

  it('keeps level and code when the rest is odd', () => {
    const odd = { ...state, gw_since: 'yesterday', gw_mode: null }
    expect(parseJunctionState(odd)).toEqual({ level: 4, state: 'dark', since: 0, mode: undefined })
  })
})

describe('JSON attributes', () => {
  it('reads a mute, a hold and a pulse as JSON or as text, with members that are not known here', () => {
    const mute = { until: 5, by: 'a@b.c', why: 'road works', at: 1, colour: 'red' }
    expect(parseMute(JSON.stringify(mute))).toEqual(mute)
    expect(parseMute({ until: 5 })).toEqual({ until: 5, by: '', why: '', at: 0 })
    expect(parseHold({ mode: 1, until: null })).toEqual({ mode: 1, until: null, by: '', why: '' })
    const pulse = { at: 9, levels: [3, 0, 1, 0, 0, 2], revision: 12 }
    expect(parsePulse(JSON.stringify(pulse))).toEqual({ ...pulse, unknown: 0 })
  })

  it('reads nothing from anything else, and never throws', () => {
    expect(parsePulse({ at: 9, levels: [1, 2], revision: 12 })).toBeUndefined()
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const read of [parseMute, parseHold, parsePulse]) read(value)
        parseJunctionState({ gw_level: value, gw_state: value, gw_since: value, gw_mode: value })
      }),
    )
    expect(parseMute('{"until":')).toBeUndefined()
  })
})

describe('the shares of a watch', () => {
  it('finds the share that a key was made for, and no share in another key', () => {
    expect(pulseShare(pulseKey(2, 4))).toEqual({ i: 2, n: 4 })
    for (const key of [
      'gw_watch',
      'gw_watch_0of1',
      'gw_watch_5of4',
      'gw_watch_1of',
      'xgw_watch_1of1',
      'gw_watch_1of1x',
    ]) {
      expect(pulseShare(key)).toBeUndefined()
    }
  })
})
