import { describe, expect, it, vi } from 'vitest'
import { quietLog } from '../store/testEntities.ts'
import type { CommitBatch } from './commitBatch.ts'
import { createDeviceDataStore } from './deviceDataStore.ts'
import { ROW_KIND } from './journalRow.ts'
import { openMemoryStorage } from './memoryStorage.ts'
import { decodeValues } from './valueRows.ts'

/** A storage whose commits end when and as the test says. */
function createHeldStorage() {
  const storage = openMemoryStorage()
  const held: { batch: CommitBatch; end: (error?: Error) => Promise<void> }[] = []
  const data = createDeviceDataStore(
    {
      ...storage,
      commit: (batch) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const end = async (error?: Error): Promise<void> => {
          if (error) reject(error)
          else resolve(storage.commit(batch))
          await promise.catch(() => {})
        }
        held.push({ batch, end })
        return promise
      },
    },
    quietLog,
  )
  return { data, held, commitNo: (n: number) => vi.waitFor(() => expectCommit(held[n]), { timeout: 5000 }) }
}

function expectCommit<T>(commit: T | undefined): T {
  if (commit === undefined) throw new Error('not committed yet')
  return commit
}

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

  it('rejects when the disk is full, and later writes whole what memory shows', async () => {
    const { data, commitNo } = createHeldStorage()
    const refused = data.saveTelemetry('one', message(1))
    const alsoRefused = data.saveAttributes('one', 'SHARED_SCOPE', { Mode: 4 }, 9)
    const outcomes = Promise.allSettled([refused, alsoRefused])
    const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
    await (await commitNo(0)).end(full)
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(data.latest('one').get('a')?.value).toBe(1)
    const retry = await commitNo(1)
    expect(retry.batch.devices).toEqual([[1, 'one']])
    const rows = retry.batch.rows.map(([, kind, , , body]) => [kind, [...decodeValues(body).keys()]])
    expect(rows).toEqual([
      [ROW_KIND.wholeLatest, ['a']],
      [ROW_KIND.wholeAttributes, []],
      [ROW_KIND.wholeAttributes + 1, ['Mode']],
      [ROW_KIND.wholeAttributes + 2, []],
    ])
    await retry.end()
    const closing = data.close()
    await closing
  })

  it('never writes a device again that was deleted while its commit failed', async () => {
    const { data, commitNo } = createHeldStorage()
    const refused = data.saveTelemetry('one', message(1))
    const commit = await commitNo(0)
    const forgetting = data.forgetDevice('one')
    const outcomes = Promise.allSettled([refused, forgetting])
    await commit.end(new Error('disk'))
    const next = await commitNo(1)
    expect(next.batch.rows).toEqual([])
    expect(next.batch.forgotten).toEqual([1])
    await next.end()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})
