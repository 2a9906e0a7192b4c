/** The worker threads behind entityDatabase.ts: one writes `greenwave.db`, one reads the audit log. */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { watchPresence } from '../sqlite/filePresence.ts'
import { inTransaction } from '../sqlite/transaction.ts'
import { answerAsks } from '../threads/answerAsks.ts'
import { createAuditPages } from './auditPages.ts'
import { createAuditPruning } from './auditPruning.ts'
import { type EntityStatement, plainStatements, type RecordedWrite } from './entityStatements.ts'
import type { EntityAsk, EntityResult, EntityThreadStart } from './entityThread.ts'

const start: EntityThreadStart = workerData
answerAsks(start.role === 'entity writer' ? serveWriter(start.file) : serveReader(start.file))

function serveWriter(file: string): (ask: EntityAsk) => EntityResult {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -2000')
  const checkPresence = watchPresence(file)
  const plain = plainStatements(db)
  const prune = createAuditPruning(db)
  const statements = new Map<string, EntityStatement>()
  const prepared = (sql: string): EntityStatement => {
    const known = statements.get(sql)
    if (known) return known
    const statement = plain.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const write = (writes: readonly RecordedWrite[]): void =>
    inTransaction(db, () => {
      for (const [sql, values] of writes) prepared(sql).run(...values)
      // Checks before the commit: a refused write must not be in the file if the file is put back later.
      checkPresence()
    })
  return (request) => {
    if (request.ask === 'pruneAudit') return prune(request.beforeMs)
    if (request.ask === 'write') write(request.writes)
    else if (request.ask === 'close') db.close()
    return undefined
  }
}

function serveReader(file: string): (ask: EntityAsk) => EntityResult {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  const pages = createAuditPages(plainStatements(db))
  return (request) => {
    if (request.ask === 'auditPage') return pages(request.query)
    if (request.ask === 'close') db.close()
    return undefined
  }
}
