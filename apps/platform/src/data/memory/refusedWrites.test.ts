import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHeldStorage, type HeldCommit } from '../../testing/heldStorage.ts'
import { foldRows } from '../journal/foldRows.ts'
import type { DeviceChange, TimedValue } from '../port/deviceData.ts'
import type { ValuePart } from '../port/journalRow.ts'

/** A refused write is not shown, sent or written later; an acknowledged one stays. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const full = new Error('database or disk is full')

function open() {
  const held = createHeldStorage()
  const { data } = held
  const notified: DeviceChange[] = []
  data.subscribe('one', (change) => notified.push(change))
  let ended = 0
  /**
   * Lets the next commit begin, after the pause that follows a failed one at the latest; undefined when there is
   * nothing to commit.
   */
  const next = async (): Promise<HeldCommit | undefined> => {
    await vi.advanceTimersByTimeAsync(1100)
    const commit = held.held[ended]
    if (commit) ended += 1
    return commit
  }
  /** Ends all further commits. */
  const endAll = async (error?: Error): Promise<void> => {
    for (let commit = await next(); commit; commit = await next()) await commit.end(error)
  }
  const latest = (): Record<string, TimedValue> => Object.fromEntries(data.latest('one'))
  const shared = (): Record<string, unknown> =>
    Object.fromEntries([...data.attributes('one', 'SHARED_SCOPE')].map(([key, { value }]) => [key, value]))
  const close = async (): Promise<void> => {
    const closing = data.close()
    await endAll()
    await closing
  }
  return { ...held, notified, next, endAll, latest, shared, close }
}

describe('attributes', () => {
  it('are shown and reported when they are committed, in the order in which they were written', async () => {
    const { data, notified, next, shared, close } = open()
    const writes = [
      data.saveAttributes('one', 'SHARED_SCOPE', { Mode: 1, Plan: 2 }, 1),
      data.saveAttributes('one', 'SHARED_SCOPE', { Mode: 3 }, 2),
      data.deleteAttributes('one', 'SHARED_SCOPE', ['Plan', 'none']),
    ]
    const commit = await next()
    expect([shared(), notified]).toEqual([{}, []])
    expect([...data.attributesUnderWay('one', 'SHARED_SCOPE').keys()]).toEqual(['Mode', 'Plan'])
    await commit?.end()
    expect((await Promise.all(writes)).at(-1)).toEqual(['Plan'])
    expect(shared()).toEqual({ Mode: 3 })
    expect(data.attributesUnderWay('one', 'SHARED_SCOPE').size).toBe(0)
    expect(
      notified.map((change) => ('values' in change ? change.values : 'keys' in change ? change.keys : [])),
    ).toEqual([{ Mode: 1, Plan: 2 }, { Mode: 3 }, ['Plan']])
    await close()
  })

  it('of a refused commit are neither shown nor reported nor written later; nor is a deletion carried out', async () => {
    const { data, held, notified, next, endAll, shared, close } = open()
    const first = data.saveAttributes('one', 'SHARED_SCOPE', { Mode: 1 }, 1)
    await endAll()
    await first
    notified.length = 0
    const refused = Promise.allSettled([
      data.saveAttributes('one', 'SHARED_SCOPE', { Mode: 2, Vang: 3 }, 2),
      data.deleteAttributes('one', 'SHARED_SCOPE', ['Mode']),
    ])
    await (await next())?.end(full)
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const other = data.saveAttributes('one', 'SHARED_SCOPE', { Do_cong: 2 }, 3)
    await endAll()
    await other
    expect(shared()).toEqual({ Mode: 1, Do_cong: 2 })
    expect(notified).toMatchObject([{ kind: 'attributes', values: { Do_cong: 2 } }])
    expect(held.at(-1)?.batch.rows.map(([, , , , body]) => body)).toEqual(['[["Do_cong",2]]'])
    expect(data.attributesUnderWay('one', 'SHARED_SCOPE').size).toBe(0)
    await close()
  })
})

