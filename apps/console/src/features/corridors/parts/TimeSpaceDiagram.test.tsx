import { fireEvent, screen, waitFor } from '@testing-library/react'
import { bandsOf } from '@greenwave/coordination/bands'
import type { CorridorJunction } from '@greenwave/coordination/corridor'
import { expect, it } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { TimeSpaceDiagram } from './TimeSpaceDiagram.tsx'

const corridor: readonly CorridorJunction[] = [0, 400].map((positionM) => ({
  ...{ name: `${positionM} m`, positionM, ownCycle: null, canOffset: true, blocks: null },
  speedKmh: { outbound: 36, inbound: 36 },
  greens: { outbound: { green: 40, start: 0 }, inbound: { green: 40, start: 0 } },
}))
const timings = [0, 40].map((offset) => ({ offset, starts: { outbound: 0, inbound: 0 } }))
const bands = bandsOf(corridor, 80, timings)

const rows = corridor.map(({ name }) => ({
  ...{ deviceId: name, name, shortName: name, note: '' },
  phases: { outbound: 1 as const, inbound: 1 as const },
}))
const wave = { corridor, cycle: 80, timings, bands, promised: bands, limits: [] }

it('of no moment shows what is set as greens to come, and not as red', async () => {
  renderPart(<TimeSpaceDiagram label="Lê Lợi" wave={wave} rows={rows} now={null} onOffset={undefined} />)
  const diagram = await screen.findByRole('figure', { name: 'Lê Lợi' })
  const places = (mark: string) =>
    [...diagram.querySelectorAll(`[${mark}]`)].map((one) => [one.getAttribute('x'), one.getAttribute('width')])
  expect(places('data-programmed').length).toBeGreaterThanOrEqual(4)
  expect(places('data-to-come')).toEqual(places('data-programmed'))
})

it('is drawn anew for the width of a sheet, because type that is made smaller cannot be read there', async () => {
  renderPart(<TimeSpaceDiagram label="Lê Lợi" wave={wave} rows={rows} now={null} onOffset={undefined} />)
  const diagram = await screen.findByRole('figure', { name: 'Lê Lợi' })
  const ends = () => Math.max(...[...diagram.querySelectorAll('line')].map((line) => Number(line.getAttribute('x1'))))
  expect(ends()).toBeGreaterThan(900)
  // The diagram listens for it a moment after it is drawn.
  await waitFor(() => {
    fireEvent(window, new Event('beforeprint'))
    expect(ends()).toBeLessThan(640)
  })
  expect(diagram).toHaveStyle({ width: '640px' })
  fireEvent(window, new Event('afterprint'))
  expect(ends()).toBeGreaterThan(900)
})
