import { ApiError } from '@greenwave/client/callErrors'
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { type Incident, phasesOf } from '@greenwave/observer/incident'
import { notedAlone } from '@greenwave/observer/notedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { NOTHING_LEARNED } from '@greenwave/observer/styles'
import { describe, expect, test, vi } from 'vitest'
import { WatchedJunction } from '../intake/watchedJunction.ts'
import { DeviceWrites, saysStill } from './deviceWrites.ts'

test('a clock is said anew when it has gone 5 s and a fifth further, in either direction', () => {
  for (const [said, now, still] of [
    [6, 10, true],
    [6, 11, false],
    [40, 47, true],
    [40, 48, false],
    [40, 32, false],
    [-40, -45, true],
    [-6, 6, false],
    [3600, 4000, true],
  ] as const)
    expect([said, now, saysStill({ aheadSeconds: said }, { aheadSeconds: now })]).toEqual([said, now, still])
})

test('another number of settings, program, plan or kind of deviation is said anew, another length is not', () => {
  const cycle = (program: number, seconds: number) => ({ what: 'cycle', program, seconds, setSeconds: 93 }) as const
  expect(saysStill({ settings: 3 }, { settings: 3 })).toBe(true)
  expect(saysStill({ settings: 3 }, { settings: 4 })).toBe(false)
  expect(saysStill(cycle(2, 72), cycle(2, 75))).toBe(true)
  expect(saysStill(cycle(2, 72), cycle(3, 72))).toBe(false)
  expect(saysStill({ seconds: 35 }, { seconds: 95 })).toBe(true)
  const plan = (plan: number | null, scheduled: number) => ({ what: 'plan', plan, scheduled }) as const
  expect(saysStill(plan(2, 1), plan(2, 1))).toBe(true)
  expect(saysStill(plan(2, 1), plan(3, 1))).toBe(false)
  expect(saysStill(plan(2, 1), plan(2, 3))).toBe(false)
  expect(saysStill(cycle(2, 72), { what: 'mode', seconds: 72 })).toBe(false)
})

const DARK: Incident = {
  ...{ code: 'dark', severity: 'MAJOR', sinceMs: 5, seenMs: 9, facts: { phases: [2] }, evidence: [] },
}
const ACTIVE = { id: 'a1', incident: DARK }

/** A junction that was resumed dark, before a platform that answers each call as told. */
function scene(answer: (name: string) => unknown, isDark: boolean, now: () => number = () => 0) {
  const asked: string[] = []
  const call = playedCalls((name) => {
    asked.push(name)
    return answer(name)
  })
  const device = { id: 'd1', name: 'TLC-1', customerId: null }
  const watched = new WatchedJunction(device, createObserver([], notedAlone), () => {}, isDark ? [DARK] : [], 0)
  const onRefused = vi.fn()
  const onEvent = vi.fn()
  return {
    asked,
    onRefused,
    onEvent,
    writes: (active: readonly { id: string; incident: Incident }[]) =>
      new DeviceWrites(watched, { call, now, onRefused, onEvent }, active),
  }
}
const refuses = (status: number) => (): never => {
  throw new ApiError(status)
}

