import type { Pulse } from '@greenwave/contract/records/watch'
import type { Standing } from '@greenwave/observer/standing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counted, EVERYTHING, PulseCounts } from './pulses.ts'

const NOON = Date.UTC(2026, 10, 22, 5, 0, 0)
const OK: Standing = { level: 0, state: 'ok', sinceMs: 1, mode: 4 }
const DARK: Standing = { level: 4, state: 'dark', sinceMs: 2, mode: -1 }
const device = (id: string, customerId: string | null, written?: Standing): Counted => ({ id, customerId, written })

describe('the pulse', () => {
  test('counts devices by level, for all and for each customer', () => {
    const counts = new PulseCounts()
    const due = counts.count(
      [device('a', 'q1', OK), device('b', 'q1', DARK), device('c', null, OK), device('d', 'q3')],
      NOON,
    )
    expect([...due].sort()).toEqual([EVERYTHING, 'q1', 'q3'])
    expect(counts.pulse(EVERYTHING, NOON)).toMatchObject({ at: NOON, levels: [3, 0, 0, 0, 1, 0], unknown: 1 })
    expect(counts.pulse('q1', NOON)).toMatchObject({ levels: [1, 0, 0, 0, 1, 0], unknown: 0 })
    expect(counts.pulse('q3', NOON)).toMatchObject({ levels: [1, 0, 0, 0, 0, 0], unknown: 1 })
  })

  test('says how its watcher sends messages', () => {
    const tells = { email: true, push: 'BKey' }
    const counts = new PulseCounts(tells)
    counts.count([], NOON)
    expect(counts.pulse(EVERYTHING, NOON)?.tells).toEqual(tells)
  })

  test('is due when something cannot be heard, and when it can again', () => {
    const counts = new PulseCounts()
    const send = (nowMs: number): readonly (Pulse | undefined)[] => {
      const due = counts.count([device('a', null, OK)], nowMs)
      const sent = due.map((place) => counts.pulse(place, nowMs))
      for (const [nth, place] of due.entries()) counts.noteWritten(place, sent[nth], nowMs)
      return sent
    }
    const [before] = send(NOON)
    const unheard = { why: 'silence', since: NOON, says: '' } as const
    counts.unheard = unheard
    expect(send(NOON + 2000)).toMatchObject([{ unheard }])
    expect(send(NOON + 4000)).toEqual([])
    counts.unheard = undefined
    const [after] = send(NOON + 6000)
    expect([before?.unheard, after?.unheard, after?.revision]).toEqual([undefined, undefined, before?.revision])
  })

  test('is due when it changes, but at most once a second, and once a minute anyway', () => {
    const counts = new PulseCounts()
    const send = (nowMs: number, written: Standing): number => {
      const due = counts.count([device('a', null, written)], nowMs)
      for (const place of due) counts.noteWritten(place, counts.pulse(place, nowMs), nowMs)
      return due.length
    }
    expect(send(NOON, OK)).toBe(1)
    expect(send(NOON + 500, DARK)).toBe(0)
    expect(send(NOON + 1000, DARK)).toBe(1)
    expect(send(NOON + 60_999, DARK)).toBe(0)
    expect(send(NOON + 61_000, DARK)).toBe(1)
  })

  test('of a customer whose last device moved away is removed, once', () => {
    const counts = new PulseCounts()
    const send = (nowMs: number, customerId: string) => {
      const due = counts.count([device('a', customerId, OK)], nowMs)
      return due.map((place) => {
        const pulse = counts.pulse(place, nowMs)
        counts.noteWritten(place, pulse, nowMs)
        return `${place} ${pulse ? 'written' : 'removed'}`
      })
    }
    send(NOON, 'q1')
    expect(send(NOON + 2000, 'q3').sort()).toEqual([`${EVERYTHING} written`, 'q1 removed', 'q3 written'])
    expect(send(NOON + 120_000, 'q3').sort()).toEqual([`${EVERYTHING} written`, 'q3 written'])
  })

  test('its revision is not ahead of the time by the number of junctions that change at once', () => {
    const counts = new PulseCounts()
    const all = (written: Standing) => Array.from({ length: 50 }, (_, i) => device(`${i}`, 'q1', written))
    counts.count(all(OK), NOON)
    counts.count(all(DARK), NOON)
    expect(counts.pulse(EVERYTHING, NOON)?.revision).toBe(NOON + 2)
    expect(counts.pulse('q1', NOON)?.revision).toBe(NOON + 2)
  })

  test('its revision grows with each change of a level or state, also over a restart', () => {
    const standings = fc.constantFrom(OK, DARK, { ...DARK, state: 'silent' as const })
    fc.assert(
      fc.property(fc.array(fc.tuple(standings, fc.nat(3), fc.boolean()), { minLength: 2 }), (steps) => {
        let counts = new PulseCounts()
        let nowMs = NOON
        let before: Standing | undefined
        let revision = 0
        for (const [written, ms, isRestarted] of steps) {
          if (isRestarted) counts = new PulseCounts()
          // A restart takes longer than all revisions of the time before.
          nowMs += ms + (isRestarted ? steps.length : 0)
          counts.count([device('a', 'q1', written)], nowMs)
          const next = counts.pulse('q1', nowMs)?.revision ?? 0
          if (written !== before) expect(next).toBeGreaterThan(revision)
          else expect(next).toBeGreaterThanOrEqual(revision)
          revision = next
          before = written
        }
      }),
    )
  })
})
