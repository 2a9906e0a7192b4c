import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import type { InEffect } from '@greenwave/observer/inEffect'
import { describe, expect, test } from 'vitest'
import { SHARED } from '../../../test/devicePage.ts'
import { planDisagreement } from './planDisagreement.ts'

const NOW_MS = 1_800_000_000_000
const AT = (hour: number, minute: number, second = 0) => hour * 3600 + minute * 60 + second
/** Plan 1 from 05:30, plan 2 from 09:00; the longest cycle is 80 s. */
const DAY = parseSettings({ ...SHARED, P2_HH: 9, P2_MM: 0, P2_Pr: 2, P2_ENT: 1 })
const runs = (plan: InEffect['plan'], change: Partial<InEffect> = {}): InEffect => ({
  mode: 4,
  kind: 'program',
  plan,
  program: 1,
  source: 'reported',
  ...change,
})
const changedBefore = (seconds: number) => [{ Plan: { value: 1, ts: NOW_MS - seconds * 1000 } }]
const notified = (inEffect: InEffect | null, second: number, since = 3600) =>
  planDisagreement(inEffect, DAY, second, changedBefore(since), NOW_MS)

describe('two plans at once', () => {
  test('(R9) are reported when the running plan is not the scheduled one', () => {
    expect(notified(runs(1), AT(12, 0))).toEqual({ reported: 1, scheduled: 2 })
    expect(notified(runs(2), AT(12, 0))).toBeNull()
    expect(notified(runs(2), AT(3, 0))).toBeNull()
    expect(notified(runs(null, { kind: 'flashing', program: null }), AT(12, 0))).toEqual({
      reported: null,
      scheduled: 2,
    })
  })

  test('(R11) are not reported before a cycle has passed since the plan began or one of its keys changed', () => {
    expect(notified(runs(1), AT(9, 0, 109))).toBeNull()
    expect(notified(runs(1), AT(9, 0, 110))).not.toBeNull()
    expect(notified(runs(1), AT(12, 0), 109)).toBeNull()
    expect(notified(runs(1), AT(12, 0), 110)).not.toBeNull()
  })

  test('are not reported when the controller reports nothing, nor in a mode that overrides the schedule', () => {
    expect(notified(runs(1, { source: 'assumed' }), AT(12, 0))).toBeNull()
    expect(notified(runs(1, { mode: 0 }), AT(12, 0))).toBeNull()
    expect(notified(null, AT(12, 0))).toBeNull()
  })
})
