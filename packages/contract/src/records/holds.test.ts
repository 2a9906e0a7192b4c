import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdInForce, holdNotOver } from './holds.ts'

const HOLD = { mode: 1, until: 1_795_000_900_000, back: 4, by: 'mai@signal.vn', why: 'Procession' }
const AT = 1_795_000_000_000

const facts = (modeMs: number, held?: object, mode: unknown = 1) => ({
  hold: { ts: AT, value: HOLD },
  held: held && { ts: AT, value: held },
  mode: { ts: modeMs, value: mode },
})
const isHeld = (modeMs: number, held?: object, mode?: unknown) => holdInForce(facts(modeMs, held, mode)) !== null

describe('a hold', () => {
  it('holds the mode that was written with it, whichever of the two came first', () => {
    expect(holdInForce(facts(AT + 20))).toEqual({ hold: HOLD, holdMs: AT, modeMs: AT + 20 })
    expect([isHeld(AT - 20), isHeld(AT + 60_000), isHeld(AT), isHeld(AT + 20, undefined, '1')]).toEqual(
      Array(4).fill(true),
    )
  })

  it('does not hold a mode of another time, another mode, or none', () => {
    expect([isHeld(AT + 60_001), isHeld(AT - 10_001)]).toEqual([false, false])
    for (const mode of [2, 0, 4, '', null, '2', {}])
      expect([mode, isHeld(AT + 20, undefined, mode)]).toEqual([mode, false])
    expect(holdInForce({ ...facts(AT), mode: undefined })).toBeNull()
    expect(holdInForce({ ...facts(AT), hold: undefined })).toBeNull()
    const automatic = { ...facts(AT, undefined, 4), hold: { ts: AT, value: { ...HOLD, mode: 4 } } }
    expect(holdInForce(automatic)).toBeNull()
  })

  it('holds the noted mode alone, not the same mode that somebody chose since', () => {
    const noted = { hold: AT, mode: AT + 20 }
    expect([isHeld(AT + 20, noted), isHeld(AT + 500, noted), isHeld(AT + 20, { hold: AT, mode: 0 })]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('that replaces another one takes over its mode, until the mode is written with it', () => {
    const ofOther = { hold: AT - 900_000, mode: AT - 899_000 }
    expect([isHeld(AT - 899_000, ofOther), isHeld(AT + 20, ofOther), isHeld(AT - 800_000, ofOther)]).toEqual([
      true,
      true,
      false,
    ])
    const takenOver = { hold: AT, mode: AT - 899_000 }
    expect([isHeld(AT - 899_000, takenOver), isHeld(AT + 20, takenOver), isHeld(AT - 20, takenOver)]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('stays in force when another one was written without its mode', () => {
    const before = { ...HOLD, mode: 2, until: AT + 5 }
    const ofBefore = { hold: AT - 900_000, mode: AT - 899_000, of: before }
    expect(holdInForce(facts(AT - 899_000, ofBefore, 2))).toEqual({
      hold: before,
      holdMs: AT - 900_000,
      modeMs: AT - 899_000,
    })
    expect(isHeld(AT - 800_000, ofBefore, 2)).toBe(false)
    expect(isHeld(AT + 20, { hold: AT, mode: AT + 20, of: before }, 2)).toBe(false)
  })

  it('is told of without the mode until the watcher says that it is over', () => {
    const { hold } = facts(AT)
    const held = (value: object) => ({ ts: AT, value: JSON.stringify(value) })
    expect(holdNotOver({ hold, held: undefined })).toEqual(HOLD)
    expect(holdNotOver({ hold, held: held({ hold: AT, mode: AT + 20 }) })).toEqual(HOLD)
    expect(holdNotOver({ hold, held: held({ hold: AT - 1, mode: 0 }) })).toEqual(HOLD)
    expect(holdNotOver({ hold, held: held({ hold: AT, mode: 0 }) })).toBeUndefined()
    expect(holdNotOver({ hold: undefined, held: undefined })).toBeUndefined()
  })

  it('is read from anything without an error', () => {
    const value = fc.record({ ts: fc.integer(), value: fc.anything() })
    fc.assert(
      fc.property(value, value, value, (hold, held, mode) => {
        holdInForce({ hold, held, mode })
        holdNotOver({ hold, held })
      }),
    )
  })
})
