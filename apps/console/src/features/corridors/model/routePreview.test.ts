import { parseRoute, writeRoute, type Route } from '@greenwave/contract/records/routes'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { writeCorridor } from '@greenwave/contract/records/corridors'
import { describe, expect, it } from 'vitest'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import { parseRows } from './corridorRows.ts'
import { routeComplaints, routeFormValues, routeRequest, rowsOfCorridor } from './routeForm.ts'
import { earliestStartMs, newRun, type PreviewFacts, previewRows } from './routePreview.ts'
import { isUnattended, nextPassed, notGreenOf, oldFixSeconds, placeState } from './runState.ts'

const NOW = Date.UTC(2026, 10, 28)
const idOf = (nth: number) => `5b1d0f20-8c1e-11f0-9a55-00000000000${nth}`
const place = (nth: number, phase: 1 | 2 | 3) => ({ device: idOf(nth), phase, position: nth * 400, speed: 36 })
const ROUTE: Route = { longest: 120, queue: 10, junctions: [place(0, 1), place(1, 2), place(2, 3)] }

function junction(nth: number, level: number, state: string, mode = 4): [string, FleetJunction] {
  const facts = { watcherState: { level, state, since: 1, mode }, neverConnected: false }
  const known = { id: idOf(nth), label: `J${nth}`, latitude: 10, longitude: 106, facts }
  return [idOf(nth), known as unknown as FleetJunction]
}
const factsOf = (...junctions: readonly [string, FleetJunction][]): PreviewFacts => ({
  ...{ junctions: new Map(junctions), clearances: new Map([[idOf(0), 5]]), others: [] },
})
const FREE = factsOf(junction(0, 0, 'ok'), junction(1, 0, 'ok'), junction(2, 0, 'ok'))
const REQUEST = { id: 'a', name: 'Hospital', by: 'mai@signal.vn', why: 'stroke', drill: false }
const runOf = (leavesMs = NOW) => newRun(ROUTE, FREE, { ...REQUEST, nowMs: NOW, leavesMs })

describe('before the start of a route', () => {
  it('each junction says from when to when it is held, and what the others wait (§11)', () => {
    const leavesMs = earliestStartMs(ROUTE, FREE, NOW)
    expect(leavesMs).toBe(NOW + 22_000)
    const [first, second, third] = previewRows(ROUTE, FREE, leavesMs)
    expect(first).toMatchObject({ eta: leavesMs, from: NOW + 5_000, until: NOW + 42_000, waitS: 42, left: undefined })
    expect(second).toMatchObject({ eta: leavesMs + 40_000, phase: 2, left: undefined, isFaulty: false })
    expect(third?.left).toBe('phase3')
  })

  it('says what cannot be held, and what is held all the same', () => {
    const left = (...states: readonly [string, FleetJunction][]) =>
      previewRows(ROUTE, factsOf(...states), NOW).map((row) => [row.left, row.isFaulty, row.flashes].filter(Boolean))
    expect(left(junction(0, 5, 'conflict'), junction(1, 2, 'hold', 1))).toEqual([['danger'], ['held'], ['phase3']])
    expect(left(junction(0, 4, 'offline'), junction(1, 4, 'dark'))).toEqual([['offline', true], [true], ['phase3']])
    expect(left(junction(1, 0, 'ok', 0))).toEqual([['gone'], [true], ['phase3']])
  })

  it('names another route that wants another phase at that time', () => {
    const other = { ...runOf(), name: 'Convoy' }
    const turned = { ...other, junctions: other.junctions.map((one) => ({ ...one, phase: 2 as const })) }
    const rows = (others: PreviewFacts['others']) =>
      previewRows(ROUTE, { ...FREE, others }, NOW).map(({ otherRoute }) => otherRoute)
    expect(rows([other])).toEqual([undefined, undefined, undefined])
    expect(rows([turned])).toEqual(['Convoy', undefined, 'Convoy'])
    expect(rows([{ ...turned, fix: { ...turned.fix, at: NOW + 600_000 } }])).toEqual([undefined, undefined, undefined])
  })
})

