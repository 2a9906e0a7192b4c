import { parseRollout, type Rollout } from '@greenwave/contract/records/rollouts'
import { fetchJunctionFacts } from '@greenwave/rollout/junctionFacts'
import { newRollout } from '@greenwave/rollout/newRollout'
import { previewOf } from '@greenwave/rollout/preview'
import { createRollout, openRollout, saveRollout } from '@greenwave/rollout/rolloutAsset'
import { BEGIN_MS, FakeCity } from '@greenwave/rollout/testing/fakeCity'
import { expect, it } from 'vitest'
import { DueRollouts } from './DueRollouts.ts'

const DUE_MS = BEGIN_MS + 3_600_000

/** Returns a city with a rollout that waits for its time, and a watcher of it. */
async function city(calls?: number) {
  const fake = new FakeCity()
  fake.addJunction('one', 'good', { Mode: 4, P1_HH: 6, P1_MM: 0, P1_Pr: 1, P1_ENT: 1, Plan_total: 1 })
  const draft = {
    ...{ kind: 'settings' as const, values: { P1_HH: 7 }, by: { id: 'mai', name: 'mai@signal.vn' }, why: '' },
    ...{ at: BEGIN_MS, groupSize: 3, stopAfter: 1, notBefore: DUE_MS },
  }
  const preview = previewOf(draft, await fetchJunctionFacts(fake.call, 'one'))
  await createRollout(fake.call, 'Rollout 1', newRollout(draft, [{ id: 'one', preview }]))
  return { fake, due: watcher(fake, calls) }
}

function watcher(fake: FakeCity, calls?: number, share = { i: 1, n: 1 }): DueRollouts {
  const { call, nowMs, wait, senderId } = fake.sender('watcher', calls)
  return new DueRollouts({ call, now: nowMs, wait, share, by: senderId, log: { info: () => {}, warn: () => {} } })
}

const writesOf = ({ junctions }: FakeCity) => junctions.get('one')?.writes.length
const rolloutOf = ({ asset }: FakeCity) => parseRollout(asset?.additionalInfo)

async function change(fake: FakeCity, part: Partial<Rollout>): Promise<void> {
  const open = await openRollout(fake.call, 'rollout-1')
  await saveRollout(fake.call, open, { ...open.rollout, ...part })
}

it('a rollout is sent when its time has come and nobody else did it, on record by the one who made it', async () => {
  const { fake, due } = await city()
  await due.look()
  expect(writesOf(fake)).toBe(0)
  fake.nowMs = DUE_MS
  await due.look()
  expect(rolloutOf(fake)).toMatchObject({ run: 'over', targets: [{ state: 'taken' }] })
  expect([...(fake.junctions.get('one')?.records.values() ?? [])]).toMatchObject([
    { by: { id: '', name: 'mai@signal.vn' }, from: 'watcher' },
  ])
})

it.each<[string, Partial<Rollout>]>([
  ['that somebody stopped', { run: 'stopped' }],
  ['that somebody asks to stop', { asked: 'stop' }],
  ['that is over', { run: 'over' }],
  ['that somebody sends', { sender: { id: 'other', name: 'binh@signal.vn', until: DUE_MS + 20_000 } }],
])('one %s is left alone', async (_what, part) => {
  const { fake, due } = await city()
  await change(fake, part)
  fake.nowMs = DUE_MS + 1000
  await due.look()
  expect(writesOf(fake)).toBe(0)
})

it('one that somebody stops between the list and the sending is left alone', async () => {
  const { fake, due } = await city()
  fake.nowMs = DUE_MS
  fake.before = async (name) => {
    if (name === 'asset' && rolloutOf(fake)?.asked === undefined) await change(fake, { asked: 'stop' })
  }
  await due.look()
  expect([writesOf(fake), rolloutOf(fake)?.asked]).toEqual([0, 'stop'])
})

it('one without such a time is left to those who made it, also when nobody sends it', async () => {
  const { fake, due } = await city()
  await change(fake, { notBefore: undefined })
  fake.nowMs = DUE_MS
  await due.look()
  expect(writesOf(fake)).toBe(0)
})

it('one whose sender died is gone on with, and nothing is sent twice', async () => {
  for (let calls = 1; calls < 40; calls += 3) {
    const { fake, due } = await city(calls)
    fake.nowMs = DUE_MS
    await due.look()
    const next = watcher(fake)
    fake.nowMs += 60_000
    await next.look()
    expect([rolloutOf(fake)?.run, writesOf(fake)]).toEqual(['over', 1])
  }
})

it('one whose sender took it while the clock was an hour ahead is gone on with', async () => {
  const { fake, due } = await city()
  await change(fake, { sender: { id: 'other', name: 'binh@signal.vn', until: DUE_MS + 3_630_000 } })
  fake.nowMs = DUE_MS + 1000
  await due.look()
  expect([rolloutOf(fake)?.run, writesOf(fake)]).toEqual(['over', 1])
})

it('of several watchers the first one looks after them', async () => {
  const { fake } = await city()
  fake.nowMs = DUE_MS
  await watcher(fake, undefined, { i: 2, n: 2 }).look()
  expect(writesOf(fake)).toBe(0)
})

it('a watcher that ends leaves it to others', async () => {
  const { fake, due } = await city()
  fake.nowMs = DUE_MS
  await due.close()
  await due.look()
  expect([writesOf(fake), rolloutOf(fake)?.sender]).toEqual([0, null])
})
