import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DiskWatch } from '../meter/diskWatch.ts'
import { type Health, NO_HEALTH } from '../meter/readiness.ts'
import { type Identity, writeIdentity } from '../sqlite/identity.ts'
import { migrate } from '../sqlite/migrate.ts'
import { createPrivateFile, watchPresence } from '../sqlite/privateFiles.ts'
import type { StoreLog } from '../sqlite/storeLog.ts'
import { createAskingThread } from '../threads/askingThread.ts'
import { createAlarmPruning } from './alarmPruning.ts'
import { type AlarmRead, createAlarmReads } from './alarmReads.ts'
import { type AuditPageQuery, createAuditPages } from './auditPages.ts'
import { createEntityCommits } from './entityCommits.ts'
import { ENTITY_MIGRATIONS } from './entityMigrations.ts'
import {
  createImageLinkReads,
  createImageReads,
  type EntityStatements,
  plainStatements,
  type RecordedWrite,
} from './entityStatements.ts'
import { copyIntoMemory, openMemoryDatabase } from './memoryCopy.ts'
import { createRecordedDatabase, type RecordedDatabase } from './recordedDatabase.ts'
import { createUndoLog } from './undoLog.ts'

/**
 * All entities in memory, except what grows for ever or is large: the audit log, cleared alarms, comments on alarms, images. Reads and writes return at once and wait for no disk; a thread copies
 * the writes to `greenwave.db`. A caller that must know that its writes are on disk awaits `committed`.
 */
