import type { AuditPageQuery } from './auditPages.ts'
import type { RecordedWrite } from './entityStatements.ts'

/** What a thread of the entity database is for. Reading has its own, so that it never waits for the disk. */
export interface EntityThreadStart {
  readonly role: 'entity writer' | 'audit reader'
  readonly file: string
}

/** What the main thread asks of one. */
export type EntityAsk =
  | { readonly ask: 'write'; readonly writes: readonly RecordedWrite[] }
  | { readonly ask: 'auditPage'; readonly query: AuditPageQuery }
  | { readonly ask: 'pruneAudit'; readonly beforeMs: number }
  | { readonly ask: 'close' }

/** JSON text in UTF-8 for `auditPage`, whether there may be more for `pruneAudit`, nothing for the others. */
export type EntityResult = Uint8Array | boolean | undefined
