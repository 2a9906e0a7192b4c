import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fleetJunction } from '../../test/mapFleet.ts'
import { openIncident } from '../../test/records.ts'
import type { FleetJunction } from './fleetJunction.ts'
import type { Incident } from './incident.ts'
import { countWrong, incidentsOf, worstFirst } from './worstFirst.ts'

const NOON = Date.UTC(2026, 10, 22, 5)

const incident = (id: string, change: Partial<Incident> = {}) =>
  openIncident(id, { customerId: 'q3', sinceMs: NOON, ...change })

function marked(id: string, level: 1 | 2 | 4, muteUntilMs: number | null = null): FleetJunction {
  const junction = fleetJunction({ id, level, state: level === 1 ? 'muted' : 'hold', sinceMs: NOON, label: id })
  const mute = muteUntilMs === null ? null : { untilMs: muteUntilMs, by: '', why: '' }
  return { ...junction, mute, facts: { ...junction.facts, muteUntilMs } }
}

describe('what is wrong', () => {
  test('the worst comes first, and of one level the oldest', () => {
    const rows = worstFirst(
      [
        incident('a', { level: 3 }),
        incident('b', { sinceMs: NOON + 1 }),
        incident('c'),
        incident('d', { level: 5, sinceMs: NOON + 2 }),
      ],
      [],
      NOON,
    )
    expect(rows.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a'])
  })

  test('five junctions of one customer that are lost within 15 s are one row, and four are four', () => {
    const lost = [0, 3, 6, 9, 12].map((second) =>
      incident(`l${second}`, { code: second === 6 ? 'silent' : 'offline', sinceMs: NOON + second * 1000 }),
    )
    const [group, ...others] = worstFirst(lost, [], NOON)
    expect(others).toEqual([])
    expect(group).toMatchObject({ kind: 'group', level: 4, sinceMs: NOON })
    expect(group?.kind === 'group' && group.incidents.map(({ id }) => id)).toEqual(['l0', 'l3', 'l6', 'l9', 'l12'])
    expect(worstFirst(lost.slice(1), [], NOON)).toHaveLength(4)
    const ofTwo = lost.map((one, at) => ({ ...one, customerId: at < 2 ? 'q1' : 'q3' }))
    expect(worstFirst(ofTwo, [], NOON)).toHaveLength(5)
  })

  test('incidents of a muted junction come last, until the mute ends', () => {
    const open = [incident('a', { level: 5, junctionId: 'x' }), incident('b', { level: 3 })]
    const mute = [marked('x', 1, NOON + 60_000)]
    const [first, last] = worstFirst(open, mute, NOON)
    expect([first?.id, last?.id, last?.level]).toEqual(['b', 'a', 1])
    expect(worstFirst(open, mute, NOON + 60_001).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('a hold with an end and a mute without an incident have rows, a fault is not said twice', () => {
    const rows = worstFirst(
      [incident('a', { junctionId: 'x' })],
      [marked('x', 4), marked('y', 2), marked('z', 1)],
      NOON,
    )
    expect(rows.map(({ kind, id }) => [kind, id])).toEqual([
      ['incident', 'a'],
      ['junction', 'y'],
      ['junction', 'z'],
    ])
  })

  test('a junction has one row, of the worst that is wrong there, and a wave that it breaks is its consequence', () => {
    const clock = incident('clock', { junctionId: 'x', code: 'clock', level: 3 })
    const wave = (id: string, device?: string) =>
      incident(id, { of: 'corridor', junctionId: `c-${id}`, code: 'corridor', level: 3, facts: { device } })
    const open = [clock, wave('w', 'x'), incident('dark', { junctionId: 'x' }), wave('alone'), wave('gone', 'nowhere')]
    const rows = worstFirst([...open, wave('held', 'y')], [marked('y', 2)], NOON)
    expect(rows.map(({ id, level, others }) => [id, level, others.map((one) => one.id)])).toEqual([
      ['dark', 4, ['clock', 'w']],
      ['alone', 3, []],
      ['gone', 3, []],
      ['y', 2, ['held']],
    ])
    expect(countWrong(rows)).toEqual({ danger: 0, fault: 1, deviation: 0, hold: 1, muted: 0, waves: 2 })
  })

  test('junctions that were lost together count each, with what else is wrong there', () => {
    const lost = [0, 1, 2, 3, 4].map((second) =>
      incident(`l${second}`, { code: 'offline', sinceMs: NOON + second * 1000, junctionId: `j${second}` }),
    )
    const open = [...lost, incident('clock', { junctionId: 'j3', code: 'clock', level: 3 })]
    const rows = worstFirst([...open, incident('danger', { junctionId: 'j4', level: 5 })], [], NOON)
    expect(rows.map(({ kind, level }) => [kind, level])).toEqual([
      ['incident', 5],
      ['incident', 4],
      ['incident', 4],
      ['incident', 4],
      ['incident', 4],
    ])
    const [group] = worstFirst(open, [], NOON)
    expect(group).toMatchObject({ kind: 'group', others: [{ id: 'clock' }] })
    expect(countWrong(worstFirst(open, [], NOON))).toMatchObject({ fault: 5, deviation: 0 })
  })

  test('each incident is in exactly one row, and rows are in order, whatever is open', () => {
    const some = fc.record({
      code: fc.constantFrom('offline', 'silent', 'dark', 'clock'),
      level: fc.constantFrom(3, 4, 5),
      sinceMs: fc.integer({ min: NOON, max: NOON + 40_000 }),
      customerId: fc.constantFrom('q1', 'q3', null),
      junctionId: fc.constantFrom('x', 'y', 'z'),
    })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 40 }), fc.boolean(), (found, isMuted) => {
        const open = found.map((one, at) => incident(String(at), one as Partial<Incident>))
        const rows = worstFirst(open, isMuted ? [marked('x', 1, NOON + 1)] : [], NOON)
        const ids = rows.flatMap((row) => {
          return incidentsOf(row).map(({ id }) => id)
        })
        expect(ids.toSorted()).toEqual(open.map(({ id }) => id).toSorted())
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
        const junctions = new Set(open.map(({ junctionId }) => junctionId))
        const { waves, ...levels } = countWrong(rows.filter(({ kind }) => kind !== 'junction'))
        expect([waves, Object.values(levels).reduce((sum, count) => sum + count)]).toEqual([0, junctions.size])
        rows.forEach((row, at) => {
          const before = rows[at - 1]
          if (before) expect(before.level).toBeGreaterThanOrEqual(row.level)
          if (before?.level === row.level) expect(before.sinceMs).toBeLessThanOrEqual(row.sinceMs)
        })
      }),
    )
  })
})
