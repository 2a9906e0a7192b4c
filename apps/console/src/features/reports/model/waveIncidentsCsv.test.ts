import { expect, test } from 'vitest'
import { waveIncidentsCsv } from './waveIncidentsCsv.ts'

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
