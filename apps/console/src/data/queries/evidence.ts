/** Evidence of a junction: the platform's own package, and what is shown and printed of the same span. */
import { createClient } from '@greenwave/client/createClient'
import { attributeCalls } from '@greenwave/contract/wire/calls/attributes'
import { evidenceCalls } from '@greenwave/contract/wire/calls/greenwave'
import { timeseriesCalls } from '@greenwave/contract/wire/calls/timeseries'
import type { EvidenceKey } from '@greenwave/contract/wire/evidence'
import { fetchJunctionNotes } from '@greenwave/evidence/junctionNotes'
import { CHANGES_TABLE } from '@greenwave/evidence/tables/changes'
import { CYCLES_TABLE } from '@greenwave/evidence/tables/cycles'
import { EVENTS_TABLE } from '@greenwave/evidence/tables/events'
import { secondsTable } from '@greenwave/evidence/tables/seconds'
import { SETTINGS_TABLE } from '@greenwave/evidence/tables/settings'
import type { Cell, HistorySource, Span, Table } from '@greenwave/evidence/tables/table'
import { SecondsTally } from '@greenwave/evidence/tally'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../apiErrors.ts'
import { callDeps } from '../signInApi.ts'

/** Largest reply, bytes. A page is much smaller; a platform that sends more than requested must not fill the memory. */
const MAX_REPLY_BYTES = 33_554_432

/** Calls the platform for evidence. Throws as `callApi` does. */
const callEvidence = createClient({
  ...callDeps,
  calls: { ...evidenceCalls, timeseries: timeseriesCalls.timeseries, attributes: attributeCalls.attributes },
  maxReplyBytes: MAX_REPLY_BYTES,
})

import { isGreenwave } from './system.ts'

/** A row of a table, its cells by the names of the columns. */
export type NamedCells = Readonly<Record<string, Cell>>

/** Rows of a span, by table. */
export interface EvidenceRows {
  readonly seconds: readonly NamedCells[]
  readonly cycles: readonly NamedCells[]
  readonly events: readonly NamedCells[]
  readonly settings: readonly NamedCells[]
  readonly changes: readonly NamedCells[]
  readonly figures: ReturnType<SecondsTally['figures']>
}

/** The key with which the platform signs evidence; null for a platform that signs none. */
export const evidenceKeyQuery = queryOptions({
  queryKey: ['evidence', 'key'],
  queryFn: async ({ client, signal }): Promise<EvidenceKey | null> => {
    if (!(await isGreenwave(client))) return null
    try {
      return await callEvidence('evidenceKey', { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Reads what is shown of a span. */
export function evidenceRowsQuery(deviceId: string, span: Span) {
  return queryOptions({
    queryKey: ['evidence', 'rows', deviceId, span.fromMs, span.untilMs],
    queryFn: async ({ signal }) => {
      const { displays } = await fetchJunctionNotes(callEvidence, deviceId, signal)
      return await fetchRows({ call: callEvidence, deviceId, displays, signal }, span)
    },
    // The past stays as it is, but for what arrives late.
    staleTime: 60_000,
  })
}

async function fetchRows(source: HistorySource, span: Span): Promise<EvidenceRows> {
  const tally = new SecondsTally()
  const [seconds, cycles, events, settings, changes] = await Promise.all([
    rowsOf(secondsTable({ withMissing: true, onSecond: tally.add }), source, span),
    rowsOf(CYCLES_TABLE, source, span),
    rowsOf(EVENTS_TABLE, source, span),
    rowsOf(SETTINGS_TABLE, source, span),
    rowsOf(CHANGES_TABLE, source, span),
  ])
  return { seconds, cycles, events, settings, changes, figures: tally.figures() }
}

async function rowsOf({ columns, rows }: Table, source: HistorySource, span: Span): Promise<readonly NamedCells[]> {
  const all: NamedCells[] = []
  for await (const step of rows(source, span)) {
    for (const row of step.rows) all.push(Object.fromEntries(columns.map(({ name }, nth) => [name, row[nth] ?? null])))
  }
  return all
}

/** A package that came down. */
export interface EvidenceFile {
  readonly file: Blob
  readonly name: string | undefined
}

/**
 * Downloads the platform's evidence package of a span. Rejects as every call does; with the signal's reason when that
 * aborts.
 *
 * @param onBytes called with the number of bytes received so far
 */
export async function takeEvidence(
  deviceId: string,
  { fromMs, untilMs }: Span,
  { signal, onBytes }: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<EvidenceFile> {
  const query = { startTs: String(fromMs), endTs: String(untilMs) }
  const { name, bytes } = await callEvidence('evidence', { params: { deviceId }, query, signal })
  const chunks: BlobPart[] = []
  let count = 0
  const reader = bytes.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(new Uint8Array(next.value))
    count += next.value.length
    onBytes(count)
  }
  return { name, file: new Blob(chunks, { type: 'application/zip' }) }
}
