/** Context of all copy jobs, and the report of each entry. */
import type { CallApi } from '@greenwave/client/callTypes'
import { listPages } from '@greenwave/client/listPages'
import { type EntityRef, isAssigned } from '@greenwave/contract/wire/ids'
import type { Page } from '@greenwave/contract/wire/page'
import type { EntryOutcome } from '../entryImport.ts'
import type { CopiedIds } from './copiedIds.ts'
import { repeating } from './repeating.ts'

/** Kinds that are copied, in this order: later ones refer to earlier ones. */
export const COPY_KINDS = ['customers', 'users', 'devices', 'images', 'assets', 'history'] as const
export type CopyKind = (typeof COPY_KINDS)[number]

/** Two platforms, and how one is copied to the other. */
export interface CopyContext {
  readonly from: CallApi
  readonly to: CallApi
  readonly ids: CopiedIds
  /** Nothing is written. */
  readonly isDryRun: boolean
  /** Whether existing entities that differ are replaced. */
  readonly isOverwriting: boolean
  /** Waits some milliseconds; rejects when the copying is to end. */
  readonly wait: (ms: number) => Promise<void>
}

/** Some entries, and how far they go: 0..1 of all. */
export interface CopyPage<Row> {
  readonly rows: readonly Row[]
  readonly fraction: number
}

/** How the entries of one kind are copied. */
export interface CopyJob<Row> {
  readonly kind: CopyKind
  pages(): AsyncGenerator<CopyPage<Row>, void, void>
  idOf(row: Row): string
  nameOf(row: Row): string
  /** Copies one entry. It looks first what is there, and so may be repeated. Rejects with the error of the call that failed. */
  copy(row: Row): Promise<EntryOutcome>
}

const PAGE_SIZE = 100

/** Query of a list. */
export interface ListQuery {
  readonly pageSize: number
  readonly page: number
  readonly sortProperty: string
  readonly sortOrder: string
}
/** Reads a list page by page, the oldest entries first, so that what is added meanwhile comes last. */
export async function* pagesOf<Row>(
  { wait }: Pick<CopyContext, 'wait'>,
  read: (query: ListQuery) => Promise<Page<Row>>,
): AsyncGenerator<CopyPage<Row>, void, void> {
  const sorted = { pageSize: PAGE_SIZE, sortProperty: 'createdTime', sortOrder: 'ASC' }
  let done = 0
  for await (const { data, hasNext, totalElements } of listPages((page) =>
    repeating(wait, () => read({ ...sorted, page })),
  )) {
    done += data.length
    yield { rows: data, fraction: hasNext ? done / totalElements : 1 }
  }
}

/** Returns the customer of an entity; null for none, as `CopiedIds.customerOf` returns it. */
export function assigned({ customerId }: { readonly customerId: EntityRef }): EntityRef | null {
  return isAssigned(customerId) ? customerId : null
}
