import { type ChangeRecord, writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import { PHASES } from '@greenwave/controller/controllerLimits'
import { displayTexts } from '@greenwave/controller/display'
import { litColours } from '@greenwave/observer/lit'
import { recordedCycles } from '@greenwave/observer/recordedCycles'
import { type ReplayDisplay, replayDisplay } from '@greenwave/observer/replay/recordedStyles'
import { KINDS, kindOf } from '@greenwave/observer/testing/displayStories'
import { EIGHT } from '@greenwave/observer/testing/scene'
import { shownSignals } from '@greenwave/observer/testing/shownSignals'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KeptHistory } from '../testing/keptHistory.ts'
import { CHANGES_TABLE } from './changes.ts'
import { CYCLES_TABLE } from './cycles.ts'
import { EVENTS_TABLE } from './events.ts'
import { secondsTable } from './seconds.ts'
import { SETTINGS_TABLE } from './settings.ts'
import { type Cell, csvHead, csvLines, type Span, type Table } from './table.ts'

/** Returns the rows of a table, with their cells by the names of the columns. */
async function rowsOf(
  table: Table,
  history: KeptHistory,
  span: Span,
  displays?: ReplayDisplay,
): Promise<readonly Record<string, Cell>[]> {
  const all: Record<string, Cell>[] = []
  let doneMs = Number.NEGATIVE_INFINITY
  for await (const { rows, untilMs } of table.rows({ ...history.source, displays }, span)) {
    expect(untilMs).toBeGreaterThanOrEqual(doneMs)
    doneMs = untilMs
    for (const row of rows) {
      expect(row).toHaveLength(table.columns.length)
      all.push(Object.fromEntries(table.columns.map(({ name }, nth) => [name, row[nth] ?? null])))
    }
  }
  return all
}

const at = (second: number): number => EIGHT + second * 1000
const ALL = secondsTable({ withMissing: true })

/** The signals of a display, as they were and as a platform keeps them. */
function keptOf(display: string, control: string) {
  const shown = shownSignals(kindOf(display, control), (signals) => signals.run(2700))
  const displays = replayDisplay({ display: displayTexts(shown.set.display) }, undefined)
  return { ...shown, displays, history: new KeptHistory(shown) }
}

describe('junctions of any display', () => {
  test.each(KINDS)(
    '%s, %s: seconds name what was lit, or that it was not shown, from samples and records',
    async (...of) => {
      const { lit, displays, history } = keptOf(...of)
      const span = { fromMs: at(900), untilMs: at(2500) }
      const sampled = await rowsOf(ALL, history, span, displays)
      history.dropSamplesBefore(at(1800))
      for (const rows of [sampled, await rowsOf(ALL, history, span, displays)]) {
        const wrong = rows.filter(({ time, phase_1, phase_2, phase_3 }) => {
          const really = PHASES.map((phase) => litColours(lit.get(Number(time) / 1000) ?? 0, phase).join('+'))
          return [phase_1, phase_2, phase_3].some((shown, nth) => shown !== 'not shown' && shown !== really[nth])
        })
        expect(wrong).toEqual([])
        const hides = rows.some(({ phase_1 }) => phase_1 === 'not shown')
        expect(hides).toBe(of[0] === 'last-8-0')
      }
    },
  )

  test('cycles have the greens that were shown whole, and name the control', async () => {
    const span = { fromMs: at(900), untilMs: at(2500) }
    const cyclesOf = async (display: string, control: string) =>
      await rowsOf(CYCLES_TABLE, keptOf(display, control).history, span)
    for (const display of ['full', 'last-8', 'none', 'by colour']) {
      const cycles = await cyclesOf(display, 'fixed')
      expect(cycles[1]).toMatchObject({
        ...{ seconds: 45, green_1: 18, green_2: 9, green_3: 6, yellow_1: 3, clearance_1: 1, whole: 1 },
        ...{ not_shown_seconds: 0, control: 'fixed' },
      })
    }
    expect((await cyclesOf('last-8', 'actuated'))[1]).toMatchObject({ control: 'actuated', whole: 1 })
    // The greens of 18 and 9 s are shown in their last 8 s, the one of 6 s from its beginning.
    const [, hidden] = await cyclesOf('last-8-0', 'fixed')
    expect(hidden).toMatchObject({ seconds: 45, whole: 1, green_1: null, green_2: null, green_3: 6, clearance_1: null })
    expect(hidden?.not_shown_seconds).toBeGreaterThan(30)
  })
})