describe('telemetry', () => {
  it('is shown at once and taken back when its commit is refused: listeners hear what was there before', async () => {
    const { data, notified, next, endAll, latest, close } = open()
    const first = data.saveTelemetry('one', [{ ts: 1, values: { a: 1 } }])
    await endAll()
    await first
    notified.length = 0
    const refused = Promise.allSettled([data.saveTelemetry('one', [{ ts: 2, values: { a: 2, b: 2 } }])])
    expect(latest()).toEqual({ a: { ts: 2, value: 2 }, b: { ts: 2, value: 2 } })
    await (await next())?.end(full)
    expect((await refused)[0]?.status).toBe('rejected')
    expect(latest()).toEqual({ a: { ts: 1, value: 1 } })
    expect(notified).toEqual([
      { kind: 'telemetry', deviceId: 'one', samples: [{ ts: 2, values: { a: 2, b: 2 } }] },
      { kind: 'telemetryDeleted', deviceId: 'one', keys: ['a', 'b'] },
      { kind: 'telemetry', deviceId: 'one', samples: [{ ts: 1, values: { a: 1 } }] },
    ])
    await close()
  })

  it('that came behind the refused commit stays, also where the refused value was newer', async () => {
    const { data, next, endAll, latest, close } = open()
    const refused = Promise.allSettled([data.saveTelemetry('one', [{ ts: 9, values: { a: 9, b: 9 } }])])
    const commit = await next()
    const later = data.saveTelemetry('one', [{ ts: 5, values: { a: 5 } }])
    expect(latest().a?.ts).toBe(9)
    await commit?.end(full)
    await refused
    expect(latest()).toEqual({ a: { ts: 5, value: 5 } })
    await endAll()
    await later
    expect(latest()).toEqual({ a: { ts: 5, value: 5 } })
    await close()
  })
})

describe('whatever is written and whichever commits fail', () => {
  const key = fc.constantFrom('a', 'b')
  const step = fc.oneof(
    fc.record({ kind: fc.constant('telemetry' as const), ts: fc.nat(4), key }),
    fc.record({ kind: fc.constant('attributes' as const), key }),
    fc.record({ kind: fc.constant('deleteAttributes' as const), key }),
    fc.record({ kind: fc.constant('deleteLatest' as const), key }),
    fc.record({ kind: fc.constant('begin' as const) }),
    fc.record({ kind: fc.constant('end' as const), fails: fc.boolean() }),
  )

  it('memory shows what is on disk, and every writer was answered truly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const { data, next, endAll, held, latest, shared, close } = open()
        let running: HeldCommit | undefined
        const failed = new Set<HeldCommit>()
        const answers: { n: number; kept: boolean }[] = []
        const written: Promise<unknown>[] = []
        for (const [n, does] of steps.entries()) {
          const answered = (writing: Promise<unknown>): void =>
            void written.push(
              writing.then(
                () => answers.push({ n, kept: true }),
                () => answers.push({ n, kept: false }),
              ),
            )
          if (does.kind === 'begin') running ??= await next()
          else if (does.kind === 'end') {
            if (running && does.fails) failed.add(running)
            await running?.end(does.fails ? full : undefined)
            running = undefined
          } else if (does.kind === 'telemetry') {
            answered(data.saveTelemetry('one', [{ ts: does.ts, values: { [does.key]: n } }]))
          } else if (does.kind === 'attributes') {
            answered(data.saveAttributes('one', 'SHARED_SCOPE', { [does.key]: n }, n))
          } else if (does.kind === 'deleteAttributes') {
            answered(data.deleteAttributes('one', 'SHARED_SCOPE', [does.key]))
          } else {
            const range = { startTs: 0, endTs: 9 }
            answered(data.deleteTelemetry('one', [does.key], range, { deleteLatest: true, rewriteLatest: false }))
          }
        }
        await running?.end()
        await endAll()
        await Promise.all(written)

        const kept = held.filter((commit) => !failed.has(commit))
        const rows = kept.flatMap(({ batch }) => batch.rows)
        const names = new Map(held.flatMap(({ batch }) => batch.keySets))
        const onDisk = (part: ValuePart): Record<string, TimedValue> =>
          Object.fromEntries(
            foldRows(
              rows,
              part,
              (id) => JSON.parse(names.get(id) ?? '[]'),
              () => new Map(),
            ),
          )
        expect(latest()).toEqual(onDisk('latest'))
        expect(shared()).toEqual(
          Object.fromEntries(Object.entries(onDisk(1)).map(([name, { value }]) => [name, value])),
        )
        const texts = rows.map(([, , , , body]) => body)
        for (const { n, kept: isKept } of answers) {
          const does = steps[n]
          if (does?.kind !== 'telemetry') continue
          expect(texts.includes(`[${n}]`)).toBe(isKept)
        }
        await close()
      }),
      { numRuns: 150 },
    )
  })
})
