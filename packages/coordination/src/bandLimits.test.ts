import { expect, it } from 'vitest'
import { bandLimits } from './bandLimits.ts'
import { bandsOf } from './bands.ts'
import { type Corridor, timingsNow } from './corridor.ts'
import { evenCorridor } from './testing/junction.ts'

function limitsOf(corridor: Corridor, cycle: number, offsets: readonly number[]) {
  const timings = timingsNow(corridor, offsets)
  return bandLimits(corridor, { cycle, timings, bands: bandsOf(corridor, cycle, timings) })
}
const outboundOnly = (corridor: Corridor) =>
  corridor.map((one) => ({ ...one, greens: { ...one.greens, inbound: null } }))

it('names the smallest green where the band fills it', () => {
  expect(limitsOf(outboundOnly(evenCorridor([0, 100, 200], [40, 30, 40], 36)), 60, [0, 10, 20])).toEqual([
    { direction: 'outbound', code: 'smallestGreen', junction: 1, green: 30 },
  ])
})

it('names the junction that breaks the band, and what there would be without it', () => {
  expect(limitsOf(outboundOnly(evenCorridor([0, 100, 200, 300], [30, 30, 25, 30], 36)), 90, [0, 10, 65, 30])).toEqual([
    { direction: 'outbound', code: 'narrowedBy', junction: 2, band: 0, without: 30 },
  ])
})

it('names none where none alone is to blame', () => {
  // Two pairs that exclude each other.
  expect(limitsOf(outboundOnly(evenCorridor([0, 100, 200, 300], [30, 30, 30, 30], 36)), 60, [0, 10, 50, 0])).toEqual([
    { direction: 'outbound', code: 'narrowedByMany', band: 0 },
  ])
})

it('says nothing of a direction that nobody serves', () => {
  expect(limitsOf(evenCorridor([0, 100], [30, 30], 36), 60, []).map(({ direction }) => direction)).toEqual([
    'outbound',
    'inbound',
  ])
  expect(limitsOf(outboundOnly(evenCorridor([0, 100], [30, 30], 36)), 60, [])).toHaveLength(1)
})