describe('the writes of a junction', () => {
  test('are none while the platform has what was observed', () => {
    expect(scene(refuses(500), true).writes([ACTIVE]).isDue).toBe(false)
  })

  test('learned displays are written once', async () => {
    const saved: unknown[] = []
    const call = playedCalls((name, { body }) => saved.push([name, body]))
    const watched = new WatchedJunction({ id: 'd1', customerId: null }, createObserver([], notedAlone), () => {}, [], 0)
    const learned = { ...NOTHING_LEARNED, control: { kind: 'fixed' } as const }
    vi.spyOn(watched, 'learnedToWrite', 'get')
      .mockReturnValueOnce(learned)
      .mockReturnValueOnce(learned)
      .mockReturnValue(null)
    const junction = new DeviceWrites(watched, { call, now: () => 0, onRefused: vi.fn(), onEvent: vi.fn() }, [])
    await junction.write()
    await junction.write()
    expect(saved).toEqual([['saveAttributes', { gw_learned: { display: {}, control: { kind: 'fixed' } } }]])
    expect(watched.writtenLearned).toBe(learned)
  })

  test('an alarm that is refused is reported once, and not tried again', async () => {
    const { asked, onRefused, writes } = scene(refuses(400), true)
    const junction = writes([])
    await junction.write()
    expect([asked, onRefused.mock.calls.length, junction.isDue]).toEqual([['saveAlarm'], 1, false])
    expect(junction.expected.size).toBe(0)
  })

  test('an alarm that may not be cleared is reported once, and one that is cleared already is no trouble', async () => {
    for (const [status, notified] of [
      [403, 1],
      [400, 0],
      [404, 0],
    ] as const) {
      const { asked, onRefused, writes } = scene(refuses(status), false)
      const junction = writes([ACTIVE])
      await junction.write()
      expect([asked, onRefused.mock.calls.length, junction.isDue]).toEqual([['clearAlarm'], notified, false])
    }
  })

  test('a raise without an answer is looked up before it is tried again, with its assignee', async () => {
    let fails = true
    const { asked, writes } = scene((name) => {
      if (name === 'entityAlarmsV2')
        return { data: [{ id: { id: 'a1' }, assigneeId: { entityType: 'USER', id: 'u1' } }] }
      if (fails) throw new ApiError(503)
      return { id: { id: 'a1' } }
    }, true)
    const junction = writes([])
    await expect(junction.write()).rejects.toMatchObject({ status: 503 })
    fails = false
    await junction.write()
    expect([asked, junction.isDue]).toEqual([['saveAlarm', 'entityAlarmsV2', 'saveAlarm'], false])
  })

  test('a change of an alarm that another watcher has cleared meanwhile raises no second one', async () => {
    const { asked, writes } = scene(() => ({ data: [] }), true)
    const before: Incident = { ...DARK, facts: { phases: [1] } }
    const junction = writes([{ ...ACTIVE, incident: before }])
    expect(junction.isDue).toBe(true)
    await junction.write()
    expect([asked, junction.isDue, [...junction.expected]]).toEqual([['entityAlarmsV2'], false, ['dark']])
  })

  test('what ends while its turn waits for an answer is not written', async () => {
    const state: { watched?: { trackers: object } } = {}
    const { asked, writes } = scene(() => {
      if (state.watched) state.watched.trackers = {}
      return { data: [{ id: { id: 'a1' } }] }
    }, true)
    const junction = writes([{ ...ACTIVE, incident: { ...DARK, facts: { phases: [1] } } }])
    state.watched = junction.watched.junction as { trackers: object }
    await junction.write()
    expect(asked).toEqual(['entityAlarmsV2'])
    await junction.write()
    expect([asked, junction.isDue]).toEqual([['entityAlarmsV2', 'clearAlarm'], false])
  })

  test('an alarm whose sentence is no longer true enough is renewed, once', async () => {
    const { asked, writes } = scene(
      (name) => (name === 'entityAlarmsV2' ? { data: [{ id: { id: 'a1' } }] } : { id: { id: 'a1' }, startTs: 5 }),
      false,
    )
    const clock = (aheadSeconds: number): Incident => ({
      ...{ code: 'clock', severity: 'MINOR', sinceMs: 5, seenMs: 9, facts: { aheadSeconds }, evidence: [] },
    })
    const junction = writes([{ id: 'a1', incident: clock(40) }])
    const watched = junction.watched.junction as { trackers: object }
    watched.trackers = { clock: { incident: clock(60) } }
    await junction.write()
    expect([asked, junction.isDue]).toEqual([['entityAlarmsV2', 'saveAlarm'], false])
  })

  test('an incident that stays is looked at again only when it changed, or when phases of it wait to be written', () => {
    let nowMs = 0
    const { writes } = scene(refuses(500), true, () => nowMs)
    const junction = writes([ACTIVE])
    const state = junction.watched.junction as { trackers: object }
    const trackers = vi.fn(() => ({ dark: { incident: DARK } }))
    Object.defineProperty(state, 'trackers', { get: trackers })
    junction.watched.written = junction.watched.junction.standing
    expect([junction.isDue, trackers.mock.calls.length > 0]).toEqual([false, true])
    trackers.mockClear()
    expect([junction.isDue, trackers.mock.calls.length]).toEqual([false, 0])

    const other = writes([{ ...ACTIVE, incident: { ...DARK, facts: { phases: [1, 2] } } }])
    expect(other.isDue).toBe(false)
    nowMs = 60_000
    expect(other.isDue).toBe(true)
  })

  test('phases that take turns are written ever more rarely', async () => {
    let nowMs = 0
    const saved: unknown[] = []
    const { writes } = scene(
      (name) => (name === 'entityAlarmsV2' ? { data: [{ id: { id: 'a1' } }] } : { id: { id: 'a1' }, startTs: 5 }),
      false,
      () => nowMs,
    )
    const conflict = (...phases: PhaseNumber[]): Incident => ({
      ...{ code: 'conflict', severity: 'CRITICAL', sinceMs: 5, seenMs: 9, facts: { phases }, evidence: [] },
    })
    const junction = writes([])
    const watched = junction.watched.junction as { trackers: object }
    const writtenOf = async (incident: Incident) => {
      watched.trackers = { conflict: { incident } }
      if (junction.isDue) saved.push([nowMs / 60_000, phasesOf(incident.facts).join('')])
      await junction.write()
    }
    // One cycle a minute, for three hours, with all three phases in its first half.
    for (; nowMs < 180 * 60_000; nowMs += 30_000)
      await writtenOf(nowMs % 60_000 === 0 ? conflict(1, 2, 3) : conflict(1, 2))
    expect(saved).toEqual([
      [0, '123'],
      [1.5, '12'],
      [4, '123'],
      [8.5, '12'],
      [17, '123'],
      [33.5, '12'],
      [66, '123'],
      [126.5, '12'],
    ])
    await writtenOf({ ...conflict(1, 2), severity: 'MAJOR' })
    expect(saved.at(-1)).toEqual([180, '12'])
  })

  test('a phase that an alarm has not named yet is written at once', async () => {
    const { asked, writes } = scene(
      (name) => (name === 'entityAlarmsV2' ? { data: [{ id: { id: 'a1' } }] } : { id: { id: 'a1' }, startTs: 5 }),
      true,
    )
    const junction = writes([ACTIVE])
    const watched = junction.watched.junction as { trackers: object }
    for (const phases of [[2, 1], [2], [1], [3], [1, 2, 3]] as const) {
      watched.trackers = { dark: { incident: { ...DARK, facts: { phases } } } }
      await junction.write()
    }
    expect(asked.filter((name) => name === 'saveAlarm')).toHaveLength(2)
  })
})
