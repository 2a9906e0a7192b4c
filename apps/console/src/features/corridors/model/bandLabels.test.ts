import { bandsOf } from '@greenwave/coordination/bands'
import type { CorridorJunction } from '@greenwave/coordination/corridor'
import { timeSpace } from '@greenwave/coordination/timeSpace'
import { expect, it } from 'vitest'
import { bandLabels } from './bandLabels.ts'
import { diagramLayout } from './diagramLayout.ts'

const CYCLE = 60
const POSITIONS = [0, 300, 600]
/** Half a cycle from one to the next: the bands of both directions cross between them. */
const corridor: readonly CorridorJunction[] = POSITIONS.map((positionM) => ({
  ...{ name: `${positionM} m`, positionM, ownCycle: null, canOffset: true, blocks: null },
  speedKmh: { outbound: 36, inbound: 36 },
  greens: { outbound: { green: 30, start: 0 }, inbound: { green: 30, start: 0 } },
}))
const timings = [0, 30, 0].map((offset) => ({ offset, starts: { outbound: 0, inbound: 0 } }))

it.each([1200, 620, 340])(
  'writes each band where it is, in the plot, and not on the other one: %i px wide',
  (width) => {
    const span = { fromS: 0, toS: 2 * CYCLE }
    const layout = diagramLayout(width, POSITIONS, span)
    const heightAt = (metres: number) => layout.rows[POSITIONS.indexOf(metres)] ?? 0
    const bands = bandsOf(corridor, CYCLE, timings)
    const shapes = timeSpace(corridor, { cycle: CYCLE, timings, bands, ...span })
    const labels = bandLabels(shapes, layout, heightAt)
    expect(labels.map(({ direction }) => direction)).toEqual(['outbound', 'inbound'])
    for (const { x, y } of labels) {
      expect(x).toBeGreaterThan(layout.left + 25)
      expect(x).toBeLessThan(layout.right - 25)
      expect(y).toBeGreaterThan(layout.rows[2] ?? 0)
    }
    const [outbound, inbound] = labels
    if (!outbound || !inbound) throw new Error('both have a place')
    expect(
      Math.max(Math.abs(outbound.x - inbound.x) / 68, Math.abs(outbound.y - inbound.y) / 20),
    ).toBeGreaterThanOrEqual(1)
  },
)
