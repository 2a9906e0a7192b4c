import { afterEach, describe, expect, it, vi } from 'vitest'
import { NO_METER } from '../../meter/meter.ts'
import { createHeldStorage } from '../../testing/heldStorage.ts'
import { quietLog } from '../../testing/testEntities.ts'
import { createGroupCommit } from './groupCommit.ts'

const diskFull = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
const message = (value: number) => [{ ts: 1, values: { a: value } }]

describe('group commit', () => {
  it('gathers all that comes while a commit is under way into the next one', async () => {
    const { data, commitNo } = createHeldStorage()
    const first = data.saveTelemetry('one', message(1))
    const commit = await commitNo(0)
    const others = [data.saveTelemetry('one', message(2)), data.saveTelemetry('two', message(3))]
    await commit.end()
    await first
    const next = await commitNo(1)
    expect(next.batch.rows).toHaveLength(2)
    await next.end()
    await Promise.all(others)
  })

  it('acknowledges nothing before the commit has ended', async () => {
    const { data, commitNo } = createHeldStorage()
    let acknowledged = false
    const saved = data.saveTelemetry('one', message(1)).then(() => {
      acknowledged = true
    })
    const commit = await commitNo(0)
    expect(acknowledged).toBe(false)
    await commit.end()
    await saved
    expect(acknowledged).toBe(true)
  })

  it('rejects when the disk is full, and writes nothing of it later but the number of the device', async () => {
    const { data, commitNo } = createHeldStorage()
    const outcomes = Promise.allSettled([
      data.saveTelemetry('one', message(1)),
      data.saveAttributes('one', 'SHARED_SCOPE', { Mode: 4 }, 9),
    ])
    await (await commitNo(0)).end(diskFull)
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const retry = await commitNo(1)
    expect(retry.batch).toMatchObject({ devices: [[1, 'one']], rows: [] })
    await retry.end()
    const saved = data.saveTelemetry('one', [{ ts: 2, values: { b: 2 } }])
    const next = await commitNo(2)
    expect(next.batch.rows).toHaveLength(1)
    await next.end()
    await saved
    expect([...data.latest('one').keys()]).toEqual(['b'])
    expect(data.attributes('one', 'SHARED_SCOPE').size).toBe(0)
    await data.close()
  })

  it('never writes a device again that was deleted while its commit failed', async () => {
    const { data, commitNo } = createHeldStorage()
    const refused = data.saveTelemetry('one', message(1))
    const commit = await commitNo(0)
    const forgetting = data.forget('one')
    const outcomes = Promise.allSettled([refused, forgetting])
    await commit.end(new Error('disk'))
    const next = await commitNo(1)
    expect(next.batch.rows).toEqual([])
    expect(next.batch.forgotten).toEqual([1])
    await next.end()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})

describe('time between commits', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Writes once each millisecond to a disk whose commits take so long, and returns when each commit began. */
  async function beginsOf(commitMs: number): Promise<number[]> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const begins: number[] = []
    let waiting = 0
    const pending = {
      isEmpty: () => waiting === 0,
      take: () => {
        waiting = 0
        return { batch: { devices: [], keySets: [], rows: [], forgotten: [] }, written() {}, refused() {} }
      },
    }
    const group = createGroupCommit(
      pending,
      () => {
        begins.push(performance.now())
        return new Promise((resolve) => setTimeout(resolve, commitMs))
      },
      quietLog,
      NO_METER,
    )
    const start = performance.now()
    for (let ms = 0; ms < 1000; ms++) {
      waiting += 1
      void group.committed()
      await vi.advanceTimersByTimeAsync(1)
    }
    return begins.map((at) => at - start)
  }

  it.each([
    { commitMs: 2, interval: 12, why: 'a quick disk commits often' },
    { commitMs: 10, interval: 30, why: 'a slow one is left two thirds of the time' },
    { commitMs: 35, interval: 40, why: 'but no write waits longer than 40 ms' },
    { commitMs: 70, interval: 70, why: 'a very slow one commits without a pause, never two at a time' },
  ])('$why ($commitMs ms: every $interval ms)', async ({ commitMs, interval }) => {
    const [first = 0, ...later] = await beginsOf(commitMs)
    expect(first).toBeLessThan(2)
    const gaps = later.map((at, i) => at - ([first, ...later][i] ?? 0))
    expect(gaps.length).toBeGreaterThan(10)
    for (const gap of gaps) expect(Math.abs(gap - interval)).toBeLessThan(2)
  })
})
