import { describe, expect, it } from 'vitest'
import { createHeldStorage } from '../../testing/heldStorage.ts'

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
