import { expect, it } from 'vitest'
import type { WatchState } from '../../../data/watch.ts'
import { type TruthFacts, wallTruth } from './wallTruth.ts'

const NOW_MS = 1_795_000_000_000
const WATCHED: WatchState = {
  kind: 'watched',
  atMs: NOW_MS - 1000,
  levels: [1, 0, 0, 0, 0, 0],
  unknown: 0,
  revision: 1,
}
const truth = (change: Partial<TruthFacts> = {}) =>
  wallTruth({
    ...{ lost: false, watch: WATCHED, nowMs: NOW_MS },
    status: { atMs: NOW_MS - 5000, error: null },
    fleet: { atMs: NOW_MS - 59_000, error: null },
    ...change,
  })

it('what was read a moment ago and is watched is so now', () => expect(truth()).toEqual({ kind: 'now' }))

it.each([
  ['a lost connection, since the last pulse', { lost: true }, { kind: 'lost', sinceMs: NOW_MS - 1000 }],
  [
    'a lost connection, before there was a pulse',
    { lost: true, watch: { kind: 'unknown' } },
    { kind: 'lost', sinceMs: null },
  ],
  ['a pulse that is too old', { watch: { ...WATCHED, kind: 'lapsed' } }, { kind: 'unwatched', sinceMs: NOW_MS - 1000 }],
  [
    'a share that never reported',
    { watch: { ...WATCHED, kind: 'lapsed', atMs: 0 } },
    { kind: 'unwatched', sinceMs: null },
  ],
  ['no watcher', { watch: { kind: 'never' } }, { kind: 'unwatched', sinceMs: null }],
  [
    'incidents that were read a minute ago',
    { status: { atMs: NOW_MS - 61_000, error: null } },
    { kind: 'old', sinceMs: NOW_MS - 61_000 },
  ],
  [
    'incidents that cannot be read',
    { status: { atMs: null, error: new Error('500') } },
    { kind: 'old', sinceMs: null },
  ],
  [
    'junctions that were never read',
    { fleet: { atMs: null, error: new Error('500') } },
    { kind: 'old', sinceMs: null },
  ],
  [
    'junctions that cannot be read for a minute',
    { fleet: { atMs: NOW_MS - 61_000, error: new Error('500') } },
    { kind: 'old', sinceMs: NOW_MS - 61_000 },
  ],
  [
    'one read of junctions that failed, as nothing',
    { fleet: { atMs: NOW_MS - 9000, error: new Error('500') } },
    { kind: 'now' },
  ],
  ['no answer yet', { status: { atMs: null, error: null } }, { kind: 'reading' }],
  ['no pulse yet', { watch: { kind: 'unknown' } }, { kind: 'reading' }],
] as const)('%s is said', (_, change, said) => expect(truth(change)).toEqual(said))
