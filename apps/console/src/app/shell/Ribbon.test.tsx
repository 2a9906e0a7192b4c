import type { Hold } from '@greenwave/contract/records/holds'
import { act, type BoundFunctions, type queries, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { acceptedSocket, followedId } from '../../test/liveSocket.ts'
import { cityMs } from '../../test/localTime.ts'
import { CUSTOMER_ID, testDevice, testPage, WATCH_ASSET } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { type RecordedCall, signInForTest, startSessionForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

const AT_MS = cityMs(2026, 10, 22, 7, 16, 24)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT_MS })
  startSessionForTest()
})

/** Opens a page of the console with a live connection. Returns the ribbon, and functions that play the platform. */
async function openRibbon({ isTenantAdmin = true, assets = [WATCH_ASSET], holds = [] as readonly Hold[] } = {}) {
  const sockets = stubSocket()
  const held = holds.map((hold, nth) => ({
    entityId: testDevice(nth + 1).id,
    latest: { SERVER_ATTRIBUTE: { gw_hold: { ts: AT_MS, value: JSON.stringify(hold) } } },
  }))
  stubPlatform({
    'GET /api/tenant/assetInfos': testPage(assets),
    'POST /api/entitiesQuery/find': ({ body }: RecordedCall) =>
      JSON.stringify(body).includes('gw_held') ? testPage(held) : testPage([]),
  })
  signInForTest(isTenantAdmin ? {} : { scope: 'CUSTOMER_USER' })
  renderConsole('/nowhere')
  const ribbon = within(await screen.findByRole('region', { name: 'State of all junctions' }))
  const socket = await acceptedSocket(sockets)
  const pulse = async (
    levels: readonly number[],
    { at = AT_MS, unknown = 0, unheard = {} as object | undefined } = {},
  ) => {
    const entityId = isTenantAdmin ? WATCH_ASSET.id.id : CUSTOMER_ID
    const cmdId = await followedId(socket, { entityId })
    act(() =>
      socket.frame(cmdId, { gw_watch_1of1: [[at, JSON.stringify({ at, levels, unknown, revision: at, unheard })]] }),
    )
  }
  return { ribbon, pulse, end: () => act(() => socket.end()) }
}

const countsOf = (ribbon: BoundFunctions<typeof queries>) =>
  ribbon.queryAllByRole('link').map((link) => [link.textContent?.trim(), link.getAttribute('href')])

test('each count of the pulse is a link to its junctions, the worst first, without those of which there are none', async () => {
  const { ribbon, pulse } = await openRibbon()
  await pulse([996, 0, 1, 1, 3, 2], { unknown: 2 })
  await ribbon.findByText('07:16:24')
  expect(countsOf(ribbon)).toEqual([
    ['2 danger', '/now?level=5'],
    ['3 faults', '/now?level=4'],
    ['1 deviation', '/now?level=3'],
    ['1 hold', '/now?level=2'],
    ['2 not checked yet', '/devices?state=unknown'],
    ['994 healthy', '/devices?state=healthy'],
  ])
  await pulse([1000, 0, 0, 0, 0, 0], { at: AT_MS + 1000 })
  await ribbon.findByText('07:16:25')
  expect(countsOf(ribbon)).toEqual([['1000 healthy', '/devices?state=healthy']])
})

test('without a live connection the counts are of the last pulse, and have no colour', async () => {
  const { ribbon, pulse, end } = await openRibbon()
  await pulse([9, 0, 0, 0, 0, 1])
  await ribbon.findByText('07:16:24')
  end()
  expect(ribbon.getByText('as of 07:16')).toBeVisible()
  expect(countsOf(ribbon)[0]?.[0]).toBe('1 danger')
  for (const mark of document.querySelectorAll('[data-mark]')) expect(mark).toHaveAttribute('data-old')
})

test('a pulse that is older than three minutes says nothing: not watched since then', async () => {
  const { ribbon, pulse } = await openRibbon()
  await pulse([9, 0, 0, 0, 0, 1], { at: AT_MS - 195_000 })
  expect(await ribbon.findByText('not monitored since 07:13')).toBeVisible()
  expect(countsOf(ribbon)).toEqual([])
})

test('where nobody ever watched it says so', async () => {
  const { ribbon } = await openRibbon({ assets: [] })
  expect(await ribbon.findByText('not monitored')).toBeVisible()
  expect(countsOf(ribbon)).toEqual([])
})

test('a customer user has the counts of the own customer', async () => {
  const { ribbon, pulse } = await openRibbon({ isTenantAdmin: false })
  await pulse([3, 0, 0, 0, 1, 0])
  await ribbon.findByText('07:16:24')
  expect(countsOf(ribbon).map(([text]) => text)).toEqual(['1 fault', '3 healthy'])
})

test('the only hold says what is held, until when and by whom; of several it is said when the next one ends', async () => {
  const hold = (minutes: number): Hold => ({ mode: 1, until: AT_MS + minutes * 60_000, by: 'mai@signal.vn', why: '' })
  const { ribbon, pulse } = await openRibbon({ holds: [hold(44), hold(14)] })
  await pulse([9, 0, 1, 0, 0, 0])
  expect(await ribbon.findByText('Tuyến 1 until 07:30 by mai@signal.vn')).toBeVisible()
  await pulse([8, 0, 2, 0, 0, 0], { at: AT_MS + 1000 })
  expect(await ribbon.findByText('the next one ends 07:30')).toBeVisible()
})

test.each([
  [{ why: 'silence', since: AT_MS - 60_000 }, 'no data of any junction since 07:15: junctions are not checked'],
  [
    { why: 'refused', since: AT_MS - 60_000, says: '1008 Max subscriptions' },
    'not monitored since 07:15: the platform refuses the watcher’s live connection (1008 Max subscriptions)',
  ],
])('says what its watcher cannot hear, and nothing is called well meanwhile', async (unheard, text) => {
  const { ribbon, pulse } = await openRibbon()
  await pulse([417, 0, 0, 0, 0, 0], { unheard })
  expect(await ribbon.findByText(text)).toBeVisible()
  expect(countsOf(ribbon)).toEqual([])
  await pulse([417, 0, 0, 0, 0, 0])
  await waitFor(() => expect(ribbon.queryByText(text)).not.toBeInTheDocument())
})
