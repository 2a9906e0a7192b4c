import { expect, test } from 'vitest'
import { waveRows, type WaveRow, withReasons } from '../../../data/reports/waveReport.ts'
import { waveIncidentsCsv, wavesCsv } from './wavesCsv.ts'

test('each incident is a line with its length, that of one that goes on has no end', async () => {
  const raisedMs = Date.UTC(2026, 10, 22, 0, 12, 8)
  const common = { code: 'corridor', corridorId: 'c', corridor: 'Trục chính', facts: {}, text: 'Broken' }
  const ended = { ...common, id: 'i1', raisedMs, clearedMs: raisedMs + 3_600_000, acknowledgedMs: raisedMs + 60_000 }
  const open = { ...common, id: 'i2', raisedMs, clearedMs: null, acknowledgedMs: null }
  const file = await waveIncidentsCsv([ended, open], ({ text, id }) => `${text} ${id}`).text()
  const [head, first, second] = file.split('\r\n')
  expect(head).toContain('corridor,began,ended,lasted_seconds,acknowledged,sentence,corridor_id,incident_id')
  expect(first).toBe(
    'Trục chính,2026-11-22T07:12:08+07:00,2026-11-22T08:12:08+07:00,3600,2026-11-22T07:13:08+07:00,Broken i1,c,i1',
  )
  expect(second).toBe('Trục chính,2026-11-22T07:12:08+07:00,,,,Broken i2,c,i2')
})

const day = (plan: string, judged: number, seen: [number, number], planned: [number, number]) => ({
  value: JSON.stringify({ v: 1, plans: [{ plan, judged, broken: 1, unseen: 2, seen, planned }] }),
})

test('days of a plan are added up, and their share is that of all cycles', async () => {
  const days = [day('2', 10, [1000, 0], [2000, 0]), day('1', 1, [0, 0], [0, 0]), day('2', 30, [5000, 0], [6000, 0])]
  const rows = waveRows('c', 'Trục chính', [...days, { value: 'odd' }])
  expect(rows).toEqual([
    {
      id: 'c',
      name: 'Trục chính',
      plan: '1',
      kind: '',
      evaluated: 1,
      broken: 1,
      unseen: 2,
      shares: [null, null],
      reasons: [],
    },
    {
      id: 'c',
      name: 'Trục chính',
      plan: '2',
      kind: '',
      evaluated: 40,
      broken: 2,
      unseen: 4,
      shares: [0.75, null],
      reasons: [],
    },
  ])
  const [head, first, second] = (await wavesCsv(rows, '2026-11-16', '2026-11-22', () => '').text()).split('\r\n')
  expect(head).toContain(
    'corridor,plan,from,to,outbound_share,inbound_share,judged,broken,unseen,corridor_id,reason,time_zone,kind_of_day',
  )
  expect([first, second]).toEqual([
    'Trục chính,1,2026-11-16,2026-11-22,,,1,1,2,c,,Asia/Ho_Chi_Minh,',
    'Trục chính,2,2026-11-16,2026-11-22,0.75,,40,2,4,c,,Asia/Ho_Chi_Minh,',
  ])
})

test('a corridor without an evaluated cycle has a line with the reason, whether it has sums or not', async () => {
  const reasons = [{ code: 'actuated', device: 'd', junction: 'Ngã tư 1' } as const]
  const reasonOf = ({ reasons: all }: WaveRow) => all.map(({ code, junction }) => `${code} ${junction}`).join()
  const linesOf = async (rows: readonly WaveRow[]) =>
    (await wavesCsv(rows, '2026-11-16', '2026-11-22', reasonOf).text()).split('\r\n').slice(1, -1)
  expect(await linesOf(withReasons([], 'c', 'Trục chính', reasons))).toEqual([
    'Trục chính,,2026-11-16,2026-11-22,,,0,0,0,c,actuated Ngã tư 1,Asia/Ho_Chi_Minh,',
  ])
  const rows = waveRows('c', 'Trục chính', [day('1', 0, [0, 0], [0, 0]), day('2', 3, [9, 0], [9, 0])])
  expect(await linesOf(withReasons(rows, 'c', 'Trục chính', reasons))).toEqual([
    'Trục chính,1,2026-11-16,2026-11-22,,,0,1,2,c,actuated Ngã tư 1,Asia/Ho_Chi_Minh,',
    'Trục chính,2,2026-11-16,2026-11-22,1,,3,1,2,c,,Asia/Ho_Chi_Minh,',
  ])
  expect(withReasons([], 'c', 'Trục chính', [])).toEqual([])
})

test('days of one plan and of different kinds are not added up', () => {
  const of = (kind: string, judged: number) => {
    const plan = { plan: '1', kind, judged, broken: 0, unseen: 0, seen: [1, 0], planned: [2, 0] }
    return { value: JSON.stringify({ v: 1, plans: [plan] }) }
  }
  const rows = waveRows('c', 'Trục chính', [of('Saturday', 1), of('Working day', 2), of('Saturday', 4)])
  expect(rows.map(({ kind, evaluated }) => [kind, evaluated])).toEqual([
    ['Saturday', 5],
    ['Working day', 2],
  ])
})
