import { describe, expect, it } from 'vitest'
import { type CorridorPlace, MOST_CORRIDOR_JUNCTIONS, parseCorridor, writeCorridor } from './corridors.ts'

const ID = '5b1d0f20-8c1e-11f0-9a55-000000000001'
const first: CorridorPlace = {
  device: ID,
  distance: null,
  speed: { outbound: null, inbound: null },
  phase: { outbound: 1, inbound: null },
}
const second: CorridorPlace = { ...first, distance: 320, speed: { outbound: 40, inbound: null } }
const read = (gw: unknown) => parseCorridor({ additionalInfo: { gw } })

describe('the content of a corridor', () => {
  it('is read as it was written, and leaves other notes of the asset alone', () => {
    const notes = writeCorridor({ description: 'Trục chính', gw: { later: 1 } }, { junctions: [first, second] })
    expect(notes).toEqual({ description: 'Trục chính', gw: { later: 1, junctions: [first, second] } })
    expect(parseCorridor({ additionalInfo: notes })).toEqual({ later: 1, junctions: [first, second] })
    expect(parseCorridor({ additionalInfo: writeCorridor(null, { junctions: [first] }) })?.junctions).toEqual([first])
  })

  it('is read without a distance, speed or phase that is none', () => {
    const odd = { device: ID, distance: '320', speed: { outbound: 0, inbound: 41.5 }, phase: { outbound: 4 } }
    const [junction] = read({ junctions: [odd] })?.junctions ?? []
    expect(junction).toMatchObject({
      distance: null,
      speed: { outbound: null, inbound: 41.5 },
      phase: { outbound: null, inbound: null },
    })
    expect(read({ junctions: [{ device: ID }] })?.junctions[0]?.speed).toEqual({ outbound: null, inbound: null })
  })

  it('is not read where the junctions are unknown: the street would be another one', () => {
    const tooMany = Array.from({ length: MOST_CORRIDOR_JUNCTIONS + 1 }, () => first)
    for (const gw of [undefined, 'text', {}, { junctions: [{ ...first, device: 'x' }] }, { junctions: tooMany }])
      expect(read(gw)).toBeUndefined()
    expect(parseCorridor({ additionalInfo: 'notes' })).toBeUndefined()
  })
})
