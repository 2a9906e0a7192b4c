import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FleetForTest, fleetJunction, LAPSED, WATCHED } from '../../../test/mapFleet.ts'
import { MapFleet, type Redraw } from './MapFleet.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function scene() {
  const fleet = new FleetForTest([
    fleetJunction({ id: 'a' }),
    fleetJunction({ id: 'b', level: 3 }),
    fleetJunction({ id: 'nowhere', latitude: null }),
  ])
  const onMap = new MapFleet(fleet, WATCHED)
  const redraws: Redraw[] = []
  onMap.onRedraw((redraw) => redraws.push(redraw))
  const end = onMap.follow()
  redraws.length = 0
  return { fleet, onMap, redraws, end }
}

describe('the junctions of the map', () => {
  it.each<[what: string, after: Parameters<typeof fleetJunction>[0] | string, redraw: Redraw | undefined]>([
    ['a healthy one that another second passed for', { id: 'a', sinceMs: 7 }, undefined],
    ['a healthy one with another name', { id: 'a', label: 'x' }, undefined],
    ['a healthy one that gets a fault', { id: 'a', level: 4 }, 'marks'],
    ['one that gets worse', { id: 'b', level: 5 }, 'marks'],
    ['one that is well again', { id: 'b' }, 'marks'],
    ['one in trouble with another name', { id: 'b', level: 3, label: 'x' }, 'marks'],
    ['one that is muted', { id: 'b', level: 1 }, 'dots'],
    ['one that is not evaluated any more', { id: 'a', state: 'unknown' }, 'dots'],
    ['one that moves', { id: 'a', latitude: 10.8 }, 'places'],
    ['a new one', { id: 'c' }, 'places'],
    ['one that gets a place', { id: 'nowhere' }, 'places'],
    ['one that is gone', 'b', 'places'],
    ['one without a place', { id: 'nowhere', latitude: null, level: 5 }, undefined],
  ])('draw as little as they can again: %s', (_what, after, redraw) => {
    const { fleet, redraws } = scene()
    fleet.change(typeof after === 'string' ? after : fleetJunction(after))
    expect(redraws).toEqual(redraw === undefined ? [] : [redraw])
  })

  it('are counted as soon as the first are read, later once a second', () => {
    const fleet = new FleetForTest([])
    const onMap = new MapFleet(fleet, WATCHED)
    onMap.follow()
    fleet.change(fleetJunction({ id: 'a' }))
    expect(onMap.counts).toMatchObject({ placed: 1, unplaced: 0 })
    fleet.change(fleetJunction({ id: 'b' }))
    expect(onMap.counts.placed).toBe(1)
    vi.advanceTimersByTime(1000)
    expect(onMap.counts.placed).toBe(2)
  })

  it('of many changes at once, draw what the greatest of them needs', () => {
    const { fleet, redraws } = scene()
    fleet.change(fleetJunction({ id: 'a', level: 1 }), fleetJunction({ id: 'b', level: 5 }))
    expect(redraws).toEqual(['dots'])
  })

  it('are drawn anew when the watch ends, and not with each of its pulses', () => {
    const { onMap, redraws } = scene()
    onMap.setWatch({ ...WATCHED, atMs: 2 } as typeof WATCHED)
    expect(redraws).toEqual([])
    onMap.setWatch(LAPSED)
    expect(redraws).toEqual(['dots'])
    expect(onMap.placed.get('b')?.health).toMatchObject({ mark: 'deviation', current: false })
    expect(onMap.placed.get('a')?.health).toMatchObject({ mark: 'unwatched' })
  })

  it('have the same marks until one of them changes, and only of those in trouble', () => {
    const { fleet, onMap } = scene()
    const before = onMap.marks(12)
    expect(before.map(({ junctions }) => junctions.map(({ id }) => id))).toEqual([['b']])
    fleet.change(fleetJunction({ id: 'a', sinceMs: 9 }))
    expect(onMap.marks(12)).toBe(before)
    fleet.change(fleetJunction({ id: 'a', level: 5 }))
    expect(onMap.marks(12).map(({ junctions }) => junctions.map(({ id }) => id))).toEqual([['a', 'b']])
  })

  it('are found in the mark that they share, else at their own dot', () => {
    const { fleet, onMap } = scene()
    fleet.change(fleetJunction({ id: 'c', level: 4 }))
    expect(onMap.markOf('b', 12)?.junctions.map(({ id }) => id)).toEqual(['c', 'b'])
    expect(onMap.markOf('a', 12)?.junctions.map(({ id }) => id)).toEqual(['a'])
    expect(onMap.markOf('nowhere', 12)).toBeNull()
  })

  it('are counted, once a second at most, however often they change', () => {
    const { fleet, onMap } = scene()
    const counted = vi.fn()
    onMap.onCounts(counted)
    expect(onMap.counts).toEqual({ placed: 2, unplaced: 1, danger: 0, fault: 0, deviation: 1, hold: 0 })
    vi.advanceTimersByTime(1000)
    expect(counted).toHaveBeenCalledTimes(1)
    for (let i = 0; i < 90; i += 1) {
      fleet.change(fleetJunction({ id: 'a', level: i % 2 === 0 ? 5 : 2 }))
      vi.advanceTimersByTime(10)
    }
    expect(counted).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1000)
    expect(counted).toHaveBeenCalledTimes(2)
    expect(onMap.counts).toMatchObject({ hold: 1, deviation: 1, danger: 0 })
  })

  it('are those of one level alone, where the list is limited to it', () => {
    const { fleet, onMap, redraws } = scene()
    fleet.change(fleetJunction({ id: 'c', level: 5 }), fleetJunction({ id: 'nowhere', latitude: null, level: 5 }))
    redraws.length = 0
    onMap.setLevel(5)
    expect(redraws).toEqual(['places'])
    expect([...onMap.placed.keys()]).toEqual(['c'])
    expect(onMap.markOf('b', 12)).toBeNull()
    fleet.change(fleetJunction({ id: 'b', level: 5 }), fleetJunction({ id: 'c' }))
    expect([...onMap.placed.keys()]).toEqual(['b'])
    vi.advanceTimersByTime(1000)
    expect(onMap.counts).toEqual({ placed: 1, unplaced: 1, danger: 1, fault: 0, deviation: 0, hold: 0 })
    onMap.setLevel(undefined)
    expect([...onMap.placed.keys()].toSorted()).toEqual(['a', 'b', 'c'])
    redraws.length = 0
    onMap.setLevel(undefined)
    expect(redraws).toEqual([])
  })

  it('are followed no longer than asked for', () => {
    const { fleet, redraws, end } = scene()
    end()
    fleet.change(fleetJunction({ id: 'a', level: 5 }))
    expect(redraws).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
