/** @file What junctions are to have, each for itself: a mode without an end, the next change of plan, and trying again. */
import type { Rollout } from '@greenwave/contract/records/rollouts'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ownRollouts } from '../../data/rollouts/useOwnRollout.ts'
import { SERVER, SHARED } from '../../test/devicePage.ts'
import { testDevice, testId, testPage, WATCH_ASSET } from '../../test/records.ts'
import { renderPart } from '../../test/renderParts.tsx'
import { type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { RolloutPage } from './RolloutPage.tsx'
import { SendOwnValues } from './SendOwnValues.tsx'

const device = testDevice(7, { label: 'Lý Thường Kiệt' })
const ID = device.id.id
const ROLLOUT = testId(90)
const attributes = (values: object) => Object.entries(values).map(([key, value]) => ({ key, value, lastUpdateTs: 1 }))

beforeEach(() => {
  signInForTest()
  vi.spyOn(ownRollouts, 'send').mockReturnValue(undefined)
})
afterEach(() => vi.restoreAllMocks())

/** Shows a part beside a platform with one junction. Returns the rollouts that were made. */
function show(part: ReactNode, answers: Record<string, unknown> = {}): () => readonly Rollout[] {
  const values = `GET /api/plugins/telemetry/DEVICE/${ID}/values/attributes`
  const { calls } = stubPlatform({
    [`${values}/SHARED_SCOPE`]: attributes(SHARED),
    [`${values}/CLIENT_SCOPE`]: [],
    [`${values}/SERVER_SCOPE`]: attributes(SERVER),
    'POST /api/asset': ({ body }: RecordedCall) => ({ ...WATCH_ASSET, ...(body as object), version: 1 }),
    'POST /api/entitiesQuery/find': testPage([]),
    ...answers,
  })
  const routeTree = createRootRoute({ component: () => part, notFoundComponent: () => 'sent' })
  renderPart(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />)
  return () =>
    calls
      .filter(({ method, path }) => method === 'POST' && path === '/api/asset')
      .map(({ body }) => (body as { readonly additionalInfo: Rollout }).additionalInfo)
}

const send = () => screen.findByRole('button', { name: 'Send to 1 junction' })
const nameOf = () => device.label ?? ''
const NO_END = 'I understand that this mode stays until it is ended manually'

it('a mode among them asks twice, because it has no end, and is sent as a hold without one', async () => {
  const made = show(<SendOwnValues title="all.csv" values={new Map([[ID, { Mode: 0 }]])} nameOf={nameOf} />)
  expect(await send()).toBeDisabled()
  for (const box of screen.getAllByRole('checkbox'))
    if (box !== screen.getByLabelText(NO_END)) await userEvent.click(box)
  expect(await send()).toBeDisabled()
  await userEvent.click(screen.getByLabelText(NO_END))
  await userEvent.click(await send())
  await expect.poll(made).toMatchObject([{ kind: 'settings', until: null, targets: [{ id: ID, values: { Mode: 0 } }] }])
})

it('other values have no end, and ask for none', async () => {
  const made = show(<SendOwnValues title="all.csv" values={new Map([[ID, { P1_HH: 6 }]])} nameOf={nameOf} />)
  await userEvent.click(await send())
  expect(screen.queryByLabelText(NO_END)).toBeNull()
  await expect.poll(() => made().length).toBe(1)
  expect(made()[0]).not.toHaveProperty('until')
})

it('a change of plan that is over while somebody reads sends nothing, and the next one is offered', async () => {
  const nowMs = Date.now()
  const starts = [nowMs - 60_000, nowMs + 3_600_000]
  const next = vi.fn(() => starts.shift())
  const values = new Map([[ID, { P1_HH: 6 }]])
  const made = show(<SendOwnValues title="Lê Lợi" values={values} nameOf={nameOf} nextChangeMs={next} />)
  await userEvent.selectOptions(await screen.findByLabelText('When'), 'later')
  await userEvent.click(await send())
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Nothing was sent: the change of plan of .* is over/)
  expect(made()).toEqual([])
  await userEvent.click(await send())
  await expect.poll(made).toMatchObject([{ notBefore: nowMs + 3_600_000 }])
})

it('what failed is tried again with the values of its own', async () => {
  const rollout: Rollout = {
    ...{ kind: 'settings', values: {}, title: 'Lê Lợi', by: { id: 'mai', name: 'mai@signal.vn' }, why: '', at: 1 },
    ...{ groupSize: 1, stopAfter: 1, run: 'stopped', tolerated: 0, sender: null },
    targets: [{ id: ID, was: 'x', state: 'failed', why: 'notConfirmed', values: { Vang: 4 } }],
  }
  const asset = { ...WATCH_ASSET, id: { entityType: 'ASSET', id: ROLLOUT }, version: 1, type: 'rollout' }
  show(<RolloutPage rolloutId={ROLLOUT} />, {
    [`GET /api/asset/${ROLLOUT}`]: { ...asset, additionalInfo: { v: 1, ...rollout } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try the 1 that failed again' }))
  const preview = await screen.findByRole('region', { name: 'Preview' })
  expect(within(preview).getAllByRole('row')[1]).toHaveTextContent('3 s → 4 s')
})
