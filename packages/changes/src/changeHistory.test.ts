import { ApiError } from '@greenwave/client/callErrors'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HistoryRequest, fetchHistory } from './changeHistory.ts'
import type { HistoryEntry } from './historyEntry.ts'
import { FakeHistory } from './testing/fakeHistory.ts'

const NOW = 1_795_309_200_000
const ALL = { fromMs: NOW - 86_400_000, untilMs: NOW }

function record(at: number, by: string, more: Partial<ChangeRecord> = {}): ChangeRecord {
  return {
    id: `${by} ${at}`,
    at,
    by: { id: by, name: `${by}@signal.vn` },
    from: 'console',
    state: 'written',
    why: '',
    said: '',
    words: [],
    scope: 'SHARED_SCOPE',
    after: { Mode: 1 },
    before: { Mode: 4, Vang: 3 },
    unkept: [],
    ...more,
  }
}

async function readAll(platform: FakeHistory, request: Partial<HistoryRequest> = {}): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = []
  let reached = Number.POSITIVE_INFINITY
  for await (const step of fetchHistory(platform.call, { ...ALL, hasAudit: true, ...request })) {
    entries.push(...step.entries)
    expect(step.reachedMs).toBeLessThanOrEqual(reached)
    reached = step.reachedMs
  }
  return entries
}

const told = (entries: readonly HistoryEntry[]) =>
  entries.map((entry) =>
    entry.kind === 'change'
      ? `${entry.device.id} ${entry.change.by.id} ${entry.witness.kind}`
      : `${entry.device.id} outside ${entry.by}`,
  )