export interface EntityDatabase extends Pick<RecordedDatabase, 'transaction' | 'lastingTransaction'> {
  readonly db: EntityStatements
  /** Writes to the disk only, as for the audit log, which is not in memory. */
  readonly recordOnly: (write: RecordedWrite, isLasting: boolean) => void
  /** Adds a listener that is called after each outermost transaction, committed or not. */
  onSettled(listener: () => void): void
  /**
   * Adds a listener that is called when memory has gone back to what is on disk, because the disk could not be written.
   */
  onUndone(listener: () => void): void
  /**
   * Resolves when everything written by now is on disk. Rejects when it was refused; it is then gone from memory too.
   */
  committed(): Promise<void>
  /** Resolves with a page of audit records as JSON text. Rejects with an error of code PAGE_TOO_LARGE. */
  auditPage(query: AuditPageQuery): Promise<Uint8Array>
  /** Deletes audit records older than a time, epoch milliseconds; resolves when they are gone. */
  pruneAudit(beforeMs: number): Promise<void>
  /**
   * Runs a statement in memory only, to drop a row from there that stays on disk. Does nothing where there is no disk.
   */
  readonly dropFromMemory: (write: RecordedWrite) => void
  /**
   * Resolves with what the disk answers about alarms, as JSON text in UTF-8, with everything that was written just now.
   * Rejects with an error of code PAGE_TOO_LARGE.
   */
  readAlarms(query: AlarmRead): Promise<Uint8Array>
  /** Resolves with what an image shows; empty when it is gone. */
  imageContent(id: string): Promise<Uint8Array>
  /** Resolves with the links of images in comments on alarms. */
  imageLinks(): Promise<readonly string[]>
  /**
   * Deletes alarms that were raised and cleared before a time, epoch milliseconds, and those whose originator is gone;
   * resolves when it has.
   */
  pruneAlarms(beforeMs: number): Promise<void>
  /** Deletes the alarms of an originator from the disk; resolves when they are gone. */
  removeAlarmsOf(originatorId: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens `greenwave.db`, creates it if needed, updates its schema and writes its identity.
 * @throws {StoreRefused} when a later release wrote it
 */
export function openEntityDatabase(
  path: string,
  identity: Identity,
  log: StoreLog,
  health: Health = NO_HEALTH,
  disk = new DiskWatch(dirname(path), health),
): EntityDatabase {
  createPrivateFile(path)
  // This connection stays open although only the threads use the file: closing the last connection writes the whole log
  // into the file, and a start need not wait for that.
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
        isReplaceable: role === 'record reader',
      },
      { ask: 'close' },
      log,
      health,
    )
  const writer = thread('entity writer')
  const reader = thread('record reader')
  const plain = plainStatements(db)
  const checkPresence = watchPresence(path)
  const settled: (() => void)[] = []
  const undone: (() => void)[] = []
  const commits = createEntityCommits({
    write: async (writes) => {
      await disk.watched(writer.ask({ ask: 'write', writes }))
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

  /** Reads from the disk, with what was written just now. */
  async function read(ask: EntityAsk): Promise<Uint8Array> {
    await commits.committed().catch(() => {})
    const json = await reader.ask(ask)
    if (!(json instanceof Uint8Array)) throw new Error('The thread answered no bytes')
    return json
  }
  /** Repeats an ask until nothing is left to do. */
  async function toTheEnd(ask: EntityAsk): Promise<void> {
    while ((await writer.ask(ask)) === true);
  }

  return {
    db: recorded.statements,
    transaction: recorded.transaction,
    lastingTransaction: recorded.lastingTransaction,
    recordOnly: recorded.recordOnly,
    dropFromMemory: ([sql, values]) => void plain.prepare(sql).run(...values),
    onSettled: (listener) => void settled.push(listener),
    onUndone: (listener) => void undone.push(listener),
    committed: commits.committed,
    auditPage: (query) => read({ ask: 'auditPage', query }),
    pruneAudit: (beforeMs) => toTheEnd({ ask: 'pruneAudit', beforeMs }),
    readAlarms: (query) => read({ ask: 'readAlarms', query }),
    imageContent: (id) => read({ ask: 'imageContent', imageId: id }),
    imageLinks: async () => linksOf(await read({ ask: 'imageLinks' })),
    pruneAlarms: (beforeMs) => toTheEnd({ ask: 'pruneAlarms', beforeMs }),
    removeAlarmsOf: (originatorId) => toTheEnd({ ask: 'removeAlarmsOf', originatorId }),
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

/** Opens a database that keeps everything in memory only. */
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
  const alarmReads = createAlarmReads(plain)
  const imageContent = createImageReads(plain)
  const imageLinks = createImageLinkReads(plain)
  const alarms = createAlarmPruning(db)
  return {
    db: recorded.statements,
    transaction: recorded.transaction,
    lastingTransaction: recorded.lastingTransaction,
    recordOnly: ([sql, values]) => void plain.prepare(sql).run(...values),
    dropFromMemory: () => {},
    onSettled: (listener) => void settled.push(listener),
    onUndone: () => {},
    committed: () => Promise.resolve(),
    auditPage: async (query) => auditPages(query),
    // Nothing in memory lives long enough to expire.
    pruneAudit: async () => {},
    readAlarms: async (query) => new TextEncoder().encode(alarmReads(query)),
    imageContent: async (id) => imageContent(id),
    imageLinks: async () => linksOf(imageLinks()),
    pruneAlarms: async () => {},
    async removeAlarmsOf(originatorId) {
      while (alarms.ofOriginator(originatorId));
    },
    close: async () => db.close(),
  }
}

const linksOf = (json: Uint8Array): readonly string[] => JSON.parse(new TextDecoder().decode(json))

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

/** Start of a thread of the entity database. Reading has its own thread, so that it never waits for a commit. */
export interface EntityThreadStart {
  readonly role: 'entity writer' | 'record reader'
  readonly file: string
}

/** A request of the main thread to one of these threads. */
export type EntityAsk =
  | { readonly ask: 'write'; readonly writes: readonly RecordedWrite[] }
  | { readonly ask: 'auditPage'; readonly query: AuditPageQuery }
  | { readonly ask: 'readAlarms'; readonly query: AlarmRead }
  | { readonly ask: 'imageContent'; readonly imageId: string }
  | { readonly ask: 'imageLinks' }
  | { readonly ask: 'pruneAudit'; readonly beforeMs: number }
  | { readonly ask: 'pruneAlarms'; readonly beforeMs: number }
  | { readonly ask: 'removeAlarmsOf'; readonly originatorId: string }
  | { readonly ask: 'close' }

/** JSON text in UTF-8 or the bytes of an image for reads, whether there may be more for what prunes and removes, nothing for the others. */
export type EntityResult = Uint8Array | boolean | undefined
