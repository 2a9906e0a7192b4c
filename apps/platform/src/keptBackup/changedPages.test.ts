import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type Changed, ChangedPages } from './changedPages.ts'

const RUNS = 20

const folders: string[] = []
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'gw-pages-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

const STEP = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write'), rows: fc.integer({ min: 1, max: 400 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), rows: fc.integer({ min: 1, max: 800 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('checkpoint'), rows: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart'), rows: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read'), rows: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('vacuum'), rows: fc.constant(0) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('copy'), rows: fc.constant(0) }) },
)

/** Applies pages to a copy as a restore does. */
function apply(copy: Map<number, Uint8Array>, { pages, pageCount }: Changed): void {
  for (const [number, page] of pages) copy.set(number, page)
  for (const number of copy.keys()) if (number > pageCount) copy.delete(number)
}

function contentOf(db: DatabaseSync): unknown[] {
  return db.prepare('SELECT id, body FROM t ORDER BY id').all()
}

test('the copy has what the database had, whatever is written, checkpointed and read meanwhile', () => {
  let restarts = 0
  let losses = 0
  fc.assert(
    fc.property(fc.array(STEP, { minLength: 5, maxLength: 40 }), (steps) => {
      const path = join(folder(), 'a.db')
      const db = new DatabaseSync(path)
      db.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA page_size = 512; VACUUM; PRAGMA wal_autocheckpoint = 40; CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)',
      )
      const reader = new DatabaseSync(path, { readOnly: true })
      const insert = db.prepare('INSERT INTO t (body) VALUES (?)')
      const changed = new ChangedPages(path, 20_000)
      const copy = new Map<number, Uint8Array>()
      let nth = 0
      const takeOver = (): void => {
        const logBefore = statSync(`${path}-wal`).size
        const changes = changed.takeChanges()
        if (changes === undefined) {
          losses += 1
          copy.clear()
          for (const set of changed.takeAll(4096)) apply(copy, set)
        } else apply(copy, changes)
        if (logBefore > 20_000) restarts += 1
        const target = join(folder(), 'b.db')
        writeFileSync(
          target,
          Buffer.concat(Array.from({ length: copy.size }, (_, index) => copy.get(index + 1) ?? Buffer.alloc(0))),
        )
        const restored = new DatabaseSync(target)
        expect(restored.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
        expect(contentOf(restored)).toEqual(contentOf(db))
        restored.close()
      }
      takeOver()
      for (const { kind, rows } of steps) {
        if (kind === 'write') {
          db.exec('BEGIN')
          for (let row = 0; row < rows; row += 1) {
            nth += 1
            insert.run(`${nth} ${'x'.repeat(nth % 300)}`)
          }
          db.exec('COMMIT')
        } else if (kind === 'delete') db.exec(`DELETE FROM t WHERE id IN (SELECT id FROM t ORDER BY id LIMIT ${rows})`)
        else if (kind === 'checkpoint') db.exec('PRAGMA wal_checkpoint(PASSIVE)')
        else if (kind === 'restart') db.exec('PRAGMA wal_checkpoint(RESTART)')
        else if (kind === 'vacuum') db.exec('VACUUM')
        else if (kind === 'read') {
          if (reader.isTransaction) reader.exec('ROLLBACK')
          else {
            reader.exec('BEGIN')
            reader.prepare('SELECT count(*) FROM t').get()
          }
        } else takeOver()
      }
      takeOver()
      changed.close()
      reader.close()
      db.close()
    }),
    { numRuns: RUNS },
  )
  // The place in the log is found again after it started anew, without another complete copy.
  expect(restarts).toBeGreaterThan(RUNS / 3)
  expect(losses).toBe(RUNS)
})

test('a log that was released and started again is noticed, and everything is copied', () => {
  const path = join(folder(), 'a.db')
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)')
  const changed = new ChangedPages(path)
  expect([...changed.takeAll(4096)].length).toBeGreaterThan(0)
  db.exec("INSERT INTO t (body) VALUES ('one')")
  expect(changed.takeChanges()?.pages.size).toBeGreaterThan(0)
  expect(changed.takeChanges()?.pages.size).toBe(0)
  changed.lose()
  expect(changed.takeChanges()).toBeUndefined()
  changed.close()
  db.close()
})

test('a database without a log, such as a day that is no longer written, is copied completely', () => {
  const path = join(folder(), 'a.db')
  const db = new DatabaseSync(path)
  db.exec(
    "PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT); INSERT INTO t (body) VALUES ('one')",
  )
  db.close()
  const changed = new ChangedPages(path)
  const [all] = [...changed.takeAll(1_000_000)]
  expect(all?.pages.size).toBe(2)
  expect(all?.pageCount).toBe(2)
  expect(changed.takeChanges()?.pages.size).toBe(0)
  changed.close()
})

test('writers do not wait while pages are read, and the log does not grow without end', () => {
  const path = join(folder(), 'a.db')
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)')
  const changed = new ChangedPages(path)
  for (const _ of changed.takeAll(4096));
  const insert = db.prepare('INSERT INTO t (body) VALUES (?)')
  let largest = 0
  for (let round = 0; round < 30; round += 1) {
    for (let row = 0; row < 500; row += 1) insert.run('x'.repeat(1000))
    expect(changed.takeChanges()?.pages.size).toBeGreaterThan(0)
    largest = Math.max(largest, statSync(`${path}-wal`).size)
  }
  // 30 rounds write more than 60 MB of frames.
  expect(largest).toBeLessThan(16_000_000)
  changed.close()
  db.close()
})

test('a log that grew large once is not large for ever', () => {
  const path = join(folder(), 'a.db')
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)')
  const changed = new ChangedPages(path)
  for (const _ of changed.takeAll(4096));
  const insert = db.prepare('INSERT INTO t (body) VALUES (?)')
  for (let row = 0; row < 3000; row += 1) insert.run('x'.repeat(1000))
  expect(changed.waitingLogBytes).toBeGreaterThan(3_000_000)
  expect(changed.takeChanges()?.pages.size).toBeGreaterThan(0)
  insert.run('after the log started again')
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(3_000_000)
  expect(changed.waitingLogBytes).toBeLessThan(100_000)
  changed.close()
  db.close()
})

test('a database that was deleted meanwhile is not made again', () => {
  const path = join(folder(), 'a b?#%.db')
  expect(() => new ChangedPages(path)).toThrow('unable to open database file')
  expect(existsSync(path)).toBe(false)
})
