import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { ALL_LAMPS, packLamps, QUARTER_SECONDS, type Quarter } from '@greenwave/observer/replay/quarter'
import { expect, test } from 'vitest'
import type { FetchedEvents, HistoryFetches } from '../../../data/history/historyFetches.ts'
import { JunctionHistory } from '../../../data/history/JunctionHistory.ts'
import type { SpanName } from './historyAddress.ts'
import { Playhead } from './Playhead.ts'
import { TapeModel } from './TapeModel.ts'

const AT = Date.UTC(2026, 10, 22, 1, 5)
const NOW = AT + 86_400_000
const SETTINGS = parseSettings({ Mode: 4, Vang: 3, Do_cong: 2, Pr1_X1: 30 })
const NOTHING: FetchedEvents = { events: [], settings: [], changes: [] }

function quarter(startMs: number): Quarter {
  const lamps = new Uint32Array(QUARTER_SECONDS).fill(packLamps(0b001_001_100, ALL_LAMPS))
  return { startMs, source: 'samples', lamps, clockMs: new Float64Array(900), counts: null, takenMs: null }
}

/** A tape whose time passes when `pass` is called. */
function tapeAt(span: SpanName, more: Partial<HistoryFetches> = {}) {
  const timers: { atMs: number; callback: () => void }[] = []
  let passedMs = 0
  const after = (ms: number, callback: () => void) => {
    const timer = { atMs: passedMs + ms, callback }
    timers.push(timer)
    return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1))
  }
  const asked: number[] = []
  const reads: HistoryFetches = {
    displays: async () => undefined,
    samples: async (startMs) => {
      asked.push(startMs)
      return quarter(startMs)
    },
    lamps: async () => [],
    records: async () => [],
    events: async () => NOTHING,
    eventsBefore: async () => NOTHING,
    incidents: async () => ({ incidents: [], isCut: false }),
    ...more,
  }
  const nowMs = () => NOW
  const history = new JunctionHistory(reads, nowMs)
  const playhead = new Playhead(AT, span, { nowMs, after })
  const model = new TapeModel({ history, playhead, nowMs, after })
  const pass = async (ms: number) => {
    passedMs += ms
    for (const timer of timers.filter(({ atMs }) => atMs <= passedMs)) {
      timers.splice(timers.indexOf(timer), 1)
      timer.callback()
    }
    // What was asked for is answered.
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve()
  }
  return { model, playhead, asked, pass }
}

test('the second at the cursor is known as soon as it was read, and stays the same object until something changes', async () => {
  const { model, playhead, pass } = tapeAt('10m')
  expect(model.second).toMatchObject({ source: null, reading: 'reading' })
  const end = model.attach()
  await pass(500)
  await pass(500)
  const { second } = model
  expect(second).toMatchObject({ atMs: AT, source: 'samples', lit: 0b001_001_100, reading: 'read' })
  expect(model.second).toBe(second)
  playhead.moveTo(AT + 1000)
  expect(model.second.atMs).toBe(AT + 1000)
  end()
})

test('a finger that passes hours asks for the seconds at which it began and where it rests', async () => {
  const { model, playhead, asked, pass } = tapeAt('24h')
  model.attach()
  await pass(500)
  asked.length = 0
  for (let step = 1; step <= 20; step += 1) {
    playhead.moveTo(AT - step * 1_800_000)
    await pass(20)
  }
  expect(asked).toHaveLength(1)
  await pass(500)
  expect(asked).toHaveLength(2)
  expect(asked[1]).toBe(Math.floor((AT - 20 * 1_800_000) / 900_000) * 900_000)
})

test('recorded settings are in force from their time on; without any those of today stand for them, and this is said', async () => {
  const settings = [{ fromMs: AT - 7_200_000, settings: SETTINGS }]
  const recorded = tapeAt('10m', { eventsBefore: async () => ({ ...NOTHING, settings }) })
  recorded.model.attach()
  recorded.model.setToday(parseSettings({}))
  await recorded.pass(500)
  await recorded.pass(500)
  expect(recorded.model.snapshot).toMatchObject({ isOfToday: false, inForce: { settings } })
  const { model, pass } = tapeAt('10m')
  model.attach()
  model.setToday(SETTINGS)
  await pass(500)
  await pass(500)
  expect(model.snapshot).toMatchObject({ isOfToday: true, inForce: { settings: [{ fromMs: 0, settings: SETTINGS }] } })
})

test('what follows from nothing new is not made anew: the programs of a week are computed from it', async () => {
  const { model, playhead, pass } = tapeAt('1h')
  model.attach()
  await pass(500)
  await pass(500)
  const { inForce, happenings } = model.snapshot
  playhead.moveTo(AT - 60_000)
  await pass(500)
  await pass(500)
  expect(model.snapshot.inForce).toBe(inForce)
  expect(model.snapshot.happenings).toBe(happenings)
})
