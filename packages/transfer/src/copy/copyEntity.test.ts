import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { entityRef } from '@greenwave/contract/wire/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { CopiedIds } from './copiedIds.ts'
import type { CopyContext } from './copyContext.ts'
import { copyEntity, type EntityCopier } from './copyEntity.ts'

interface Row {
  readonly id: ReturnType<typeof entityRef>
  readonly name: string
}

/** Entities without attributes need no calls. */
const noCall = playedCalls((name) => {
  throw new Error(`${name} was called`)
})

let ids: CopiedIds
let written: string[]
/** What the other platform has: fields that differ, by name. */
let there: Map<string, readonly string[]>
beforeEach(() => {
  ids = new CopiedIds()
  written = []
  there = new Map()
})

const rowOf = (id: string, name: string): Row => ({ id: entityRef('DEVICE', id), name })
const copier: EntityCopier<Row> = {
  async find({ name }) {
    const fields = there.get(name)
    const replace = async () => void written.push(`replaced ${name}`)
    return fields && { id: entityRef('DEVICE', `there ${name}`), fields, replace }
  },
  async create({ name }) {
    written.push(`made ${name}`)
    there.set(name, [])
    return { id: entityRef('DEVICE', `there ${name}`) }
  },
}
const copy = (row: Row, how: Partial<CopyContext> = {}) =>
  copyEntity(
    { from: noCall, to: noCall, ids, isDryRun: false, isOverwriting: false, wait: async () => {}, ...how },
    copier,
    row,
  )

describe('an entity', () => {
  test('that is missing is made once, and then it is there', async () => {
    expect(await copy(rowOf('a', 'TLC-1'))).toEqual({ state: 'created' })
    expect(await copy(rowOf('a', 'TLC-1'))).toEqual({ state: 'same' })
    expect(written).toEqual(['made TLC-1'])
    expect(ids.of('a')).toBe('there TLC-1')
  })

  test('that differs is left alone, unless it is to be overwritten, and either way others may name it', async () => {
    there.set('TLC-1', ['label'])
    expect(await copy(rowOf('a', 'TLC-1'))).toEqual({ state: 'conflict', fields: ['label'] })
    expect(written).toEqual([])
    expect(ids.of('a')).toBe('there TLC-1')
    expect(await copy(rowOf('a', 'TLC-1'), { isOverwriting: true })).toEqual({ state: 'updated' })
    expect(written).toEqual(['replaced TLC-1'])
  })

  test('of a name that another one has is refused', async () => {
    await copy(rowOf('a', 'TLC-1'))
    expect(await copy(rowOf('b', 'TLC-1'))).toMatchObject({ state: 'failed', why: expect.stringContaining('rename') })
    expect(written).toEqual(['made TLC-1'])
  })

  test('is never written by a dry run, which says the same', async () => {
    there.set('TLC-2', ['label'])
    const how = { isDryRun: true, isOverwriting: true }
    expect(await copy(rowOf('a', 'TLC-1'), how)).toEqual({ state: 'created' })
    expect(await copy(rowOf('b', 'TLC-2'), how)).toEqual({ state: 'updated' })
    expect(written).toEqual([])
  })
})