describe('the table of seconds', () => {
  test('has a row for each second: what the controller sent in it, or nothing', async () => {
    const isMissing = (second: number): boolean => second >= 300 && second < 320
    const history = new KeptHistory(2000, isMissing)
    history.happened({ kind: 'plan', at: at(-500), plan: 1, program: 1 })
    history.happened({ kind: 'mode', at: at(700), mode: 1 })
    const rows = await rowsOf(ALL, history, { fromMs: at(-5), untilMs: at(1990) })
    expect(rows.map(({ time }) => time)).toEqual(Array.from({ length: 1995 }, (_, n) => at(n - 5)))
    expect(rows[5]).toMatchObject({
      ...{ phase_1: 'green', phase_2: 'red', T_X1: 30, T_D1: 0, T_D2: 35, controller_clock: EIGHT },
      ...{ plan: 1, program: 1, mode: null, source: 'samples', sample_time: EIGHT },
    })
    expect(rows[0]).toMatchObject({ phase_1: null, T_X1: null, source: 'none', sample_time: null })
    expect(rows.filter(({ source }) => source === 'none')).toHaveLength(25)
    expect([rows[704]?.mode, rows[706]?.mode]).toEqual([null, 1])
  })

  test('where samples are gone comes from the records, shows the same lamps, and says so', async () => {
    const history = new KeptHistory(3000)
    const span = { fromMs: at(0), untilMs: at(2700) }
    const sampled = await rowsOf(ALL, history, span)
    history.dropSamplesBefore(at(1800))
    history.calls = 0
    const rows = await rowsOf(ALL, history, span)
    const lampsOf = (all: typeof rows) => all.map(({ phase_1, phase_2, phase_3 }) => [phase_1, phase_2, phase_3].join())
    expect(lampsOf(rows)).toEqual(lampsOf(sampled))
    expect(rows.map(({ source }) => source)).toEqual(
      Array.from({ length: 2700 }, (_, n) => (n < 1800 ? 'record' : 'samples')),
    )
    expect(rows[10]).toMatchObject({ T_X1: null, sample_time: null })
    // What has no samples is asked for once, however long it is.
    expect(history.calls).toBeLessThan(9)
  })

  test('of any span is the part of the table of a longer one, and without missing seconds those that are known', async () => {
    const history = new KeptHistory(1900, (second) => second % 97 > 80)
    const whole = await rowsOf(ALL, history, { fromMs: at(0), untilMs: at(1900) })
    const second = fc.integer({ min: 0, max: 1900 })
    await fc.assert(
      fc.asyncProperty(second, second, async (a, b) => {
        const [from, until] = [Math.min(a, b), Math.max(a, b)]
        const span = { fromMs: at(from), untilMs: at(until) }
        expect(await rowsOf(ALL, history, span)).toEqual(whole.slice(from, until))
        const known = await rowsOf(secondsTable({ withMissing: false }), history, span)
        expect(known).toEqual(whole.slice(from, until).filter(({ source }) => source !== 'none'))
      }),
      { numRuns: 8 },
    )
  })

  test('shows two lamps of a phase, a dark one, and one of which nothing is known', async () => {
    const history = new KeptHistory(20)
    history.keep('T_D1', at(5), 9)
    history.keep('T_D2', at(5), 0)
    history.keep('T_D3', at(5), 'broken')
    const [row] = await rowsOf(ALL, history, { fromMs: at(5), untilMs: at(6) })
    expect(row).toMatchObject({ phase_1: 'red+green', phase_2: 'dark', phase_3: null, T_D3: null })
    expect(litColours(0b101, 1)).toEqual(['red', 'green'])
  })
})

