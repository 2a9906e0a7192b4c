import { TestClock } from '@greenwave/client/testing/testClock'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testAlarm, testDevice } from '../../test/records.ts'
import { OpenIncidents } from './OpenIncidents.ts'

const NOON = Date.UTC(2026, 10, 22, 5)
const DEVICE = testDevice(1)

/** Open incidents in front of a platform that the test writes to. `activeMs` is how long a read of all of them takes. */
function scene(activeMs = 0) {
  const clock = new TestClock(NOON)
  const alarms = new Map<number, AlarmInfo>()
  const asked: string[] = []
  /** Ids of alarms that slip between two pages. */
  const slips = new Set<string>()
  const watchers = new Set<() => void>()
  let revision = 1
  const open = () => [...alarms.values()].filter(({ cleared }) => !cleared)
  const incidents = new OpenIncidents({
    reads: {
      async active(onPage, signal) {
        asked.push('active')
        // What the platform had when it was asked.
        const all = open()
        if (activeMs > 0) await new Promise<void>((done) => clock.after(activeMs, done))
        signal.throwIfAborted()
        const [first, ...others] = slips.size === 0 ? all : all.filter(({ id }) => !slips.has(id.id))
        onPage(first ? [first] : [], all.length)
        await Promise.resolve()
        if (all.length > 1) onPage(others, all.length)
      },
      async changedSince(ms) {
        asked.push('changed')
        return [...alarms.values()].filter(
          ({ createdTime, ackTs, clearTs }) => Math.max(createdTime, ackTs, clearTs) >= ms,
        )
      },
    },
    watch: () => ({ atMs: clock.nowMs, levels: [], unknown: 0, revision }),
    onWatch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    after: clock.after,
    nowMs: () => clock.nowMs,
    serverNowMs: () => clock.nowMs,
  })
  const change = (number: number, to: Partial<AlarmInfo>) => {
    const before = alarms.get(number) ?? testAlarm(number, DEVICE, { createdTime: clock.nowMs, startTs: clock.nowMs })
    alarms.set(number, { ...before, ...to })
    revision += 1
    for (const watcher of [...watchers]) watcher()
  }
  return {
    clock,
    incidents,
    alarms,
    asked,
    slips,
    raise: (number: number) => {
      alarms.delete(number)
      change(number, {})
    },
    acknowledge: (number: number) => change(number, { acknowledged: true, ackTs: clock.nowMs }),
    clear: (number: number) => change(number, { cleared: true, clearTs: clock.nowMs }),
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 500) {
        clock.advance(500)
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
      }
    },
  }
}

test('what is raised, acknowledged and cleared is known within two seconds, and the rest stays the same', async () => {
  const { incidents, raise, acknowledge, clear, pass } = scene()
  raise(1)
  raise(2)
  incidents.follow()
  await pass(500)
  expect(incidents.all).toHaveLength(2)
  const [first, second] = incidents.all
  acknowledge(1)
  await pass(1500)
  expect(incidents.all.find(({ id }) => id === first?.id)?.acknowledgedMs).toBeGreaterThan(0)
  expect(incidents.all.find(({ id }) => id === second?.id)).toBe(second)
  clear(1)
  raise(3)
  await pass(1500)
  expect(incidents.all).toHaveLength(2)
  expect(incidents.all).not.toContainEqual(expect.objectContaining({ id: first?.id }))
  const before = incidents.all
  await pass(30_000)
  expect(incidents.all).toBe(before)
})

test.each([2, 3])('of %i alarms one that was deleted is gone, though it was never cleared', async (count) => {
  const { incidents, alarms, raise, pass } = scene()
  for (let number = 1; number <= count; number += 1) raise(number)
  incidents.follow()
  await pass(500)
  alarms.delete(1)
  // Of more than one page it is gone when two reads lack it.
  await pass(count === 2 ? 11_000 : 21_000)
  expect(incidents.all).toHaveLength(count - 1)
})