describe('a run on the screen', () => {
  const step = (change: object) => placeState({ step: { used: 0, ...change } }, false)

  it('is green only while it is held and seen so', () => {
    expect(step({})).toBe('waits')
    expect(step({ asked: 1 })).toBe('asked')
    expect(step({ asked: 1, taken: 2 })).toBe('taken')
    expect(step({ asked: 1, taken: 2, seen: 3 })).toBe('green')
    expect(step({ asked: 1, taken: 2, seen: 3, unseen: 4, notGreen: 4 })).toBe('notGreen')
    expect(step({ asked: 1, seen: 3, letGo: 4 })).toBe('letGo')
    expect(step({ asked: 1, seen: 3, passed: 4, letGo: 4, back: 5 })).toBe('back')
    expect(step({ left: 'danger' })).toBe('left')
  })

  it('offers the junction that is held as the next one to be passed, also when the clock is ahead', () => {
    const run = { ...runOf(), state: 'running' as const }
    const step = { used: 0, asked: NOW }
    const held = { ...run, junctions: run.junctions.map((one, nth) => (nth === 0 ? { ...one, step } : one)) }
    expect([nextPassed(held, NOW + 30_000), nextPassed(run, NOW + 30_000)]).toEqual([0, 1])
    const passed = {
      ...held,
      junctions: held.junctions.with(0, { ...run.junctions[0], step: { ...step, passed: NOW } } as never),
    }
    expect([nextPassed(passed, NOW), nextPassed(run, NOW + 600_000)]).toEqual([1, -1])
  })

  it('warns of what is not green before the vehicle, and of what nobody drives any more', () => {
    const run = { ...runOf(), state: 'running' as const, looked: NOW }
    const late = { ...run, junctions: run.junctions.map((one) => ({ ...one, step: { used: 0, notGreen: NOW } })) }
    expect(notGreenOf(late, NOW + 41_000).map(({ name }) => name)).toEqual(['J1', 'J2'])
    expect([isUnattended(run, NOW + 12_000), isUnattended(run, NOW + 12_001)]).toEqual([false, true])
    expect(isUnattended({ ...run, state: 'requested', looked: 0 }, NOW + 12_001)).toBe(false)
    expect(oldFixSeconds(run, NOW + 60_000)).toBeNull()
    expect(oldFixSeconds({ ...run, fix: { ...run.fix, by: 'position' } }, NOW + 11_000)).toBe(11)
  })
})

describe('the form of a route', () => {
  const asset = (additionalInfo: unknown) =>
    ({
      name: 'R',
      customerId: { entityType: 'CUSTOMER', id: '13814000-1dd2-11b2-8080-808080808080' },
      additionalInfo,
    }) as AssetInfo

  it('holds a stored route, and saves it as it was', () => {
    const values = routeFormValues(asset(writeRoute({}, ROUTE)))
    expect(parseRows(values.junctions).map(({ distance }) => distance)).toEqual(['', '400', '400'])
    expect(parseRoute(routeRequest(values) as AssetInfo)).toEqual({
      ...ROUTE,
      junctions: ROUTE.junctions.map((one, nth) => ({ ...one, speed: nth === 0 ? null : 36 })),
    })
    expect(routeComplaints(values)).toEqual({})
    expect(routeComplaints({ ...values, longest: '301', queue: '', junctions: '[]' })).toEqual({
      ...{ longest: 'longestRange', queue: 'queueRange', junctions: 'tooFewJunctions' },
    })
  })

  it('takes a direction of a corridor', () => {
    const junctions = [0, 1, 2].map((nth) => ({
      ...{ device: idOf(nth), distance: nth === 0 ? null : 300 },
      ...{ speed: { outbound: 40, inbound: 50 }, phase: { outbound: 1 as const, inbound: 2 as const } },
    }))
    const rows = rowsOfCorridor(asset(writeCorridor({}, { junctions })), 'inbound') ?? []
    expect(rows.map(({ device, distance, phase }) => [device, distance, phase.outbound])).toEqual([
      ...[
        [idOf(2), '', '2'],
        [idOf(1), '300', '2'],
        [idOf(0), '300', '2'],
      ],
    ])
    expect(rowsOfCorridor(asset({}), 'outbound')).toBeUndefined()
  })
})
