/**
 * The worker threads behind entityDatabase.ts: one writes `greenwave.db`, one reads what only
 * the disk has: the audit log, cleared alarms, comments and images.
 */
import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { namingDamage } from '../sqlite/damage.ts'
import { watchPresence } from '../sqlite/privateFiles.ts'
import { inTransaction } from '../sqlite/transaction.ts'
import { answerAsks } from '../threads/answerAsks.ts'
import { createAlarmPruning } from './alarmPruning.ts'
import { createAlarmReads } from './alarmReads.ts'
import { createAuditPages } from './auditPages.ts'
import {
  createImageLinkReads,
  createImageReads,
  type EntityStatement,
  plainStatements,
  type RecordedWrite,
} from './entityStatements.ts'
import type { EntityAsk, EntityResult, EntityThreadStart } from './entityDatabase.ts'
import { provideTextFunctions } from './textOrder.ts'

/** Records deleted at a time; this takes some milliseconds, so that no write waits long for it. */
const PRUNE_STEP = 2000

/**
 * Creates a function that deletes some of the audit records older than a time (epoch milliseconds), oldest first. It
 * returns whether there may be more.
 */
function createAuditPruning(db: DatabaseSync): (beforeMs: number) => boolean {
  // Records are numbered in the order in which they were added, so the oldest have the lowest numbers.
  const remove = db.prepare(`
    DELETE FROM audit_logs WHERE created_time < ?1
      AND no IN (SELECT no FROM audit_logs ORDER BY no LIMIT ${PRUNE_STEP})`)
  return (beforeMs) => Number(remove.run(beforeMs).changes) > 0
}

const start: EntityThreadStart = workerData
const db = new DatabaseSync(start.file, { readOnly: start.role === 'record reader', timeout: 5000 })
const serve = namingDamage(db, () => (start.role === 'entity writer' ? serveWriter(start.file) : serveReader()))
answerAsks((ask: EntityAsk) => namingDamage(db, () => serve(ask), tableOf(ask)))

/** Returns the table that a request reads or prunes; undefined for one of several. */
function tableOf({ ask }: EntityAsk): string | undefined {
  if (ask === 'auditPage' || ask === 'pruneAudit') return 'audit_logs'
  if (ask === 'imageContent') return 'image_contents'
  if (ask === 'imageLinks') return 'alarm_comments'
  return ask === 'readAlarms' || ask === 'pruneAlarms' || ask === 'removeAlarmsOf' ? 'alarms' : undefined
}

function serveWriter(file: string): (ask: EntityAsk) => EntityResult {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -2000')
  const checkPresence = watchPresence(file)
  const plain = plainStatements(db)
  const pruneAudit = createAuditPruning(db)
  const alarms = createAlarmPruning(db)
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
    if (request.ask === 'pruneAudit') return pruneAudit(request.beforeMs)
    if (request.ask === 'pruneAlarms') return alarms.expired(request.beforeMs) || alarms.strays()
    if (request.ask === 'removeAlarmsOf') return alarms.ofOriginator(request.originatorId)
    if (request.ask === 'write') write(request.writes)
    else if (request.ask === 'close') db.close()
    return undefined
  }
}

function serveReader(): (ask: EntityAsk) => EntityResult {
  provideTextFunctions(db)
  const auditPage = createAuditPages(plainStatements(db))
  const readAlarms = createAlarmReads(plainStatements(db))
  const imageContent = createImageReads(plainStatements(db))
  const imageLinks = createImageLinkReads(plainStatements(db))
  return (request) => {
    if (request.ask === 'auditPage') return auditPage(request.query)
    if (request.ask === 'readAlarms') return new TextEncoder().encode(readAlarms(request.query))
    if (request.ask === 'imageContent') return imageContent(request.imageId)
    if (request.ask === 'imageLinks') return imageLinks()
    if (request.ask === 'close') db.close()
    return undefined
  }
}
