import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchHolder } from '../../../data/useWatch.ts'
import { FleetForTest, fleetJunction, WATCHED } from '../../../test/mapFleet.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { Selection } from '../model/Selection.ts'
import { JunctionMap } from './JunctionMap.tsx'

beforeEach(async () => {
  // There is nothing to draw on here; what is drawn is tested in a browser.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.useFakeTimers()
  watchHolder.set(WATCHED)
})
afterEach(() => {
  vi.restoreAllMocks()
})

function show(...junctions: readonly ReturnType<typeof fleetJunction>[]) {
  const fleet = new FleetForTest(junctions)
  const rendered = renderPart(<JunctionMap mayChoose fleet={fleet} selection={new Selection()} />)
  return { fleet, ...rendered }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the map of all junctions', () => {
  it('says in words what it shows, since nobody can read a picture aloud', async () => {
    const { fleet } = show(fleetJunction({ id: 'a' }), fleetJunction({ id: 'b' }))
    expect(screen.getByRole('img', { name: 'Map of 2 junctions, none of which is in trouble.' })).toBeInTheDocument()
    act(() => fleet.change(fleetJunction({ id: 'a', level: 5 }), fleetJunction({ id: 'c', level: 3 })))
    await pass(1000)
    expect(
      screen.getByRole('img', { name: 'Map of 3 junctions: 1 in danger, 1 deviating. The list tells which.' }),
    ).toBeInTheDocument()
  })

  it('counts all junctions, and says how many it has to leave out', async () => {
    const { fleet } = show(fleetJunction({ id: 'a' }), fleetJunction({ id: 'b', latitude: null }))
    expect(screen.getByRole('region', { name: 'All junctions' })).toHaveTextContent('All junctions2')
    expect(screen.getByText('1 junction has no place yet, so the map leaves it out.')).toBeInTheDocument()
    act(() => fleet.change(fleetJunction({ id: 'c', latitude: null })))
    await pass(1000)
    expect(screen.getByText('2 junctions have no place yet, so the map leaves them out.')).toBeInTheDocument()
    act(() => fleet.change(fleetJunction({ id: 'b' }), 'c'))
    await pass(1000)
    expect(screen.queryByText(/no place yet/)).not.toBeInTheDocument()
  })

  it('leaves nothing behind when it is closed', async () => {
    const { unmount, fleet } = show(fleetJunction({ id: 'a' }))
    expect(fleet.followers).toBeGreaterThan(0)
    unmount()
    expect(fleet.followers).toBe(0)
    expect(document.querySelector('canvas')).toBeNull()
  })
})
