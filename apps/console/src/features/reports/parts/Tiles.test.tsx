import { countDay } from '@greenwave/observer/conformity/countDay'
import { EIGHT, playStreet } from '@greenwave/observer/conformity/testing/street'
import { CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPart } from '../../../test/renderParts.tsx'
import { Tiles } from './Tiles.tsx'

const day = countDay({ ...playStreet([{ seconds: 120 }]), fromMs: EIGHT })
const incident = {
  ...{ code: 'dark', raised: 2 },
  ...{ acknowledged: 0, acknowledgeSeconds: 0, cleared: 0, clearSeconds: 0 },
}

async function incidentsTile(changes: object): Promise<string | null> {
  const { unmount } = renderPart(<Tiles sums={{ ...day, incidents: [{ ...incident, ...changes }] }} />)
  const tile = within(screen.getByLabelText('Figures')).getByText('Incidents').parentElement
  const text = tile?.textContent ?? null
  unmount()
  return text
}

it('says of incidents after what time they were acknowledged and cleared, as far as that is known', async () => {
  expect(await incidentsTile({})).not.toMatch(/acknowledged|cleared|–/)
  expect(await incidentsTile({ cleared: 1, clearSeconds: 30 })).toMatch(/21 cleared after 30 s/)
  expect(await incidentsTile({ acknowledged: 1, acknowledgeSeconds: 20, cleared: 1, clearSeconds: 30 })).toMatch(
    /1 acknowledged after 20 s, 1 cleared after 30 s/,
  )
})

it('does not say of broken waves after what time all incidents were cleared', async () => {
  const ofWaves = { code: CORRIDOR_INCIDENT.code, raised: 1, cleared: 0 }
  const sums = {
    ...day,
    incidents: [
      { ...incident, cleared: 1, clearSeconds: 30 },
      { ...incident, ...ofWaves },
    ],
  }
  renderPart(<Tiles sums={sums} />)
  expect(screen.getByText('1 broken green wave among them')).toBeVisible()
  expect(screen.getByText('1 cleared after 30 s')).toBeVisible()
})

it('names the share over which a figure is, and how many cycles were compared with limits, only where that is not all', () => {
  const [program] = day.programs
  const { unmount } = renderPart(<Tiles sums={day} />)
  expect(screen.getByLabelText('Figures')).not.toHaveTextContent(/hides a lamp|by the limits/)
  unmount()
  const spread = { count: 6, sum: 6, sizes: 6, largest: 1 }
  const none = { count: 0, sum: 0, sizes: 0, largest: 0 }
  const hidden = {
    ...{ program: 1, evaluated: 4, asProgrammed: 4, byLimits: 4, partly: 6, unseen: { greens: 12, starts: 12 } },
    ...{ cycle: spread, greens: [none, none, spread] as const, starts: [none, none, spread] as const },
  }
  expect(program?.byLimits ?? 0).toBe(0)
  renderPart(<Tiles sums={{ ...day, cycles: 10, expected: 100, notShown: 75, believable: 25, programs: [hidden] }} />)
  const textOf = (name: string) => within(screen.getByLabelText('Figures')).getByText(name).parentElement?.textContent
  expect(textOf('As programmed')).toMatch(/100.0 %4 of 10 checked · 4 by the limits of actuated greens/)
  expect(textOf('Greens')).toMatch(/of 20.0 % of the greens/)
  expect(textOf('Cycle length')).toMatch(/of 60.0 % of the cycles/)
  expect(textOf('Available')).toMatch(/100.0 %.*of 25.0 % of the seconds/)
})
