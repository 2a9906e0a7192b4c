/** The table of cycles, as the watcher recorded them. */
import { ofPhase, type PhaseNumber, PHASES } from '@greenwave/controller/controllerLimits'
import type { LampColour } from '@greenwave/controller/lamps'
import { lampOf } from '@greenwave/observer/lit'
import { type RecordedCycle, recordedCycles } from '@greenwave/observer/recordedCycles'
import { hiddenSeconds, unseenLamps } from '@greenwave/observer/unseen'
import { QUARTER_MS, quarterOf } from '@greenwave/observer/replay/quarter'
import { fetchCycles } from './fetchRecords.ts'
import type { Cell, Column, HistorySource, Rows, Span, Table } from './table.ts'

/** Records are read for so long at a time, milliseconds: a day. */
const STEP_MS = 96 * QUARTER_MS
/** A cycle may have begun in the quarter before, and ends at the latest in the second one after. */
const LEAD_MS = QUARTER_MS
const TRAIL_MS = 2 * QUARTER_MS

const COLUMNS: readonly Column[] = [
  { name: 'start', type: 'moment' },
  { name: 'controller_clock', type: 'moment' },
  { name: 'seconds', type: 'whole' },
  { name: 'plan', type: 'whole' },
  { name: 'program', type: 'whole' },
  { name: 'first_phase', type: 'whole' },
  ...PHASES.flatMap((phase) =>
    ['green', 'yellow', 'clearance'].map((what) => ({ name: `${what}_${phase}`, type: 'whole' as const })),
  ),
  { name: 'missing_seconds', type: 'whole' },
  { name: 'whole', type: 'whole' },
  { name: 'in_change', type: 'whole' },
  { name: 'judged', type: 'whole' },
  { name: 'not_shown_seconds', type: 'whole' },
  { name: 'control', type: 'text' },
]

/** The cycles that begin in a span. */
export const CYCLES_TABLE: Table = { columns: COLUMNS, rows: cycleRows }

async function* cycleRows(source: HistorySource, span: Span): AsyncGenerator<Rows> {
  for (let fromMs = span.fromMs; fromMs < span.untilMs; fromMs += STEP_MS) {
    const untilMs = Math.min(fromMs + STEP_MS, span.untilMs)
    const records = await fetchCycles(source, {
      fromMs: quarterOf(fromMs) - LEAD_MS,
      untilMs: quarterOf(untilMs) + TRAIL_MS,
    })
    const cycles = recordedCycles(records).filter(({ startMs }) => startMs >= fromMs && startMs < untilMs)
    yield { rows: cycles.map(rowOf), untilMs }
  }
}

function rowOf(cycle: RecordedCycle): readonly Cell[] {
  const { startMs, startClockMs, seconds, plan, program, firstPhase, missing, whole, inChange, evaluated, limits } =
    cycle
  const hidden = hiddenSeconds(cycle)
  return [
    ...[startMs, startClockMs, seconds, plan, program, firstPhase],
    ...PHASES.flatMap((phase) => timesOf(cycle, phase, hidden)),
    ...[missing, Number(whole), Number(inChange), Number(evaluated), hidden],
    limits === undefined ? 'fixed' : limits === null ? null : 'actuated',
  ]
}

/** Returns green, yellow and clearance of a phase; nothing where its display did not show them from their beginning. */
function timesOf(cycle: RecordedCycle, phase: PhaseNumber, hidden: number): readonly Cell[] {
  const { green, yellow, clearance } = ofPhase(cycle.phases, phase)
  const unseen = unseenLamps(cycle)
  const known = (colour: LampColour, seconds: number): Cell => ((unseen & lampOf(phase, colour)) === 0 ? seconds : null)
  return [known('green', green), known('yellow', yellow), hidden > 0 ? null : clearance]
}
