import type { HistoryStep } from '@greenwave/changes/changeHistory'
import type { HistoryEntry, RecordedChange } from '@greenwave/changes/historyEntry'
import { expect, it } from 'vitest'
import { outsideChange, recordedChange } from '../../../test/changes.ts'
import { exportChanges } from './exportChanges.ts'

const entry = (nth: number, why = ''): RecordedChange => ({
  ...recordedChange({
    deviceId: 'd',
    atMs: 1_795_309_200_000 - nth,
    witness: { kind: 'other', name: 'lan@signal.vn' },
    change: { id: `c${nth}`, why },
  }),
  device: { id: 'd', name: 'TLC-1', label: 'Lý Thường Kiệt' },
})

async function* stepsOf(...steps: readonly (readonly HistoryEntry[])[]): AsyncGenerator<HistoryStep> {
  for (const entries of steps) yield { entries, hasAudit: true, reachedMs: entries.at(-1)?.atMs ?? 0 }
}

it('a line says when, where, who, what and why, and nothing that a spreadsheet would execute', async () => {
  const { device, atMs } = entry(2)
  const outside = outsideChange({ device, atMs, after: { Mode: '1' } })
  const { file, written, isWhole } = await exportChanges({
    steps: stepsOf([entry(1, '=cmd()')], [outside, entry(3)]),
    isWanted: (one) => one.atMs !== entry(3).atMs,
    onProgress: () => undefined,
  })
  const [head, first, second, ...rest] = (await file.text()).split('\r\n')
  expect(head).toContain('changed,kind,junction')
  expect(first).toMatch(
    /^2026-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00,yellow,Lý Thường Kiệt,TLC-1,mai@signal.vn,console,written,other: lan@signal.vn,Yellow: 3 s → 4 s,'=cmd\(\),,d,c1$/,
  )
  expect(second).toContain(',mode,Lý Thường Kiệt,TLC-1,,outside Greenwave,written,,Mode: 1 (route1),')
  expect(rest).toEqual([''])
  expect({ written, isWhole }).toEqual({ written: 2, isWhole: true })
})

it('a line says until when a mode is held, and when the hold before was to end', async () => {
  const until = Date.UTC(2026, 10, 22, 3)
  const { change, ...of } = entry(1)
  const held = {
    ...of,
    change: { ...change, after: { Mode: 1 }, before: { Mode: 1 }, until, untilBefore: until - 60_000 },
  }
  const ended = { ...of, change: { ...change, after: { Mode: 4 }, before: { Mode: 1 }, untilBefore: until } }
  const { file } = await exportChanges({
    steps: stepsOf([held, ended]),
    isWanted: () => true,
    onProgress: () => undefined,
  })
  const text = await file.text()
  expect(text).toContain(',Until: 2026-11-22T09:59:00+07:00 → 2026-11-22T10:00:00+07:00,')
  expect(text).toContain('; Until: 2026-11-22T10:00:00+07:00 → ended at once,')
})

it('what was never set reads 0, as it does on the page of the junction', async () => {
  const { change, ...of } = entry(1)
  const first = { ...of, change: { ...change, after: { Pr2_X1: 7, Offset_Pr1: 5 }, before: {} } }
  const { file } = await exportChanges({ steps: stepsOf([first]), isWanted: () => true, onProgress: () => undefined })
  expect(await file.text()).toContain('green: 0 s → 7 s; Program 1 offset: not set → 5 s,')
})

it('lines are in the order of time, the newest first, in whatever order they were read', async () => {
  const read = [4, 1, 3, 5, 2]
  const steps = stepsOf(...read.map((nth) => [{ ...entry(nth), atMs: 1_795_309_200_000 - nth * 1000 }]))
  const { file } = await exportChanges({ steps, isWanted: () => true, onProgress: () => undefined })
  const lines = (await file.text()).trimEnd().split('\r\n').slice(1)
  expect(lines.map((line) => line.slice(-1))).toEqual(['1', '2', '3', '4', '5'])
})

it('a file that is full ends at a whole line and says so', async () => {
  const progress: number[] = []
  const { file, written, isWhole } = await exportChanges({
    steps: stepsOf(...Array.from({ length: 50 }, (_, nth) => [entry(nth)])),
    isWanted: () => true,
    onProgress: ({ written: count }) => progress.push(count),
    mostBytes: 1000,
  })
  expect(isWhole).toBe(false)
  expect(file.size).toBeLessThanOrEqual(1000)
  expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(written + 1)
  expect(progress.at(-1)).toBe(written)
})
