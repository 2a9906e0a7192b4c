import type { RecordWindow } from '@greenwave/observer/recordWindow'
import { ALL_LAMPS, packLamps, QUARTER_MS, QUARTER_SECONDS, type Quarter } from '@greenwave/observer/replay/quarter'
import { expect, test } from 'vitest'
import { ApiError, isRefusal } from '../apiErrors.ts'
import type { HistoryFetches } from './historyFetches.ts'
import { JunctionHistory } from './JunctionHistory.ts'
import { failedKinds } from './reading.ts'
import { nameOf, piecesOf } from './pieces.ts'

const START = Date.UTC(2026, 10, 22, 6)
const NOW = START + 10 * 86_400_000
const HOUR = 3_600_000

function quarter(startMs: number): Quarter {
  const lamps = new Uint32Array(QUARTER_SECONDS).fill(packLamps(1, ALL_LAMPS))
  return { startMs, source: 'samples', lamps, clockMs: new Float64Array(900), counts: null, takenMs: null }
}

function record(startMs: number): RecordWindow {
  const cycle = { second: 0, startMs, startClockMs: null, firstPhase: null, inChange: false, evaluated: true }
  return { startMs, seconds: 900, cycles: [{ ...cycle, plan: 1, program: 1 }], runs: [{ second: 0, lit: 1 }] }
}

const NOTHING = { events: [], settings: [], changes: [] }

/** Reads that answer at once, and say what was asked for. */
function readsWith(more: Partial<HistoryFetches> = {}) {
  const asked: string[] = []
  const note = <Args extends unknown[], T>(kind: string, answer: (...args: Args) => T) => {
    return async (...args: Args): Promise<Awaited<T>> => {
      asked.push(kind)
      return await answer(...args)
    }
  }
  const reads: HistoryFetches = {
    displays: async () => undefined,
    samples: note('samples', more.samples ?? (async (startMs) => quarter(startMs))),
    lamps: async () => [],
    records: note('records', more.records ?? (async () => [])),
    events: note('events', more.events ?? (async () => NOTHING)),
    eventsBefore: note('before', more.eventsBefore ?? (async () => NOTHING)),
    incidents: note('incidents', more.incidents ?? (async () => ({ incidents: [], isCut: false }))),
  }
  return { reads, asked }
}

const isWhole = ({ state }: JunctionHistory) => state.total > 0 && state.done === state.total
/** Waits until all that is shown was read, or could not be. */
function whole(history: JunctionHistory): Promise<void> {
  return new Promise((resolve) => {
    if (isWhole(history)) {
      resolve()
      return
    }
    const end = history.onChange(() => {
      if (!isWhole(history)) return
      end()
      resolve()
    })
  })
}

const view = (fromMs: number, length: number) => ({ fromMs, untilMs: fromMs + length, atMs: fromMs + length / 2 })

test('an hour is read in seconds, a week in records, and the seconds at the cursor first', () => {
  const hour = piecesOf(view(START + 1000, HOUR))
  expect(hour.filter(({ kind }) => kind === 'samples')).toHaveLength(5)
  const week = piecesOf(view(START, 168 * HOUR))
  expect(week.filter(({ kind }) => kind === 'samples')).toHaveLength(1)
  expect(week[0]).toMatchObject({ kind: 'samples' })
  expect(week.filter(({ kind }) => kind === 'records')).toHaveLength(28)
  for (const pieces of [hour, week]) expect(new Set(pieces.map(nameOf)).size).toBe(pieces.length)
  const shown = week.filter(({ kind }) => kind === 'records')
  const middle = START + 84 * HOUR
  expect(shown[0]?.fromMs).toBeLessThanOrEqual(middle)
  expect(shown[0]?.untilMs).toBeGreaterThanOrEqual(middle)
})

test('greens are actuated where the record of the time says so; without a record, where the junction is actuated now', async () => {
  const limits = [{ smallest: 8, largest: 40 }, null, null] as const
  const history = new JunctionHistory(
    readsWith({
      samples: async (startMs) => ({ ...quarter(startMs), isActuated: true }),
      records: async () => [record(START), { ...record(START + QUARTER_MS), limits }],
    }).reads,
    () => NOW,
  )
  history.show(view(START, 3 * QUARTER_MS))
  await whole(history)
  expect([0, 1, 2].map((nth) => history.isActuatedAt(START + nth * QUARTER_MS))).toEqual([false, true, true])
  expect(history.quarterAt(START)?.source).toBe('samples')
})

test('what was read is kept: looking again asks for nothing, and quarters say where they come from', async () => {
  const old = START - 86_400_000
  const { reads, asked } = readsWith({
    samples: async (startMs) => (startMs >= START ? quarter(startMs) : undefined),
    records: async ({ fromMs }) => [record(fromMs)],
  })
  const history = new JunctionHistory(reads, () => NOW)
  history.show(view(START, QUARTER_MS))
  await whole(history)
  const count = asked.length
  expect(history.quarterAt(START)?.source).toBe('samples')
  history.show(view(START, QUARTER_MS))
  expect([asked.length, isWhole(history)]).toEqual([count, true])
  expect(history.readingOf(old)).toBe('reading')
  history.show(view(old, QUARTER_MS))
  await whole(history)
  expect(history.quarterAt(old)?.source).toBe('record')
  expect(history.cyclesOf({ fromMs: old, untilMs: START })).toHaveLength(1)
  expect(history.readingOf(old)).toBe('read')
})