test('an alarm that slips between two pages of one read stays', async () => {
  const { incidents, slips, raise, pass } = scene()
  for (let number = 1; number <= 3; number += 1) raise(number)
  incidents.follow()
  await pass(500)
  const [slipped] = incidents.all.slice(-1)
  slips.add(slipped?.id ?? '')
  await pass(11_000)
  slips.clear()
  expect(incidents.all).toContain(slipped)
  await pass(30_000)
  expect(incidents.all).toHaveLength(3)
})

test('an alarm that an action left is taken over at once', async () => {
  const { incidents, alarms, raise, pass } = scene()
  raise(1)
  incidents.follow()
  await pass(500)
  const alarm = alarms.get(1)
  if (!alarm) throw new Error('no alarm')
  incidents.take({ ...alarm, acknowledged: true, ackTs: NOON + 7 })
  expect(incidents.all[0]?.acknowledgedMs).toBe(NOON + 7)
  incidents.take({ ...alarm, cleared: true, clearTs: NOON + 8 })
  expect(incidents.all).toEqual([])
})

test('a read that was under way when the user acted does not undo what the action left', async () => {
  const { incidents, alarms, raise, acknowledge, asked, pass } = scene(2000)
  raise(1)
  incidents.follow()
  await pass(4000)
  const readsOfAll = () => asked.filter((what) => what === 'active').length
  while (readsOfAll() < 2) await pass(500)
  const before = alarms.get(1)
  if (!before) throw new Error('no alarm')
  incidents.take({ ...before, acknowledged: true, ackTs: NOON + 7 })
  await pass(3000)
  expect(incidents.all[0]?.acknowledgedMs).toBe(NOON + 7)
  acknowledge(1)
  await pass(60_000)
  expect(incidents.all[0]?.acknowledgedMs).toBeGreaterThan(NOON + 7)
})

test('what an action asks for after nobody follows any more is not read', async () => {
  const { incidents, raise, asked, pass } = scene()
  raise(1)
  const leave = incidents.follow()
  await pass(500)
  leave()
  const before = asked.length
  incidents.readAgain()
  await pass(60_000)
  expect(asked).toHaveLength(before)
})

test('where a read of all takes long, only what has changed is read meanwhile', async () => {
  const { incidents, raise, asked, pass } = scene(2000)
  for (let number = 0; number < 5; number += 1) raise(number)
  incidents.follow()
  await pass(4000)
  for (let number = 5; number < 15; number += 1) {
    raise(number)
    await pass(2000)
    expect(incidents.all).toHaveLength(number + 1)
  }
  expect(asked.filter((what) => what === 'active')).toHaveLength(1)
  await pass(40_000)
  expect(asked.filter((what) => what === 'active').length).toBeGreaterThan(1)
})

test.each([0, 3000])('whatever happens, they are those of the platform afterwards (a read takes %i ms)', async (ms) => {
  const step = fc.record({ act: fc.constantFrom('raise', 'clear', 'acknowledge', 'pass'), number: fc.nat(5) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const platform = scene(ms)
      platform.incidents.follow()
      for (const { act, number } of steps) {
        if (act === 'pass') await platform.pass(number * 700)
        else if (act === 'raise') platform.raise(number)
        else if (platform.alarms.has(number)) platform[act as 'clear' | 'acknowledge'](number)
      }
      await platform.pass(2000 + 2 * ms)
      const open = [...platform.alarms.values()].filter(({ cleared }) => !cleared)
      const shape = ({ id, ack }: { id: string; ack: boolean }) => `${id} ${ack}`
      expect(
        platform.incidents.all.map(({ id, acknowledgedMs }) => shape({ id, ack: acknowledgedMs !== null })).toSorted(),
      ).toEqual(open.map(({ id, acknowledged }) => shape({ id: id.id, ack: acknowledged })).toSorted())
    }),
    { numRuns: 40 },
  )
})
