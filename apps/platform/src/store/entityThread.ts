import type { AlarmRead } from './alarmReads.ts'
import type { AuditPageQuery } from './auditPages.ts'
import type { RecordedWrite } from './entityStatements.ts'

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
  | { readonly ask: 'pruneAudit'; readonly beforeMs: number }
  | { readonly ask: 'pruneAlarms'; readonly beforeMs: number }
  | { readonly ask: 'removeAlarmsOf'; readonly originatorId: string }
  | { readonly ask: 'close' }

/** JSON text in UTF-8 for reads, whether there may be more for what prunes and removes, nothing for the others. */
export type EntityResult = Uint8Array | boolean | undefined
