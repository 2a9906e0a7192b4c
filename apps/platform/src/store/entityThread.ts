import type { AuditPageQuery } from './auditPages.ts'
import type { RecordedWrite } from './entityStatements.ts'

/** How a thread of the entity database is started. Reading has its own thread, so that it never waits for a commit. */
export interface EntityThreadStart {
  readonly role: 'entity writer' | 'audit reader'
  readonly file: string
}

/** A request of the main thread to one of these threads. */
export type EntityAsk =
  | { readonly ask: 'write'; readonly writes: readonly RecordedWrite[] }
  | { readonly ask: 'auditPage'; readonly query: AuditPageQuery }
  | { readonly ask: 'pruneAudit'; readonly beforeMs: number }
  | { readonly ask: 'close' }

/** JSON text in UTF-8 for `auditPage`, whether there may be more for `pruneAudit`, nothing for the others. */
export type EntityResult = Uint8Array | boolean | undefined
