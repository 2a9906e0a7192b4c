import { expect, it } from 'vitest'
import type { Incident } from '../../../data/fleet/incident.ts'
import type { WrongRow } from '../../../data/fleet/worstFirst.ts'
import { wallTiles } from './wallTiles.ts'

const incidentRow = (id: string, junctionId: string, level: 1 | 3 | 4 | 5): WrongRow => ({
  kind: 'incident',
  id,
  level,
  sinceMs: 0,
  mute: null,
  incident: {
    id,
    of: 'junction',
    junctionId,
    junction: junctionId,
    customerId: null,
    code: 'dark',
    level: 4,
    sinceMs: 0,
    endedMs: null,
    acknowledgedMs: null,
    assignee: null,
    facts: {},
    text: '',
  } satisfies Incident,
})

it('a junction has one tile, of the worst that is wrong there, which counts the others', () => {
  const rows = [
    incidentRow('conflict', 'a', 5),
    incidentRow('dark', 'b', 4),
    incidentRow('clock', 'a', 3),
    incidentRow('off-plan', 'a', 3),
  ]
  expect(wallTiles(rows).map(({ row, others }) => [row.id, others])).toEqual([
    ['conflict', 2],
    ['dark', 0],
  ])
})

it('what is muted has no tile, and junctions that were lost together have one', () => {
  const lost: WrongRow = { kind: 'group', id: 'group', level: 4, sinceMs: 0, incidents: [] }
  expect(wallTiles([lost, incidentRow('dark', 'a', 1)])).toEqual([{ row: lost, others: 0 }])
})
