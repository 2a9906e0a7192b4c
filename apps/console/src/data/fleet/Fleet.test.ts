import { TestClock } from '@greenwave/client/testing/testClock'
import type { EntityData } from '@greenwave/contract/wire/entityQueries'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Watch } from '../watch.ts'
import { Fleet } from './Fleet.ts'
import type { FleetReads } from './fleetReads.ts'

const NOON = Date.UTC(2026, 10, 22, 5)

interface Stored {
  label: string
  level: number
  state: string
  since: number
}

/** A fleet in front of a platform that the test writes to. */
function scene() {
  const clock = new TestClock(NOON)
  const stored = new Map<string, Stored>()
  const watchers = new Set<() => void>()
  const asked: string[] = []
  let revision = 0
  let failure: Error | undefined
  let slipping: string | undefined
  const rows = (passes: (one: Stored, id: string) => boolean): EntityData[] =>
    [...stored].filter(([id, one]) => passes(one, id)).map(([id, one]) => rowOf(id, one))
  const answer = async <T>(what: string, value: () => T, signal: AbortSignal): Promise<T> => {
    asked.push(what)
    await Promise.resolve()
    signal.throwIfAborted()
    if (failure) throw failure
    return value()
  }
  const reads: FleetReads = {
    async all(onPage, signal) {
      const found = await answer('all', () => rows(() => true), signal)
      const seen = found.filter(({ entityId: { id } }) => id !== slipping)
      onPage(seen.slice(0, 2))
      onPage(seen.slice(2))
      return found.length
    },
    these: (ids, signal) => answer('these', () => rows((_, id) => ids.includes(id)), signal),
    troubled: async (onPage, signal) => onPage(await answer('troubled', () => rows(({ level }) => level > 0), signal)),
    begunSince: (ms, signal) => answer('begun', () => rows(({ since }) => since >= ms), signal),
  }
  const watch = (): Watch => {
    const levels = [0, 1, 2, 3, 4, 5].map((level) => [...stored.values()].filter((one) => one.level === level).length)
    return { atMs: clock.nowMs, levels, unknown: 0, revision }
  }
  const fleet = new Fleet({
    reads,
    watch,
    onWatch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    after: clock.after,
    nowMs: () => clock.nowMs,
    serverNowMs: () => clock.nowMs,
  })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      clock.advance(500)
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    }
  }
  return {
    clock,
    stored,
    fleet,
    asked,
    pass,
    fail: (error?: Error) => (failure = error),
    /** Leaves a junction out of reads of all. */
    slip: (id: string) => (slipping = id),
    /** Writes a state as the watcher does, with its pulse. */
    write(id: string, level: number, state: string, since = clock.nowMs) {
      stored.set(id, { label: stored.get(id)?.label ?? '', level, state, since })
      this.pulse()
    },
    pulse() {
      revision += 1
      for (const watcher of [...watchers]) watcher()
    },
    levels: () => new Map([...fleet.junctions.values()].map(({ id, facts }) => [id, facts.watcherState?.level])),
  }
}

function rowOf(id: string, { label, level, state, since }: Stored): EntityData {
  const texts = (values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: 1, value }]))
  return {
    entityId: { entityType: 'DEVICE', id },
    latest: {
      ENTITY_FIELD: texts({ name: `TLC-${id}`, label, ownerName: 'Quận 3', ownerType: 'CUSTOMER' }),
      SERVER_ATTRIBUTE: texts({
        gw_level: String(level),
        gw_state: state,
        gw_since: String(since),
        gw_mode: '4',
        gw_mute: '',
        gw_hold: '',
        latitude: '10.77',
        longitude: id === 'nowhere' ? '' : '106.7',
        active: 'true',
        lastConnectTime: '5',
        lastActivityTime: '',
      }),
    },
  }
}