describe('a history', () => {
  it('has recorded changes with what the audit log says of each, and changes without a record', async () => {
    const platform = new FakeHistory()
    platform.add('A', record(NOW - 50_000, 'mai'))
    platform.log('A', NOW - 49_900, 'mai', { Mode: 1 })
    platform.add('B', record(NOW - 40_000, 'mai'))
    platform.log('B', NOW - 39_000, 'lan', { Mode: 1 })
    platform.add('B', record(NOW - 30_000, 'mai', { after: { Mode: 0 } }))
    platform.log('C', NOW - 20_000, 'script', { Vang: 5 })
    platform.log('C', NOW - 19_000, 'script', { firmware: 5 })
    expect(told(await readAll(platform)).sort()).toEqual([
      'A mai confirmed',
      'B mai missing',
      'B mai other',
      'C outside script@signal.vn',
    ])
  })

  it('has the signature of a commissioning with its evidence, and none of the steps before it', async () => {
    const platform = new FakeHistory()
    const begun = { at: NOW - 60_000, by: 'mai@signal.vn' }
    const after = { gw_commissioning: { begun, lamps: {}, signed: { at: NOW - 50_000, by: 'mai@signal.vn' } } }
    platform.log('A', NOW - 60_000, 'mai', { gw_commissioning: { begun, lamps: {} } }, 'SERVER_SCOPE')
    platform.add('A', record(NOW - 50_000, 'mai', { scope: 'SERVER_SCOPE', before: {}, after }))
    platform.log('A', NOW - 49_900, 'mai', after, 'SERVER_SCOPE')
    expect(told(await readAll(platform))).toEqual(['A mai confirmed'])
  })

  it('does not call a change unconfirmed that was made just now', async () => {
    const platform = new FakeHistory()
    platform.add('A', record(NOW - 1000, 'mai'))
    expect(told(await readAll(platform))).toEqual(['A mai unknown'])
  })

  it('of one device, and of a customer, has what is theirs alone', async () => {
    const platform = new FakeHistory()
    platform.add('A', record(NOW - 50_000, 'mai'), 'Quận 1')
    platform.add('B', record(NOW - 40_000, 'mai'), 'Quận 3')
    for (const id of ['A', 'B', 'C']) platform.log(id, NOW - 30_000, 'script', { Vang: 5 })
    expect(told(await readAll(platform, { customer: 'Quận 3' })).sort()).toEqual([
      'B mai missing',
      'B outside script@signal.vn',
    ])
    expect(told(await readAll(platform, { device: { id: 'A', name: 'A', label: '' } })).sort()).toEqual([
      'A mai missing',
      'A outside script@signal.vn',
    ])
  })

  it('without an audit log finds what changed between two records, and since the last one', async () => {
    const platform = new FakeHistory()
    platform.add('A', record(NOW - 50_000, 'mai'))
    platform.add('A', record(NOW - 20_000, 'mai', { before: { Mode: 1, Vang: 5 }, after: { Mode: 4 } }))
    const device = { id: 'A', name: 'A', label: '', present: { settings: { Mode: 4, Vang: 6 }, atMs: NOW } }
    const entries = await readAll(platform, { hasAudit: false, device })
    expect(entries).toMatchObject([
      { kind: 'outside', sinceMs: NOW - 20_000, before: { Vang: 5 }, after: { Vang: 6 } },
      { kind: 'change', witness: { kind: 'unknown' } },
      { kind: 'outside', sinceMs: NOW - 50_000, before: { Vang: 3 }, after: { Vang: 5 } },
      { kind: 'change' },
    ])
  })

  it('waits where a platform is asked for too much, and has every change once', async () => {
    const platform = new FakeHistory()
    for (let nth = 0; nth < 40; nth += 1) platform.add(`D${nth}`, record(NOW - 60_000 - nth, 'mai'))
    const pauses: number[] = []
    const pause = async (ms: number) => void pauses.push(ms)
    let asked = 0
    const call = ((...args: Parameters<typeof platform.call>) => {
      asked += 1
      if (asked % 3 === 0) return Promise.reject(new ApiError(429))
      return platform.call(...args)
    }) as typeof platform.call
    const entries: HistoryEntry[] = []
    for await (const step of fetchHistory(call, { ...ALL, hasAudit: true, pause })) entries.push(...step.entries)
    expect(told(entries)).toEqual(Array.from({ length: 40 }, (_, nth) => `D${nth} mai missing`))
    expect(new Set(pauses)).toContain(500)
    const refusing = (() => Promise.reject(new ApiError(429))) as typeof platform.call
    await expect(fetchHistory(refusing, { ...ALL, hasAudit: true, pause }).next()).rejects.toMatchObject({
      status: 429,
    })
  })

  it('is read no further than it is asked for', async () => {
    const platform = new FakeHistory()
    for (let nth = 0; nth < 300; nth += 1) platform.add(`D${nth}`, record(NOW - 20_000 - nth * 60_000, 'mai'))
    const steps = fetchHistory(platform.call, { ...ALL, hasAudit: false })
    const first: HistoryEntry[] = []
    for await (const { entries } of steps) {
      first.push(...entries)
      if (first.length >= 10) break
    }
    expect(told(first.slice(0, 3))).toEqual(['D0 mai unknown', 'D1 mai unknown', 'D2 mai unknown'])
    expect(platform.calls).toBeLessThan(30)
  })

  it('has every change and every other write once, the last first, whatever happened when', async () => {
    const acts = fc.array(
      fc.record({
        device: fc.constantFrom('A', 'B', 'C', 'D'),
        secondsAgo: fc.integer({ min: 1, max: 90_000 }),
        kind: fc.constantFrom('confirmed', 'other', 'missing', 'outside'),
      }),
      { maxLength: 150 },
    )
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        const platform = new FakeHistory()
        const expected: string[] = []
        const taken = new Set<number>()
        for (const [nth, { device, secondsAgo, kind }] of all.entries()) {
          const at = NOW - secondsAgo * 1000
          if (taken.has(secondsAgo)) continue
          taken.add(secondsAgo)
          // A value of its own, so that no write fits to another change.
          const after = { Vang: nth }
          if (kind !== 'outside') platform.add(device, record(at, 'mai', { after }))
          if (kind === 'outside') platform.log(device, at, 'script', after)
          else if (kind !== 'missing') platform.log(device, at + 300, kind === 'other' ? 'lan' : 'mai', after)
          const isIn = at >= ALL.fromMs
          const isFresh = secondsAgo <= 10 && kind === 'missing'
          if (isIn && kind === 'outside') expected.push(`${device} outside script@signal.vn`)
          else if (isIn) expected.push(`${device} mai ${isFresh ? 'unknown' : kind}`)
        }
        const entries = await readAll(platform)
        expect(told(entries).sort()).toEqual(expected.sort())
        const times = entries.flatMap((entry) => (entry.kind === 'change' ? entry.atMs : []))
        expect(times).toEqual(times.toSorted((a, b) => b - a))
      }),
      { numRuns: 40 },
    )
  })
})
