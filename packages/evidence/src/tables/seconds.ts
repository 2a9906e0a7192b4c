/** The table of seconds: what each lamp showed, and what was in effect. */
import type { CycleRecord } from '@greenwave/contract/records/cycleRecords'
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import { PHASES } from '@greenwave/controller/controllerLimits'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { lampsOf, litColours } from '@greenwave/observer/lit'
import { QUARTER_MS, type Quarter, quarterOf, type Second, secondOf } from '@greenwave/observer/replay/quarter'
import { modesIn, plansIn, valueAt } from '@greenwave/observer/replay/stretches'
import { fetchCycles, fetchEvents, fetchEventsBefore } from './fetchRecords.ts'
import { QuarterReader } from './quarterReader.ts'
import type { Cell, Column, HistorySource, Rows, Span, Table } from './table.ts'

/** Records are read for so many quarters at a time: six hours. */
const QUARTERS_AT_ONCE = 24

const COLUMNS: readonly Column[] = [
  { name: 'time', type: 'moment' },
  ...PHASES.map((phase) => ({ name: `phase_${phase}`, type: 'text' as const })),
  ...LAMP_KEYS.map((name) => ({ name, type: 'whole' as const })),
  { name: 'controller_clock', type: 'moment' },
  { name: 'plan', type: 'whole' },
  { name: 'program', type: 'whole' },
  { name: 'mode', type: 'whole' },
  { name: 'source', type: 'text' },
  { name: 'sample_time', type: 'moment' },
]

/** Callbacks of a table of seconds while it is read. */
export interface SecondsOptions {
  /** Whether seconds of which nothing is known have rows, with the source `none`. */
  readonly withMissing: boolean
  /** Called with each second, in order. */
  readonly onSecond?: (second: Second) => void
}

/** Returns the table of seconds. */
export function secondsTable(options: SecondsOptions): Table {
  return { columns: COLUMNS, rows: (source, span) => secondRows(source, span, options) }
}

async function* secondRows(source: HistorySource, span: Span, options: SecondsOptions): AsyncGenerator<Rows> {
  const reader = new QuarterReader(source, span.untilMs)
  const endMs = span.untilMs
  let known: Known = { events: await fetchEventsBefore(source, span.fromMs), cycles: [] }
  for (let fromMs = quarterOf(span.fromMs); fromMs < endMs; fromMs += QUARTERS_AT_ONCE * QUARTER_MS) {
    const chunk = {
      fromMs,
      untilMs: Math.min(fromMs + QUARTERS_AT_ONCE * QUARTER_MS, quarterOf(endMs - 1) + QUARTER_MS),
    }
    const records = await fetchCycles(source, chunk)
    known = {
      events: [...known.events, ...(await fetchEvents(source, chunk))],
      cycles: [...known.cycles, ...records.flatMap(({ cycles }) => cycles)],
    }
    const inEffect = { plans: plansIn(known.events, known.cycles, chunk), modes: modesIn(known.events, chunk) }
    const recordAt = new Map(records.map((record) => [record.startMs, record]))
    for (let startMs = fromMs; startMs < chunk.untilMs; startMs += QUARTER_MS) {
      const quarter = await reader.read(startMs, recordAt.get(startMs))
      const untilMs = Math.min(startMs + QUARTER_MS, endMs)
      yield {
        rows: quarterRows(quarter, { fromMs: Math.max(startMs, span.fromMs), untilMs }, inEffect, options),
        untilMs,
      }
    }
    known = lastOf(known)
  }
}

/** Plans and modes known so far. */
interface Known {
  readonly events: readonly JunctionEvent[]
  readonly cycles: CycleRecord['cycles']
}

/** Plans and modes that may still be in effect. */
function lastOf({ events, cycles }: Known): Known {
  const last = (['plan', 'mode'] as const).flatMap((kind) => events.findLast((event) => event.kind === kind) ?? [])
  return { events: last, cycles: cycles.slice(-1) }
}

interface InEffect {
  readonly plans: ReturnType<typeof plansIn>
  readonly modes: ReturnType<typeof modesIn>
}

function quarterRows(
  quarter: Quarter | undefined,
  { fromMs, untilMs }: Span,
  { plans, modes }: InEffect,
  { withMissing, onSecond }: SecondsOptions,
): readonly (readonly Cell[])[] {
  const rows: Cell[][] = []
  for (let ms = fromMs; ms < untilMs; ms += 1000) {
    const second = secondOf(quarter, ms)
    onSecond?.(second)
    if (second.source === null && !withMissing) continue
    const plan = valueAt(plans, ms)
    rows.push([
      ms,
      ...PHASES.map((phase) => shown(second, phase)),
      ...LAMP_KEYS.map((_, nth) => countAt(second, nth)),
      second.clockMs,
      ...[plan?.plan ?? null, plan?.program ?? null, valueAt(modes, ms) ?? null],
      ...[second.source ?? 'none', second.takenMs],
    ])
  }
  return rows
}

function countAt({ counts }: Second, nth: number): number | null {
  const count = counts?.[nth] ?? -1
  return count < 0 ? null : count
}

function shown({ source, lit, known, notShown }: Second, phase: (typeof PHASES)[number]): string | null {
  if (source === null) return null
  if ((notShown & lampsOf(phase)) !== 0) return 'not shown'
  const colours = litColours(lit, phase)
  if (colours.length > 0) return colours.join('+')
  return (known & lampsOf(phase)) === lampsOf(phase) ? 'dark' : null
}