describe('the fleet', () => {
  test('has the names, places and states of all junctions, and tells which ones are others than before', async () => {
    const platform = scene()
    const { stored, fleet, pass } = platform
    for (const id of ['a', 'b', 'nowhere'])
      stored.set(id, { label: ` Ngã tư ${id}`, level: 0, state: 'ok', since: NOON })
    stored.set('blank', { label: '', level: 4, state: 'dark', since: NOON })
    const notified: string[][] = []
    fleet.onChange((ids) => notified.push([...ids]))
    fleet.follow()
    await pass(500)
    expect(notified.flat().toSorted()).toEqual(['a', 'b', 'blank', 'nowhere'])
    expect(fleet.status).toMatchObject({ total: 4, error: null })
    expect(fleet.junctions.get('a')).toMatchObject({ name: 'TLC-a', label: 'Ngã tư a', customer: 'Quận 3' })
    expect(fleet.junctions.get('a')).toMatchObject({ latitude: 10.77, longitude: 106.7 })
    expect(fleet.junctions.get('nowhere')).toMatchObject({ latitude: null, longitude: null })
    expect(fleet.junctions.get('blank')?.label).toBe('TLC-blank')
    expect(fleet.marked.map(({ id }) => id)).toEqual(['blank'])

    const before = fleet.junctions.get('b')
    notified.length = 0
    platform.write('a', 5, 'conflict')
    await pass(1500)
    expect(notified.flat()).toEqual(['a'])
    expect(fleet.junctions.get('a')?.facts.watcherState).toMatchObject({ level: 5, state: 'conflict' })
    expect(fleet.junctions.get('b')).toBe(before)
    expect(platform.asked.filter((what) => what === 'all')).toHaveLength(1)
  })

  test('a state that begun long before it was written is found, as is the end of an older one', async () => {
    const platform = scene()
    platform.write('a', 4, 'offline')
    platform.write('b', 0, 'ok')
    platform.fleet.follow()
    await platform.pass(20_000)
    platform.write('a', 3, 'clock', NOON - 3_600_000)
    platform.write('b', 3, 'hold', NOON - 900_000)
    await platform.pass(1500)
    expect(Object.fromEntries(platform.levels())).toEqual({ a: 3, b: 3 })
    platform.write('a', 0, 'ok', NOON - 3_600_000)
    await platform.pass(1500)
    expect(platform.levels().get('a')).toBe(0)
  })

  test('a healthy junction that was deleted goes when all are read again, which its count asks for', async () => {
    const platform = scene()
    platform.write('a', 0, 'ok')
    platform.write('b', 0, 'ok')
    platform.fleet.follow()
    await platform.pass(40_000)
    const notified: string[][] = []
    platform.fleet.onChange((ids) => notified.push([...ids]))
    platform.stored.delete('a')
    platform.pulse()
    await platform.pass(1500)
    expect(Object.fromEntries(platform.levels())).toEqual({ b: 0 })
    expect(notified.flat()).toEqual(['a'])
  })

  test('a junction that slips between two pages of a read stays', async () => {
    const platform = scene()
    for (const id of ['a', 'b', 'c']) platform.write(id, 0, 'ok')
    platform.fleet.follow()
    await platform.pass(40_000)
    const notified: string[][] = []
    platform.fleet.onChange((ids) => notified.push([...ids]))
    platform.slip('c')
    platform.stored.delete('a')
    platform.pulse()
    await platform.pass(1500)
    expect(platform.asked.filter((what) => what === 'all')).toHaveLength(2)
    expect(notified.flat()).toEqual(['a'])
    expect([...platform.fleet.junctions.keys()]).toEqual(['b', 'c'])
  })

  test('keeps what it has when a read fails, says so, and is right again afterwards', async () => {
    const platform = scene()
    platform.write('a', 0, 'ok')
    platform.fleet.follow()
    await platform.pass(1000)
    platform.fail(new Error('gone'))
    platform.write('a', 4, 'dark')
    await platform.pass(3000)
    expect(platform.fleet.status.error?.message).toBe('gone')
    const { atMs } = platform.fleet.status
    expect(atMs).toBeLessThan(platform.clock.nowMs - 1000)
    expect(Object.fromEntries(platform.levels())).toEqual({ a: 0 })
    platform.fail(undefined)
    await platform.pass(40_000)
    expect(platform.fleet.status.error).toBeNull()
    expect(Object.fromEntries(platform.levels())).toEqual({ a: 4 })
  })

  test('asks nothing while nobody follows it', async () => {
    const platform = scene()
    const [first, second] = [platform.fleet.follow(), platform.fleet.follow()]
    await platform.pass(500)
    first()
    first()
    platform.write('a', 0, 'ok')
    await platform.pass(2000)
    expect(platform.fleet.junctions.size).toBe(1)
    second()
    const asked = platform.asked.length
    platform.write('a', 4, 'dark')
    // What the user did may be answered after the page was left.
    platform.fleet.readAgain()
    await platform.pass(400_000)
    expect(platform.asked).toHaveLength(asked)
  })

  test('whatever happens in whatever order, it is what the platform has two seconds after the last pulse', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('write' as const),
        id,
        state: fc.constantFrom(['ok', 0], ['dark', 4], ['conflict', 5], ['clock', 3], ['muted', 1]),
        agoMs: fc.constantFrom(0, 300, 31_000, 900_000),
      }),
      fc.record({ kind: fc.constant('delete' as const), id }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 4000 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const platform = scene()
        platform.fleet.follow()
        let hasDeleted = false
        for (const one of steps) {
          if (one.kind === 'pass') await platform.pass(one.ms)
          else if (one.kind === 'write') {
            const [state, level] = one.state as [string, number]
            // What is healthy is so from now on.
            platform.write(one.id, level, state, platform.clock.nowMs - (level === 0 ? 0 : one.agoMs))
          } else {
            hasDeleted ||= platform.stored.delete(one.id)
            platform.pulse()
          }
        }
        // A junction that was deleted while it was healthy is missed when all are read again.
        await platform.pass(hasDeleted ? 61_000 : 2000)
        expect(platform.levels()).toEqual(new Map([...platform.stored].map(([known, { level }]) => [known, level])))
      }),
      { numRuns: 60 },
    )
  })
})