test('moving on stops what is read no longer, and few pieces are read at a time', async () => {
  const running = new Map<number, AbortSignal>()
  const { reads } = readsWith({
    samples: (startMs, signal) =>
      new Promise((_, reject) => {
        running.set(startMs, signal)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    records: () => new Promise(() => undefined),
  })
  const history = new JunctionHistory(reads, () => NOW)
  history.show(view(START, HOUR))
  expect(running.size).toBe(1)
  const [first] = running.values()
  history.show(view(START + 24 * HOUR, HOUR))
  expect(first?.aborted).toBe(true)
  await expect.poll(() => running.size).toBe(2)
  history.end()
  expect([...running.values()].every(({ aborted }) => aborted)).toBe(true)
  expect(history.state.failures.size).toBe(0)
})

test('what the platform refuses is said by kind and not asked again; the rest is read', async () => {
  let refuses = true
  const { reads, asked } = readsWith({
    incidents: async () => {
      if (refuses) throw new ApiError(403)
      return { incidents: [], isCut: false }
    },
    records: async () => {
      if (refuses) throw new TypeError('no network')
      return []
    },
  })
  const history = new JunctionHistory(reads, () => NOW)
  history.show(view(START, 24 * HOUR))
  await whole(history)
  expect(failedKinds(history.state)).toEqual(['records', 'incidents'])
  expect([...history.state.failures.values()].map(isRefusal)).toEqual(expect.arrayContaining([true, false]))
  expect(history.incidentsOf({ fromMs: START, untilMs: NOW })).toBeUndefined()
  expect(asked.filter((kind) => kind === 'records').length).toBeLessThanOrEqual(2)
  refuses = false
  history.retry()
  await expect.poll(() => history.state.failures.size).toBe(0)
  await whole(history)
})

test.each(['samples', 'records'] as const)(
  'seconds whose %s could not be read are no gap, until they were read',
  async (kind) => {
    let isBroken = true
    const broken = async () => {
      if (isBroken) throw new TypeError('no network')
    }
    const { reads } = readsWith({
      samples: async () => {
        if (kind === 'samples') await broken()
        return undefined
      },
      records: async () => {
        if (kind === 'records') await broken()
        return []
      },
    })
    const history = new JunctionHistory(reads, () => NOW)
    const shown = { fromMs: START + 60_000, untilMs: START + 120_000 }
    history.show(view(shown.fromMs, 60_000))
    await whole(history)
    expect([history.readingOf(START), history.gapsOf(shown), history.unreadOf(shown)]).toEqual(['failed', [], [shown]])
    history.retry()
    expect(failedKinds(history.state)).toEqual([kind])
    await expect.poll(() => history.readingOf(START)).toBe('failed')
    isBroken = false
    const failedAfterRetry = () => {
      history.retry()
      return failedKinds(history.state)
    }
    await expect.poll(failedAfterRetry).toEqual([])
    await whole(history)
    expect([history.readingOf(START), history.gapsOf(shown), history.unreadOf(shown)]).toEqual(['read', [shown], []])
  },
)

test('the last half hour is read again later, because it still grows', async () => {
  let nowMs = START + QUARTER_MS
  const { reads, asked } = readsWith()
  const history = new JunctionHistory(reads, () => nowMs)
  const samples = () => asked.filter((kind) => kind === 'samples').length
  history.show(view(START, QUARTER_MS))
  await whole(history)
  history.show(view(START, QUARTER_MS))
  expect(samples()).toBe(1)
  nowMs += 20_000
  history.show(view(START, QUARTER_MS))
  await whole(history)
  expect(samples()).toBe(2)
  nowMs += 86_400_000
  history.show(view(START, QUARTER_MS))
  await whole(history)
  expect(samples()).toBe(3)
  nowMs += 86_400_000
  history.show(view(START, QUARTER_MS))
  await whole(history)
  expect(samples()).toBe(3)
})

test('seconds that had not arrived when they were read are no gap, nor is a quarter whose record is still to come', async () => {
  let nowMs = START + 60_000
  const lamps = new Uint32Array(QUARTER_SECONDS).fill(packLamps(1, ALL_LAMPS), 0, 58)
  const samples = async () => ({ ...quarter(START), lamps })
  const history = new JunctionHistory(readsWith({ samples }).reads, () => nowMs)
  history.show(view(START, 60_000))
  await whole(history)
  expect(history.gapsOf({ fromMs: START, untilMs: nowMs })).toEqual([])
  nowMs = START + 100_000
  expect(history.gapsOf({ fromMs: START, untilMs: nowMs })).toEqual([])
  history.show(view(START, 60_000))
  await whole(history)
  expect(history.gapsOf({ fromMs: START, untilMs: nowMs })).toEqual([
    { fromMs: START + 58_000, untilMs: START + 97_000 },
  ])
  const day = view(START + QUARTER_MS - 24 * HOUR, 24 * HOUR)
  history.show(day)
  await whole(history)
  expect(history.readingOf(START - QUARTER_MS)).toBe('reading')
  expect(history.readingOf(START - 2 * QUARTER_MS)).toBe('read')
})

test('a long way through the past keeps what is shown and forgets the rest', async () => {
  const { reads } = readsWith()
  const history = new JunctionHistory(reads, () => NOW)
  for (let day = 0; day < 140; day += 1) {
    history.show(view(START - day * 86_400_000, QUARTER_MS))
    await whole(history)
  }
  expect(history.quarterAt(START)).toBeUndefined()
  expect(history.quarterAt(START - 139 * 86_400_000)).toBeDefined()
})
