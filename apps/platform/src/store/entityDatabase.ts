import { DatabaseSync } from 'node:sqlite'
import { watchPresence } from '../sqlite/filePresence.ts'
import { type Identity, writeIdentity } from '../sqlite/identity.ts'
import { migrate } from '../sqlite/migrate.ts'
import { makePrivateFile } from '../sqlite/privateFiles.ts'
import type { StoreLog } from '../sqlite/storeLog.ts'
import { createAskingThread } from '../threads/askingThread.ts'
import { type AuditPageQuery, createAuditPages } from './auditPages.ts'
import { createEntityCommits } from './entityCommits.ts'
import { ENTITY_MIGRATIONS } from './entityMigrations.ts'
import { type EntityStatements, plainStatements, type RecordedWrite } from './entityStatements.ts'
import type { EntityAsk, EntityResult, EntityThreadStart } from './entityThread.ts'
import { copyIntoMemory, openMemoryDatabase } from './memoryCopy.ts'
import { createRecordedDatabase, type RecordedDatabase } from './recordedDatabase.ts'
import { createUndoLog } from './undoLog.ts'

/**
 * All entities but the audit log, in memory: reads and writes return at once and wait for no disk. A thread brings what was
 * written to `greenwave.db`; who has to know that it is there awaits `committed`.
 */
export interface EntityDatabase extends Pick<RecordedDatabase, 'transaction' | 'standing'> {
  readonly db: EntityStatements
  /** Writes for the disk alone, as of the audit log, which is not in memory. */
  readonly recordOnly: (write: RecordedWrite, stands: boolean) => void
  /** Calls after each outermost transaction, whether it was committed or undone. */
  onSettled(listener: () => void): void
  /** Calls when memory went back to what the disk holds, because that could not be written to. */
  onUndone(listener: () => void): void
  /** Resolves when everything written by now is on disk; rejects when it was refused, and is gone from memory too. */
  committed(): Promise<void>
  /** A page of audit records as JSON text. */
  auditPage(query: AuditPageQuery): Promise<Uint8Array>
  /** Deletes audit records made before a time, epoch milliseconds; resolves when they are gone. */
  pruneAudit(beforeMs: number): Promise<void>
  close(): Promise<void>
}

/**
 * Opens `greenwave.db`, brings its schema up to date and writes what it is to state. Its file is made when it is missing.
 */
export function openEntityDatabase(path: string, identity: Identity, log: StoreLog): EntityDatabase {
  makePrivateFile(path)
  // Held open although only the threads use the file: closing the last connection writes all of the log into the file, which a
  // start need not wait for.
  const file = openFile(path, identity)
  const db = openMemoryDatabase()
  copyIntoMemory(db, path)
  const undoLog = createUndoLog(db)
  const thread = (role: EntityThreadStart['role']) =>
    createAskingThread<EntityAsk, EntityResult>(
      {
        script: new URL('./entityWorker.ts', import.meta.url),
        data: { role, file: path } satisfies EntityThreadStart,
        strayFailure: 'The thread of the entity database failed',
        youngMb: 4,
      },
      { ask: 'close' },
      log,
    )
  const writer = thread('entity writer')
  const reader = thread('audit reader')
  const checkPresence = watchPresence(path)
  const settled: (() => void)[] = []
  const undone: (() => void)[] = []
  const commits = createEntityCommits({
    write: async (writes) => {
      await writer.ask({ ask: 'write', writes })
    },
    undoLog,
    repeat: (unit) => recorded.repeat(unit),
    onUndone: () => {
      for (const listener of undone) listener()
    },
    log,
  })
  const recorded = createRecordedDatabase(db, {
    beforeWrite: checkPresence,
    onUnit: (unit) => commits.add(unit),
    onSettled: () => {
      for (const listener of settled) listener()
    },
  })

  return {
    db: recorded.statements,
    transaction: recorded.transaction,
    standing: recorded.standing,
    recordOnly: recorded.recordOnly,
    onSettled: (listener) => void settled.push(listener),
    onUndone: (listener) => void undone.push(listener),
    committed: commits.committed,
    async auditPage(query) {
      // What was recorded just now is part of the page.
      await commits.committed().catch(() => {})
      const page = await reader.ask({ ask: 'auditPage', query })
      if (!(page instanceof Uint8Array)) throw new Error('The thread answered no page')
      return page
    },
    async pruneAudit(beforeMs) {
      while ((await writer.ask({ ask: 'pruneAudit', beforeMs })) === true);
    },
    async close() {
      try {
        await commits.close()
      } finally {
        await reader.close()
        await writer.close()
        file.close()
        db.close()
      }
    },
  }
}

/** Entities that are kept in memory only, the audit log with them. */
export function openEntitiesInMemory(): EntityDatabase {
  const db = openMemoryDatabase()
  const settled: (() => void)[] = []
  const recorded = createRecordedDatabase(db, {
    beforeWrite: () => {},
    onUnit: () => {},
    onSettled: () => {
      for (const listener of settled) listener()
    },
  })
  const plain = plainStatements(db)
  const auditPages = createAuditPages(plain)
  return {
    db: recorded.statements,
    transaction: recorded.transaction,
    standing: recorded.standing,
    recordOnly: ([sql, values]) => void plain.prepare(sql).run(...values),
    onSettled: (listener) => void settled.push(listener),
    onUndone: () => {},
    committed: () => Promise.resolve(),
    auditPage: async (query) => auditPages(query),
    // What is in memory only is gone before it is old.
    pruneAudit: async () => {},
    close: async () => db.close(),
  }
}

function openFile(path: string, identity: Identity): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 5000 })
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    migrate(db, path, ENTITY_MIGRATIONS)
    writeIdentity(db, identity)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
