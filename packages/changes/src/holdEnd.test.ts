import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endedEarly, HOLD_ENDS, holdEndMs } from './holdEnd.ts'

const PLANS = { Plan_total: 2, P1_HH: 6, P1_MM: 30, P1_Pr: 1, P1_ENT: 1, P2_HH: 16, P2_MM: 0, P2_Pr: 2, P2_ENT: 1 }
const settings = parseSettings(PLANS)
/** 12:00:00.400 in Ho Chi Minh City. */
const NOON = Date.UTC(2026, 10, 22, 5) + 400

describe('a hold', () => {
  it('ends after a length of time', () => {
    const facts = { nowMs: NOON, settings, timeMs: Number.NaN }
    expect(holdEndMs('quarter', facts)).toBe(NOON + 900_000)
    expect(holdEndMs('hour', facts)).toBe(NOON + 3_600_000)
    expect(holdEndMs('never', facts)).toBeNull()
  })

  it('ends with the next plan, by the clock of the zone of controllers', () => {
    const at = (nowMs: number) => holdEndMs('nextPlan', { nowMs, settings, timeMs: Number.NaN })
    expect(at(NOON)).toBe(Date.UTC(2026, 10, 22, 9))
    expect(at(Date.UTC(2026, 10, 22, 9))).toBe(Date.UTC(2026, 10, 22, 23, 30))
    const one = parseSettings({ ...PLANS, P2_ENT: 0 })
    expect(holdEndMs('nextPlan', { nowMs: NOON, settings: one, timeMs: Number.NaN })).toBeUndefined()
  })

  it('ends at a time that is to come, within 31 days', () => {
    const at = (timeMs: number) => holdEndMs('time', { nowMs: NOON, settings, timeMs })
    expect([at(NOON + 1), at(NOON + 31 * 86_400_000)]).toEqual([NOON + 1, NOON + 31 * 86_400_000])
    for (const none of [NOON, NOON - 1, NOON + 32 * 86_400_000, Number.NaN]) expect(at(none)).toBeUndefined()
  })

  it('that goes on ends an hour later than it would, within 31 days', () => {
    const at = (presentMs?: number | null) =>
      holdEndMs('longer', { nowMs: NOON, settings, timeMs: Number.NaN, presentMs })
    expect(at(NOON + 900_000)).toBe(NOON + 4_500_000)
    for (const none of [undefined, null, NOON - 3_600_000, NOON + 31 * 86_400_000]) expect(at(none)).toBeUndefined()
  })

  it('is ended early by a change of the mode before its end, and by no other', () => {
    const hold = { mode: 1, until: NOON, by: '', why: '' }
    expect(endedEarly({ Mode: 4 }, hold, NOON - 1)).toBe(NOON)
    expect(endedEarly({ Mode: 4 }, hold, NOON)).toBeUndefined()
    expect(endedEarly({ Vang: 4 }, hold, NOON - 1)).toBeUndefined()
    expect(endedEarly({ Mode: 4 }, { ...hold, until: null }, NOON - 1)).toBeUndefined()
    expect(endedEarly({ Mode: 4 }, undefined, NOON - 1)).toBeUndefined()
  })

  it('never ends before it begins, and with a plan at the first second of one', () => {
    const moment = fc.integer({ min: NOON, max: NOON + 400 * 86_400_000 })
    fc.assert(
      fc.property(moment, fc.constantFrom(...HOLD_ENDS), (nowMs, end) => {
        const ms = holdEndMs(end, { nowMs, settings, timeMs: nowMs + 5, presentMs: nowMs + 5 })
        if (ms === null || ms === undefined) return end === 'never'
        const { hour, minute, second } = localTimeAt(ms)
        const isStart = second === 0 && [6 * 60 + 30, 16 * 60].includes(hour * 60 + minute)
        return ms > nowMs && (end !== 'nextPlan' || isStart)
      }),
    )
  })
})