describe('the other tables', () => {
  test('cycles are those of the records, each once, in whatever steps they are read', async () => {
    const history = new KeptHistory(3700)
    const rows = await rowsOf(CYCLES_TABLE, history, { fromMs: at(100), untilMs: at(3000) })
    const expected = recordedCycles(history.windows).filter(({ startMs }) => startMs >= at(100) && startMs < at(3000))
    expect(rows.map(({ start }) => start)).toEqual(expected.map(({ startMs }) => startMs))
    expect(rows[3]).toMatchObject({
      seconds: 80,
      program: 1,
      green_1: 30,
      yellow_1: 3,
      clearance_1: 2,
      whole: 1,
      judged: 1,
    })
  })

  test('events are those of the span, by their own time', async () => {
    const history = new KeptHistory(10)
    history.happened({ kind: 'connection', at: at(5), connected: false })
    const raised = { kind: 'incident', edge: 'raised', code: 'dark', severity: 'MAJOR' } as const
    history.happened({ ...raised, at: at(7) + 990, since: at(2) })
    history.happened({ kind: 'mode', at: at(9), mode: 0 })
    const rows = await rowsOf(EVENTS_TABLE, history, { fromMs: at(5), untilMs: at(9) })
    expect(rows).toMatchObject([
      { at: at(5), kind: 'connection', edge: 'gone' },
      { at: at(7) + 990, kind: 'incident', edge: 'raised', incident: 'dark', severity: 'MAJOR', since: at(2) },
    ])
  })

  test('settings are those in force at the beginning, by name, and then what changed', async () => {
    const history = new KeptHistory(10)
    history.keep('gw_settings', at(4), { v: 1, reported: { Vang: 4, Do_cong: 2 } })
    const rows = await rowsOf(SETTINGS_TABLE, history, { fromMs: at(0), untilMs: at(10) })
    const first = rows.filter(({ from }) => from === at(-3600))
    expect(first).toContainEqual({ from: at(-3600), attribute: 'Vang', name: 'Yellow', value: 3, known_as: 'reported' })
    const later = rows.filter(({ from }) => from === at(4))
    expect(later[0]).toMatchObject({ attribute: 'Vang', value: 4 })
    expect(later).toContainEqual({ from: at(4), attribute: 'Mode', name: 'Mode', value: null, known_as: 'gone' })
    expect(later.some(({ attribute }) => attribute === 'Do_cong')).toBe(false)
  })
})

describe('changes', () => {
  const change = (second: number): ChangeRecord => ({
    ...{ id: `c${second}`, at: at(second), by: { id: 'u', name: 'lan@signal.vn' }, from: 'console', state: 'written' },
    ...{ why: 'Market day', said: '', words: [], scope: 'SHARED_SCOPE', unkept: ['image'] },
    ...{ before: { Vang: 3, Do_cong: 2 }, after: { Vang: 4, Mode: null } },
  })

  test('are those that were begun in the span, a row for each attribute with what it was and what it became', async () => {
    const history = new KeptHistory(1)
    for (const second of [5, 60, 90]) history.keep('gw_change', at(second), writeChangeRecord(change(second)))
    history.keep('gw_change', at(61), 'no change')
    const rows = await rowsOf(CHANGES_TABLE, history, { fromMs: at(6), untilMs: at(90) })
    const same = {
      at: at(60),
      by: 'lan@signal.vn',
      from: 'console',
      state: 'written',
      why: 'Market day',
      change: 'c60',
    }
    expect(rows).toEqual([
      { ...same, attribute: 'Vang', name: 'Yellow', before: '3', after: '4' },
      { ...same, attribute: 'Mode', name: 'Mode', before: null, after: null },
      { ...same, attribute: 'image', name: null, before: null, after: null },
    ])
  })

  test('are read a few at a time, however many there are', async () => {
    const history = new KeptHistory(1)
    for (let second = 0; second < 55; second += 1)
      history.keep('gw_change', at(second), writeChangeRecord(change(second)))
    expect(await rowsOf(CHANGES_TABLE, history, { fromMs: at(0), untilMs: at(60) })).toHaveLength(3 * 55)
    expect(history.calls).toBeGreaterThan(2)
  })
})

describe('texts', () => {
  test('of a table are CSV with times in the zone of the controllers', async () => {
    const table = [
      { name: 'at', type: 'moment' },
      { name: 'what', type: 'text' },
    ] as const
    expect(csvHead(table)).toBe('\uFEFFat,what\r\n')
    expect(
      csvLines(table, [
        [EIGHT, 'a, b'],
        [EIGHT + 5, null],
      ]),
    ).toBe('2026-11-22T08:00:00+07:00,"a, b"\r\n2026-11-22T08:00:00.005+07:00,\r\n')
  })
})
