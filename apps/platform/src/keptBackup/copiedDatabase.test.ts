import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../testing/testStore.ts'
import { CopiedDatabase, type StorePages } from './copiedDatabase.ts'

/** A database that another connection writes, and its copy. */
async function start() {
  const path = join(makeFolder(), 'a.db')
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)')
  const copied = new CopiedDatabase('a.db', path, undefined)
  const insert = db.prepare('INSERT INTO t (body) VALUES (?)')
  let count = 0
  const store: StorePages = async (bytes) => {
    count += 1
    return { object: String(count), bytes: bytes.length }
  }
  expect(copied.needsCopy()).toBe(true)
  await copied.copy(store)
  onTestFinished(() => {
    copied.close()
    if (db.isOpen) db.close()
  })
  const anHourAgo = Date.now() / 1000 - 3600
  /** Closes as rounds do: a first one moves what is in the log, one that comes later finds nothing more. */
  const closeLater = () => {
    copied.closeFile()
    for (const file of [path, `${path}-wal`]) utimesSync(file, anHourAgo, anHourAgo)
    copied.closeFile()
  }
  return { db, copied, store, closeLater, write: (text: string) => insert.run(text) }
}

test('changes that were released before all were stored are not in the chain', async () => {
  const { copied, store, write } = await start()
  const { chain } = copied
  write('one')
  expect(copied.needsCopy()).toBe(false)
  write('two')
  expect(copied.needsCopy()).toBe(false)
  let stored = 0
  await copied.storeChanges(async (bytes) => {
    stored += 1
    // The log grew too large, as the target took long.
    if (stored === 2) copied.release()
    return store(bytes)
  })
  expect(stored).toBe(2)
  expect(copied.chain).toBe(chain)
  expect(copied.isBehind).toBe(true)
  expect(copied.needsCopy()).toBe(true)
})

test('changes of which some were stored are in the chain when the others are too', async () => {
  const { copied, store, write } = await start()
  const { chain } = copied
  write('one')
  copied.needsCopy()
  write('two')
  copied.needsCopy()
  let isFull = true
  let tried = 0
  const failing: StorePages = async (bytes) => {
    tried += 1
    if (tried === 2 && isFull) throw new Error('full')
    return store(bytes)
  }
  await expect(copied.storeChanges(failing)).rejects.toThrow('full')
  expect(copied.chain).toBe(chain)
  isFull = false
  await copied.storeChanges(failing)
  expect(copied.chain?.parts).toHaveLength(3)
  expect(copied.isBehind).toBe(false)
})

test('a file that changes while its last changes are stored is not closed before these are stored too', async () => {
  const { db, copied, store, write, closeLater } = await start()
  write('one')
  copied.needsCopy()
  await copied.storeChanges(async (bytes) => {
    write('late')
    return store(bytes)
  })
  closeLater()
  expect(copied.isClosedCopy()).toBe(false)
  await copied.storeChanges(store)
  closeLater()
  expect(copied.isClosedCopy()).toBe(true)
  expect(copied.chain?.parts).toHaveLength(3)
  // A change that is only in the log, beside which a reader remains.
  write('later')
  expect(copied.isClosedCopy()).toBe(false)
  db.close()
  expect(copied.isClosedCopy()).toBe(false)
})

test('a file that changed within the tick of its clock is not taken as closed yet', async () => {
  const { copied, store, write, closeLater } = await start()
  write('one')
  copied.needsCopy()
  await copied.storeChanges(store)
  copied.closeFile()
  expect(copied.isClosedCopy()).toBe(false)
  closeLater()
  expect(copied.isClosedCopy()).toBe(true)
})
