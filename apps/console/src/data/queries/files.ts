/** Brings what is in files to the platform, and back. */
import { createClient } from '@greenwave/client/createClient'
import { attributeCalls } from '@greenwave/contract/wire/calls/attributes'
import { customerCalls } from '@greenwave/contract/wire/calls/customers'
import { deviceEditCalls } from '@greenwave/contract/wire/calls/deviceRecords'
import { deviceCalls } from '@greenwave/contract/wire/calls/devices'
import { entityQueryCalls } from '@greenwave/contract/wire/calls/entityQueries'
import { timeseriesCalls } from '@greenwave/contract/wire/calls/timeseries'
import { userCalls } from '@greenwave/contract/wire/calls/users'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { EntityDataQuery } from '@greenwave/contract/wire/entityQueries'
import { entityRef } from '@greenwave/contract/wire/ids'
import { copiedValues } from '@greenwave/rollout/copyParts'
import { type ListEntry, type ListKind, writeList } from '@greenwave/transfer/entityList'
import type { EntryOutcome } from '@greenwave/transfer/entryImport'
import { existingOf } from '@greenwave/transfer/existing'
import { expectedOutcomes } from '@greenwave/transfer/expectedOutcomes'
import { customersByTitle, importList } from '@greenwave/transfer/listImport'
import { linksFile, loginsFile } from '@greenwave/transfer/secrets'
import type { JunctionSettings, ParsedJunction } from '@greenwave/transfer/settingsFile'
import { type ImportPreview, previewImport } from '@greenwave/transfer/settingsImport'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../apiErrors.ts'
import { serverNowMs } from '../serverTime.ts'
import { whoIsSignedIn } from '../session.ts'
import { callDeps } from '../signInApi.ts'

/** Calls the platform to import and export files. Throws as `callApi` does. */
const callFiles = createClient({
  ...callDeps,
  calls: {
    ...deviceCalls,
    ...deviceEditCalls,
    ...customerCalls,
    ...userCalls,
    ...attributeCalls,
    ...entityQueryCalls,
    saveTimeseries: timeseriesCalls.saveTimeseries,
  },
})

const PAGE_SIZE = 500
/** Junctions that are read at once. */
const AT_ONCE = 6
const NAME_AND_LABEL = ['name', 'label'].map((key) => ({ type: 'ENTITY_FIELD' as const, key }))

/** How much of something is done, 0..1. */
export type OnShare = (share: number) => void

interface NamedDevice {
  readonly id: string
  readonly name: string
  readonly label: string
}

/** Fetches the names of these devices, or of all that the user may see. */
async function fetchDevices(ids: readonly string[] | 'all', signal: AbortSignal): Promise<readonly NamedDevice[]> {
  const devices: NamedDevice[] = []
  const entityFilter: EntityDataQuery['entityFilter'] =
    ids === 'all'
      ? { type: 'entityType', entityType: 'DEVICE' }
      : { type: 'entityList', entityType: 'DEVICE', entityList: [...ids] }
  const sortOrder = { key: { type: 'ENTITY_FIELD' as const, key: 'name' }, direction: 'ASC' as const }
  for (let page = 0; ; page += 1) {
    const body = { entityFilter, pageLink: { page, pageSize: PAGE_SIZE, sortOrder }, entityFields: NAME_AND_LABEL }
    const { data, hasNext } = await callFiles('findEntities', { body, signal })
    for (const { entityId, latest } of data) {
      const { name, label } = latest.ENTITY_FIELD ?? {}
      devices.push({ id: entityId.id, name: String(name?.value ?? ''), label: String(label?.value ?? '') })
    }
    if (!hasNext) return devices
  }
}

/** Fetches the settings of these junctions, or of all that the user may see, without junctions deleted meanwhile. */
export async function fetchSettingsOf(
  ids: readonly string[] | 'all',
  onShare: OnShare,
  signal: AbortSignal,
): Promise<readonly JunctionSettings[]> {
  const devices = await fetchDevices(ids, signal)
  const read = async ({ id, name, label }: NamedDevice): Promise<JunctionSettings | null> => {
    try {
      const params = { entityType: 'DEVICE', entityId: id, scope: 'SHARED_SCOPE' } as const
      const shared = await callFiles('attributes', { params, signal })
      const values = Object.fromEntries(shared.map(({ key, value }) => [key, value]))
      return { name, label, settings: copiedValues(values, ['all']) }
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  }
  const junctions: JunctionSettings[] = []
  for (let first = 0; first < devices.length; first += AT_ONCE) {
    const some = await Promise.all(devices.slice(first, first + AT_ONCE).map(read))
    junctions.push(...some.filter((one) => one !== null))
    onShare(Math.min(1, (first + AT_ONCE) / devices.length))
  }
  return junctions
}

/** Compares the junctions of a file of settings with what they have. */
export async function compareJunctions(
  junctions: readonly ParsedJunction[],
  onShare: OnShare,
  signal: AbortSignal,
): Promise<ImportPreview> {
  const devices = await fetchDevices('all', signal)
  const byName = new Map(devices.map(({ id, name, label }) => [name, { id: entityRef('DEVICE', id), label }]))
  return previewImport(callFiles, junctions, byName, onShare, signal)
}

/** Returns all devices, customers or users as the text of a file. */
export async function exportList(kind: ListKind): Promise<{ readonly text: string; readonly count: number }> {
  const existing = await existingOf(kind, callFiles)
  const values = existing.map((one) => one.values)
  return { text: writeList(kind, values), count: values.length }
}

/** Fetches the customers by title, whom the lines of lists name. */
export const fetchCustomersByTitle = () => customersByTitle(callFiles)

/** A list that is to be imported. */
export interface ImportedList {
  readonly kind: ListKind
  readonly entries: readonly ListEntry[]
  readonly customers: ReadonlyMap<string, Customer>
  readonly isOverwriting: boolean
}

const EXPECTED_OUTCOMES = 'expectedOutcomes'

/** Query for the number of lines of a list that are new, present or different; `nth` distinguishes files. */
export const expectedQuery = ({ kind, entries, customers }: Omit<ImportedList, 'isOverwriting'>, nth: number) =>
  queryOptions({
    queryKey: [EXPECTED_OUTCOMES, kind, nth],
    queryFn: () => expectedOutcomes(kind, entries, customers, callFiles),
    // The platform's data changes; after an import it is read again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Imports a list, and lets the pages read again what it is of. Rejects as `importList` does. */
export async function importEntries(
  { kind, entries, customers, isOverwriting }: ImportedList,
  client: QueryClient,
  onOutcome: (entry: ListEntry, outcome: EntryOutcome) => void,
  signal: AbortSignal,
): Promise<void> {
  const by = whoIsSignedIn()
  const context = { call: callFiles, customers, isOverwriting, by, from: 'console', nowMs: serverNowMs }
  try {
    await importList(kind, entries, context, onOutcome, signal)
  } finally {
    for (const key of ['devices', 'customers', 'users']) void client.invalidateQueries({ queryKey: [key] })
    void client.resetQueries({ queryKey: [EXPECTED_OUTCOMES] })
  }
}

/** Returns the logins of the devices, or the activation links of the users, of a list as the text of a file. */
export function secretsOf({ kind, entries, customers }: ImportedList): Promise<string> {
  return kind === 'devices' ? loginsFile(callFiles, entries) : linksFile(callFiles, entries, customers)
}
