/** The table of events: what happened, as the watcher recorded it. */
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import { fetchEvents } from './fetchRecords.ts'
import type { Cell, Column, HistorySource, Rows, Span, Table } from './table.ts'

/** Events are read for so long at a time, milliseconds: a day. */
const STEP_MS = 86_400_000
/** An event stands within the second in which it happened. */
const SECOND_MS = 1000

const COLUMNS: readonly Column[] = [
  { name: 'at', type: 'moment' },
  { name: 'kind', type: 'text' },
  { name: 'edge', type: 'text' },
  { name: 'incident', type: 'text' },
  { name: 'severity', type: 'text' },
  { name: 'since', type: 'moment' },
  { name: 'plan', type: 'whole' },
  { name: 'program', type: 'whole' },
  { name: 'mode', type: 'whole' },
]

/** The events of a span. */
export const EVENTS_TABLE: Table = { columns: COLUMNS, rows: eventRows }

async function* eventRows(source: HistorySource, span: Span): AsyncGenerator<Rows> {
  for (let fromMs = span.fromMs; fromMs < span.untilMs; fromMs += STEP_MS) {
    const untilMs = Math.min(fromMs + STEP_MS, span.untilMs)
    const events = await fetchEvents(source, { fromMs, untilMs: untilMs + SECOND_MS })
    yield { rows: events.filter(({ at }) => at >= fromMs && at < untilMs).map(rowOf), untilMs }
  }
}

function rowOf(event: JunctionEvent): readonly Cell[] {
  const { at, kind } = event
  switch (kind) {
    case 'incident':
      return [at, kind, event.edge, event.code, event.severity, event.since, null, null, null]
    case 'connection':
      return [at, kind, event.connected ? 'connected' : 'gone', null, null, null, null, null, null]
    case 'mode':
      return [at, kind, null, null, null, null, null, null, event.mode]
    case 'plan':
      return [at, kind, null, null, null, null, event.plan, event.program, null]
  }
}
