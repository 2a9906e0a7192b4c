import type { Wave } from '@greenwave/contract/records/waves'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { topics } from '../../../data/live.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { StreetWave } from './StreetWave.tsx'

afterEach(() => vi.restoreAllMocks())

const NOW_MS = Date.now()
const BROKEN: Wave = {
  ...{ at: NOW_MS, plan: '1', cycle: 100, planned: { outbound: 38.4, inbound: null }, brokenSince: NOW_MS - 600_000 },
  cycles: [
    { at: NOW_MS - 300_000, state: 'whole', seen: { outbound: 38, inbound: null } },
    { at: NOW_MS - 200_000, state: 'unseen', seen: { outbound: null, inbound: null } },
    { at: NOW_MS - 100_000, state: 'broken', seen: { outbound: 3, inbound: null } },
  ],
  causes: [
    {
      ...{ code: 'clock', device: '5b1d0f20-8c1e-11f0-9a55-000000000001', junction: 'Ngã tư 2', aheadSeconds: 40 },
    },
  ],
  day: null,
}

/** Shows what the watcher wrote; nothing if undefined. */
function show(wave: Partial<Wave> | undefined) {
  vi.spyOn(topics, 'follow').mockImplementation((_, { value }) => {
    const samples = wave ? { gw_wave: { ts: NOW_MS, value: JSON.stringify({ ...BROKEN, ...wave }) } } : {}
    value({ samples, arrivedAtMs: NOW_MS, futureMs: undefined, readError: undefined })
    return () => {}
  })
  renderPart(<StreetWave corridorId="a" />)
}

it('shows the share of the planned band, the last cycles, since when it is broken, and what is wrong', async () => {
  show({})
  expect(await screen.findByText('Outbound 53 % of the plan')).toBeVisible()
  expect(screen.getByText(/The green wave has been broken since/)).toBeVisible()
  expect(screen.getByRole('list', { name: 'Problems at junctions' })).toHaveTextContent(
    'The clock of Ngã tư 2 is 40 s ahead.',
  )
  const cycles = within(screen.getByRole('list', { name: 'Seconds of band in the last cycles, outbound' }))
  expect(
    cycles.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\d\d:\d\d:\d\d: /, ' ')),
  ).toEqual([
    '38 at least half of the planned band',
    '– not seen: readings are missing',
    '3 less than half of the planned band',
  ])
  expect(screen.queryByText(/Inbound/)).toBeNull()
})

it('says why no wave is planned with actuated greens, and why cycles are not seen', async () => {
  const of = { device: '5b1d0f20-8c1e-11f0-9a55-000000000001', junction: 'Ngã tư 2' }
  show({
    ...{ cycle: 0, planned: { outbound: null, inbound: null }, cycles: [], brokenSince: null },
    causes: [
      { code: 'actuated', ...of },
      { code: 'hidden', ...of },
    ],
  })
  const list = await screen.findByRole('list', { name: 'Problems at junctions' })
  expect(list).toHaveTextContent('The greens of Ngã tư 2 are actuated and have no position in the cycle')
  expect(list).toHaveTextContent('The display of Ngã tư 2 does not show when its green begins')
})

it('each direction has what became of it alone', async () => {
  const seen = { outbound: 38, inbound: 3 }
  show({ planned: { outbound: 38.4, inbound: 20 }, cycles: [{ at: NOW_MS - 100_000, state: 'broken', seen }] })
  const outbound = await screen.findByRole('list', { name: /last cycles, outbound/ })
  expect(outbound).toHaveTextContent('at least half of the planned band')
  expect(screen.getByRole('list', { name: /last cycles, inbound/ })).toHaveTextContent('less than half')
})

const OLD = /Last checked at/

it.each([
  [{ cycle: 0, cycles: [], causes: [], brokenSince: null }, 'No band is planned now, so there is nothing to check.'],
  [{ cycles: [], causes: [], brokenSince: null }, 'The first cycle is being watched.'],
  [{ at: 1, cycle: 0, cycles: [], causes: [], brokenSince: null }, /^No band is planned now/],
  [{ at: NOW_MS - 3_600_000, brokenSince: null }, OLD],
  [undefined, 'This corridor has not been checked yet.'],
])('says why there is nothing, or nothing new: %#', async (wave, said) => {
  show(wave)
  expect(await screen.findByText(said)).toBeVisible()
  expect(screen.queryAllByText(OLD)).toHaveLength(said === OLD ? 1 : 0)
})
