import { describe, expect, it } from 'vitest'
import { quietLog } from '../testing/testEntities.ts'
import { createEntityCommits } from './entityCommits.ts'
import type { RecordedWrite, WriteUnit } from './entityStatements.ts'

const unit = (name: string, isLasting = false): WriteUnit => ({ writes: [[name, []]], isLasting })

/** Opens commits whose disk answers when the test says so. */
function openCommits() {
  const batches: { names: string[]; succeed: () => void; fail: () => void }[] = []
  const happened: string[] = []
  const arrived: (() => void)[] = []
  const commits = createEntityCommits({
    write: (writes: readonly RecordedWrite[]) =>
      new Promise((resolve, reject) => {
        batches.push({
          names: writes.map(([sql]) => sql),
          succeed: resolve,
          fail: () => reject(new Error('disk full')),
        })
        arrived.shift()?.()
      }),
    undoLog: { mark: () => 1, forget: () => happened.push('forget'), undo: () => happened.push('undo') },
    repeat: ({ writes }) => happened.push(`repeat ${writes[0]?.[0]}`),
    onUndone: () => happened.push('undone'),
    log: quietLog,
  })
  const batch = async (index: number) => {
    while (!batches[index]) await new Promise<void>((resolve) => arrived.push(resolve))
    return batches[index]
  }
  return { commits, batches, batch, happened }
}

describe('commits of entities', () => {
  it('go one batch at a time, and what gathers meanwhile makes the next', async () => {
    const { commits, batch, batches } = openCommits()
    commits.add(unit('a'))
    commits.add(unit('b'))
    const first = await batch(0)
    commits.add(unit('c'))
    const all = commits.committed()
    expect(batches).toHaveLength(1)
    first.succeed()
    const second = await batch(1)
    second.succeed()
    await all
    expect(batches.map(({ names }) => names)).toEqual([['a', 'b'], ['c']])
  })

  it('refuse what failed and what came after it, since that may build on it, and undo both in memory', async () => {
    const { commits, batch, happened } = openCommits()
    commits.add(unit('a'))
    const first = commits.committed()
    const disk = await batch(0)
    commits.add(unit('b'))
    const second = commits.committed()
    disk.fail()
    await expect(first).rejects.toThrow('disk full')
    await expect(second).rejects.toThrow('disk full')
    expect(happened).toEqual(['undo', 'undone'])
    commits.add(unit('c'))
    expect((await batch(1)).names).toEqual(['c'])
  })

  it('keep lasting writes, refuse nobody for them, and write them when the disk takes them again', async () => {
    const { commits, batch, happened } = openCommits()
    commits.add(unit('sign-out', true))
    const signedOut = commits.committed()
    const disk = await batch(0)
    disk.fail()
    await signedOut
    expect(happened).toEqual(['undo', 'repeat sign-out', 'undone'])
    const again = await batch(1)
    expect(again.names).toEqual(['sign-out'])
    again.succeed()
    await commits.close()
  })

  it('write at closing what is left, and close also when that fails', async () => {
    const { commits, batch, batches } = openCommits()
    commits.add(unit('a'))
    const written = commits.committed()
    const closing = commits.close()
    const disk = await batch(0)
    disk.fail()
    await closing
    await expect(written).rejects.toThrow('disk full')
    expect(batches).toHaveLength(1)
  })
})
