import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainStatements } from './entityStatements.ts'
import { openMemoryDatabase } from './memoryCopy.ts'
import { createUndoLog } from './undoLog.ts'

const TABLES = ['tenants', 'users', 'user_credentials', 'revocations'] as const

function openFollowed() {
  const db = openMemoryDatabase()
  const undoLog = createUndoLog(db)
  const { prepare } = plainStatements(db)
  const content = () => TABLES.map((table) => prepare(`SELECT rowid, * FROM ${table} ORDER BY rowid`).all())
  return { db, prepare, undoLog, content }
}

const WRITES = {
  tenant: "INSERT OR IGNORE INTO tenants VALUES ('t' || ?1, 'title' || ?2, ?2)",
  user: `INSERT INTO users (id, tenant_id, customer_id, created_time, authority, email, email_key, email_search, version, body)
    SELECT 'u' || ?1, id, '', ?2, 'TENANT_ADMIN', 'mail' || ?1, 'k', 's', 1, '{"quote":"it''s"}' FROM tenants LIMIT 1
    ON CONFLICT (id) DO UPDATE SET created_time = excluded.created_time, first_name_key = ?2`,
  credentials: `INSERT INTO user_credentials (user_id, enabled, failed_login_attempts)
    SELECT id, 1, ?2 FROM users WHERE id = 'u' || ?1 ON CONFLICT (user_id) DO UPDATE SET failed_login_attempts = ?2`,
  removeUser: "DELETE FROM users WHERE id = 'u' || ?1 AND ?2 = ?2",
  revocation: 'INSERT OR REPLACE INTO revocations VALUES (?1, ?2)',
} as const
type WriteName = keyof typeof WRITES

const someWrites = fc.array(
  fc.record({
    name: fc.constantFrom(...(Object.keys(WRITES) as WriteName[])),
    who: fc.integer({ min: 0, max: 3 }),
    n: fc.integer({ min: 0, max: 99 }),
  }),
  { maxLength: 20 },
)

describe('the undo log', () => {
  it('takes back all that was written since the mark, cascades and replaced rows included', () => {
    fc.assert(
      fc.property(someWrites, someWrites, (kept, undone) => {
        const { db, prepare, undoLog, content } = openFollowed()
        const write = (writes: typeof kept): void => {
          for (const { name, who, n } of writes) prepare(WRITES[name]).run(who, n)
        }
        write(kept)
        undoLog.forget(undoLog.mark())
        const before = content()
        write(undone)
        undoLog.undo()
        expect(content()).toEqual(before)
        expect(undoLog.mark()).toBe(0)
        expect(prepare('PRAGMA foreign_key_check').all()).toEqual([])
        db.close()
      }),
      { numRuns: 60 },
    )
  })

  it('takes back what came after a mark alone, when the rest is on disk', () => {
    const { prepare, undoLog } = openFollowed()
    prepare(WRITES.tenant).run(1, 1)
    const mark = undoLog.mark()
    prepare(WRITES.tenant).run(2, 2)
    undoLog.forget(mark)
    undoLog.undo()
    expect(prepare('SELECT created_time FROM tenants').all()).toMatchObject([{ created_time: 1 }])
  })
})
