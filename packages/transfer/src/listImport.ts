/**
 * @file Brings the entries of a list to a platform, one after the other. What is there as the list says is left alone,
 * so that an import that broke off is simply repeated. What is there and differs is a conflict, unless it is to be
 * overwritten.
 */
import { ApiError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import type { Customer } from '@greenwave/contract/wire/customers'
import pMap from 'p-map'
import { deviceImporter } from './deviceImporter.ts'
import type { ListEntry, ListKind, ParsedList } from './entityList.ts'
import type { EntryOutcome, ImportEntry, ImporterContext } from './entryImport.ts'
import { differingFields, existingCustomers } from './existing.ts'
import { type FileProblem, problemAt } from './fileProblem.ts'
import { userImporter } from './userImporter.ts'

const IMPORTERS: Readonly<Record<ListKind, (context: ImporterContext) => Promise<ImportEntry>>> = {
  devices: deviceImporter,
  customers: customerImporter,
  users: userImporter,
}

/** How many entries are imported at once. */
const CALLS_AT_ONCE = 4
const UNAUTHORIZED = 401

/** Returns the customers of the platform by title. */
export async function customersByTitle(call: CallApi<'customers'>): Promise<ReadonlyMap<string, Customer>> {
  return new Map((await existingCustomers(call)).map(({ entity }) => [entity.title, entity]))
}

/** Returns the problems of entries that name a customer whom the platform does not have. */
export function unknownCustomers({ entries }: ParsedList, customers: ReadonlyMap<string, Customer>): FileProblem[] {
  return entries.flatMap(({ line, values: { customer } }) =>
    customer === undefined || customers.has(customer)
      ? []
      : [problemAt(line, 'customer', 'unknownName', { name: customer })],
  )
}

/**
 * Imports entries. A refusal concerns its entry alone; without an answer, or when the session is over, it rejects, and
 * may be repeated. After the signal nothing more is begun; when the entries under way are done, it rejects with the reason.
 *
 * @param onOutcome called for each entry, in any order
 */
export async function importList(
  kind: ListKind,
  entries: readonly ListEntry[],
  context: ImporterContext,
  onOutcome: (entry: ListEntry, outcome: EntryOutcome) => void,
  signal?: AbortSignal,
): Promise<void> {
  const importEntry = await IMPORTERS[kind](context)
  const work = async (entry: ListEntry) => {
    if (!signal?.aborted) onOutcome(entry, await refusalsOf(importEntry, entry))
  }
  await pMap(entries, work, { concurrency: CALLS_AT_ONCE })
  signal?.throwIfAborted()
}

async function refusalsOf(importEntry: ImportEntry, entry: ListEntry): Promise<EntryOutcome> {
  try {
    return await importEntry(entry)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === UNAUTHORIZED) throw error
    return { state: 'failed', why: error.serverMessage ?? error.message }
  }
}

/** Creates the importer of customers, matched by title. */
async function customerImporter({ call, isOverwriting }: ImporterContext): Promise<ImportEntry> {
  const existing = new Map((await existingCustomers(call)).map((one) => [one.entity.title, one]))
  return async ({ name, values }) => {
    const there = existing.get(name)
    if (!there) {
      await call('saveCustomer', { body: { ...values, title: name, additionalInfo: {} } })
      return { state: 'created' }
    }
    const fields = differingFields(values, there.values)
    if (fields.length === 0) return { state: 'same' }
    if (!isOverwriting) return { state: 'conflict', fields }
    await call('saveCustomer', { body: { ...there.entity, ...values } })
    return { state: 'updated' }
  }
}
