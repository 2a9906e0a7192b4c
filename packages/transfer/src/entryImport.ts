/** How one entry of a list comes to a platform, of any kind. */
import type { ChangeCalls } from '@greenwave/changes/writeChange'
import type { CallApi } from '@greenwave/client/callTypes'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { ListEntry } from './entityList.ts'

/** Result of an entry. `fields` are the columns in which it differs from what the platform has. */
export type EntryOutcome =
  | { readonly state: 'created' | 'updated' | 'same' }
  | { readonly state: 'conflict'; readonly fields: readonly string[] }
  | { readonly state: 'failed'; readonly why: string }

/** The calls that import lists. */
type ImportCalls = ChangeCalls &
  CallApi<
    | 'attributes'
    | 'tenantDevices'
    | 'saveDevice'
    | 'saveDeviceWithCredentials'
    | 'deviceCredentials'
    | 'saveDeviceCredentials'
    | 'customers'
    | 'saveCustomer'
    | 'customerUsers'
    | 'user'
    | 'saveUser'
  >

/** Context of an importer. */
export interface ImporterContext {
  readonly call: ImportCalls
  readonly isOverwriting: boolean
  readonly customers: ReadonlyMap<string, Customer>
  /** Who imports. */
  readonly by: { readonly id: string; readonly name: string }
  /** From where, as records of changes say it. */
  readonly from: string
  /** The platform's time, epoch milliseconds. */
  readonly nowMs: () => number
}

/** Brings one entry to the platform. Rejects with the error of the call that failed. */
export type ImportEntry = (entry: ListEntry) => Promise<EntryOutcome>
