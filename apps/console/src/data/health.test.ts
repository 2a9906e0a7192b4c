import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exceptionalMode, HEALTH_CODES, type HealthFacts, healthOf } from './health.ts'
import { WATCH_UNKNOWN, type WatchState } from './watch.ts'

const PULSE = { atMs: 9000, levels: [1, 0, 0, 0, 0, 0], unknown: 0, revision: 1 }
const WATCHED: WatchState = { kind: 'watched', ...PULSE }
const LAPSED: WatchState = { kind: 'lapsed', ...PULSE }
const NEVER: WatchState = { kind: 'never' }

const QUIET: HealthFacts = {
  known: true,
  watcherState: { level: 0, state: 'ok', since: 1000, mode: 4 },
  seen: null,
  neverConnected: false,
  reportedMode: 4,
  muteUntilMs: null,
  holdUntilMs: null,
  heldBy: null,
}
const stateOf = (level: 0 | 1 | 2 | 3 | 4 | 5, state: string) => ({ level, state, since: 1000, mode: 4 })

describe('the health of a junction', () => {
  it.each<[string, Partial<HealthFacts>, WatchState, object | null]>([
    [
      'is what the watcher says',
      { watcherState: stateOf(4, 'dark') },
      WATCHED,
      { level: 4, code: 'dark', mark: 'fault', sinceMs: 1000, current: true },
    ],
    ['is quiet when all is well', {}, WATCHED, { level: 0, code: 'ok', mark: 'ok' }],
    [
      'has a mark and a name for incidents that are not known here',
      { watcherState: stateOf(5, 'flood') },
      WATCHED,
      { code: 'other', mark: 'danger' },
    ],
    [
      'is the worse of what is said and what is seen',
      { watcherState: stateOf(3, 'clock'), seen: { level: 5, code: 'conflict', sinceMs: null } },
      WATCHED,
      { code: 'conflict', mark: 'danger' },
    ],
    [
      'is what is said when both are as bad, because that has a time',
      { watcherState: stateOf(5, 'conflict'), seen: { level: 5, code: 'conflict', sinceMs: null } },
      WATCHED,
      { code: 'conflict', sinceMs: 1000 },
    ],
    ['is never called well without a watcher', {}, NEVER, { code: 'not-watched', mark: 'unwatched', current: false }],
    ['says since when no watcher is running', {}, LAPSED, { code: 'not-watched', sinceMs: 9000 }],
    [
      'keeps what was last known to be wrong, as such',
      { watcherState: stateOf(5, 'conflict') },
      LAPSED,
      { code: 'conflict', current: false },
    ],
    [
      'is what is seen here though nobody watches',
      { watcherState: undefined, seen: { level: 4, code: 'dark', sinceMs: null } },
      NEVER,
      { code: 'dark', current: true },
    ],
    [
      'is unknown of a controller that never connected',
      { watcherState: stateOf(0, 'unknown'), neverConnected: true },
      WATCHED,
      { code: 'never', mark: 'unknown' },
    ],
    [
      'is unknown of a controller that nobody could judge',
      { watcherState: undefined },
      WATCHED,
      { code: 'unknown', mark: 'unknown' },
    ],
    [
      'is muted until the mute ends',
      { watcherState: stateOf(1, 'muted'), muteUntilMs: 5000, seen: { level: 4, code: 'dark', sinceMs: null } },
      WATCHED,
      { code: 'muted', mark: 'muted', untilMs: 5000 },
    ],
    [
      'is danger on the screen although it is muted',
      { watcherState: stateOf(1, 'muted'), seen: { level: 5, code: 'conflict', sinceMs: null } },
      WATCHED,
      { code: 'conflict' },
    ],
    [
      'is a hold with its end',
      { watcherState: stateOf(2, 'hold'), holdUntilMs: 7000, heldBy: 'mai@signal.vn' },
      WATCHED,
      { level: 2, mark: 'hold', untilMs: 7000, by: 'mai@signal.vn' },
    ],
    ['is not said before anything is known', { known: false }, WATCHED, null],
    ['is not said before it is known whether a watcher is running', { watcherState: undefined }, WATCH_UNKNOWN, null],
  ])('%s', (_, facts, watch, expected) => {
    const health = healthOf({ ...QUIET, ...facts }, watch)
    if (expected === null) expect(health).toBeNull()
    else expect(health).toMatchObject(expected)
  })

  it('is well only if it is watched now and was evaluated as well', () => {
    const watches = fc.constantFrom(WATCHED, LAPSED, NEVER, WATCH_UNKNOWN)
    const states = fc.record({
      level: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const, 4 as const, 5 as const),
      state: fc.oneof(fc.constantFrom<string>(...HEALTH_CODES), fc.string()),
      since: fc.nat(),
      mode: fc.constantFrom(-1, 0, 1, 4, undefined),
    })
    const seen = fc.constantFrom(
      { level: 5 as const, code: 'conflict' as const, sinceMs: null },
      { level: 2 as const, code: 'hold' as const, sinceMs: null },
    )
    fc.assert(
      fc.property(watches, fc.option(states, { nil: undefined }), fc.option(seen), (watch, reported, trouble) => {
        const health = healthOf({ ...QUIET, watcherState: reported, seen: trouble }, watch)
        if (health?.mark !== 'ok') return
        expect(['watched', 'unknown']).toContain(watch.kind)
        expect(reported?.level).toBe(0)
        expect(trouble).toBeNull()
      }),
    )
  })
})

describe('the mode that is remarked', () => {
  it.each<[string, number | null, number | undefined, WatchState, number | null]>([
    ['is none in automatic', 4, 4, WATCHED, null],
    ['is the observed one', 4, 1, WATCHED, 1],
    ['is flashing', 0, -1, WATCHED, 0],
    ['is the reported one without a watcher', 2, 4, LAPSED, 2],
    ['is none while none is known', null, undefined, NEVER, null],
  ])('%s', (_, reportedMode, observed, watch, expected) => {
    const facts = { ...QUIET, reportedMode, watcherState: { ...stateOf(0, 'ok'), mode: observed } }
    expect(exceptionalMode(facts, watch)).toBe(expected)
  })
})
