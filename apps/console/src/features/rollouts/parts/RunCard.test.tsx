import type { Rollout } from '@greenwave/contract/records/rollouts'
import { RECONNECT_MS } from '@greenwave/rollout/nextStep'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { testId } from '../../../test/records.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../../test/stubPlatform.ts'
import { RunCard } from './RunCard.tsx'

const ID = testId(7)
const early = (): Rollout => ({
  ...{ kind: 'settings', values: {}, title: 'Lê Lợi', by: { id: 'mai', name: 'mai@signal.vn' }, why: '', at: 1 },
  ...{ groupSize: 1, stopAfter: 1, run: 'running', tolerated: 0, sender: null, notBefore: Date.now() + 20_000 },
  targets: [{ id: testId(1), was: 'x', state: 'todo' }],
})

/** Shows a rollout that waits for its time. Returns what is saved of it. */
function show() {
  signInForTest()
  const asset = {
    ...{ id: { entityType: 'ASSET', id: ID }, createdTime: 1, version: 1, name: 'Rollout 1', type: 'rollout' },
    additionalInfo: { v: 1, ...early() },
  }
  const { calls } = stubPlatform({
    [`GET /api/asset/${ID}`]: asset,
    'POST /api/asset': ({ body }: { readonly body: unknown }) => body,
  })
  renderPart(<RunCard id={ID} rollout={early()} own={undefined} />)
  return () => calls.filter(({ method }) => method === 'POST').map(({ body }) => (body as typeof asset).additionalInfo)
}

it('a change that waits for its time says until when, and that no window must stay open; it can be stopped', async () => {
  const saved = show()
  expect(await screen.findByRole('status')).toHaveTextContent(/^Waits until \d\d\/\d\d\/\d{4}/)
  expect(screen.getByText(/This window may be closed/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeEnabled()
  expect(saved()).toMatchObject([{ run: 'stopped' }])
})

it('such a change can be sent now instead', async () => {
  const saved = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Send now' }))
  await expect.poll(() => saved().length).toBeGreaterThan(0)
  expect(saved()[0]?.notBefore).toBeUndefined()
})

it('one that somebody sends is theirs, but not by a lease from a time when the clock was ahead', async () => {
  const running = (aheadMs: number): Rollout => ({
    ...early(),
    notBefore: undefined,
    sender: { id: 'other', name: 'binh@signal.vn', until: Date.now() + aheadMs },
  })
  signInForTest()
  renderPart(<RunCard id={ID} rollout={running(20_000)} own={undefined} />)
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull()
  renderPart(<RunCard id={ID} rollout={running(3_600_000)} own={undefined} />)
  expect(await screen.findByRole('button', { name: 'Go on' })).toBeVisible()
})

it('a change that is over says so as a success only if it failed nowhere', async () => {
  const over: Rollout = {
    ...early(),
    run: 'over',
    targets: [{ id: testId(1), was: 'x', state: 'failed', why: 'differs' }],
  }
  renderPart(<RunCard id={ID} rollout={over} own={undefined} />)
  expect(await screen.findByRole('status')).toHaveTextContent('Over, 1 failed')
})

it('counts only junctions that have the change as done, and names what became of the others', async () => {
  const states = ['seen', 'same', 'failed', 'reported', 'todo', 'todo'] as const
  const rollout: Rollout = {
    ...early(),
    notBefore: undefined,
    targets: states.map((state, nth) => ({ id: testId(nth + 1), was: 'x', state })),
  }
  renderPart(<RunCard id={ID} rollout={rollout} own={undefined} />)
  const text = '2 of 6 done, 1 failed, 1 under way, 2 not sent yet'
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('progressbar', { name: text })).toHaveAttribute('value', '3')
})

it('while it waits for its first junction to come back it says so, and does not count that as done', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const rollout = (sentAgoMs: number): Rollout => ({
    ...early(),
    notBefore: undefined,
    sender: { id: 'other', name: 'binh@signal.vn', until: Date.now() + 20_000 },
    targets: [
      { id: testId(1), was: 'x', state: 'waiting', at: Date.now() - sentAgoMs },
      { id: testId(2), was: 'x', state: 'todo' },
    ],
  })
  signInForTest()
  const { unmount } = renderPart(<RunCard id={ID} rollout={rollout(5000)} own={undefined} />)
  expect(await screen.findByText(/^The first junction is offline/)).toBeVisible()
  expect(screen.getByText(/^0 of 2 done, 1 offline, 1 not sent yet/)).toBeVisible()
  unmount()
  renderPart(<RunCard id={ID} rollout={rollout(RECONNECT_MS + 5000)} own={undefined} />)
  expect(await screen.findByText(/^0 of 2 done, 1 offline, 1 not sent yet/)).toBeVisible()
  expect(screen.queryByText(/^The first junction is offline/)).toBeNull()
})
