/** @file A rollout that is not to be sent before its time. */
import { NetworkError } from '@greenwave/client/callErrors'
import { parseRollout, type Rollout } from '@greenwave/contract/records/rollouts'
import { describe, expect, it } from 'vitest'
import { fetchJunctionFacts } from './junctionFacts.ts'
import { newRollout } from './newRollout.ts'
import { askedToStop } from './nextStep.ts'
import { previewOf } from './preview.ts'
import { RolloutSender } from './RolloutSender.ts'
import { createRollout, openRollout, saveRollout } from './rolloutAsset.ts'
import { BEGIN_MS, FakeCity } from './testing/fakeCity.ts'

const DUE_MS = BEGIN_MS + 3_600_000
const OLD = { Mode: 4, Vang: 3, Do_cong: 2, P1_HH: 6, P1_MM: 0, P1_Pr: 1, P1_ENT: 1, Plan_total: 1 }

/** Stops the rollout as somebody else does. */
async function stop(city: FakeCity, part: Partial<Rollout> = {}): Promise<void> {
  const open = await openRollout(city.call, 'rollout-1')
  await saveRollout(city.call, open, { ...askedToStop(open.rollout, city.nowMs), ...part })
}
const writesOf = ({ junctions }: FakeCity) => [...junctions.values()].flatMap(({ writes }) => writes)

/** Returns a city with a rollout for two junctions that is due in an hour. */
async function laterCity(): Promise<FakeCity> {
  const city = new FakeCity()
  const draft = {
    ...{ kind: 'settings' as const, values: { P1_HH: 7 }, by: { id: 'mai', name: 'mai@signal.vn' }, why: '' },
    ...{ at: BEGIN_MS, groupSize: 3, stopAfter: 1, notBefore: DUE_MS },
  }
  const junctions = []
  for (const id of ['one', 'two']) {
    city.addJunction(id, 'good', OLD)
    junctions.push({ id, preview: previewOf(draft, await fetchJunctionFacts(city.call, id)) })
  }
  await createRollout(city.call, 'Rollout 1', newRollout(draft, junctions))
  return city
}
const rolloutOf = ({ asset }: FakeCity) => parseRollout(asset?.additionalInfo)

it('is sent from that time on, by one of those who wait for it', async () => {
  const city = await laterCity()
  const ends = await Promise.all(['first', 'second'].map((id) => RolloutSender.send(city.sender(id))))
  expect(ends.sort()).toEqual(['busy', 'over'])
  for (const { writes, records } of city.junctions.values()) {
    expect(writes).toHaveLength(1)
    expect(Math.min(...records.keys())).toBeGreaterThanOrEqual(DUE_MS)
  }
})

it('is left alone while it waits: nobody has its lease, and a window that closes changes nothing', async () => {
  const city = await laterCity()
  const closing = new AbortController()
  const deps = city.sender('first', Number.POSITIVE_INFINITY, closing.signal)
  const wait = async (ms: number) => {
    city.nowMs += ms
    if (city.nowMs > BEGIN_MS + 60_000) closing.abort()
  }
  const before = city.asset
  expect(await RolloutSender.send({ ...deps, wait })).toBe('left')
  expect(city.asset).toEqual(before)
  expect([...city.junctions.values()].flatMap(({ writes }) => writes)).toEqual([])
})

it('that is stopped meanwhile is not sent, and begins at once when somebody goes on with it', async () => {
  const city = await laterCity()
  const deps = city.sender('first')
  const stopping = async (ms: number) => {
    city.nowMs += ms
    const open = await openRollout(city.call, city.asset?.id.id ?? '')
    if (open.rollout.run === 'running') await saveRollout(city.call, open, askedToStop(open.rollout, city.nowMs))
  }
  expect(await RolloutSender.send({ ...deps, wait: stopping })).toBe('stopped')
  expect(city.nowMs).toBeLessThan(DUE_MS)
  expect(rolloutOf(city)).toMatchObject({ run: 'stopped', sender: null })
  expect(await RolloutSender.send(city.sender('second'))).toBe('over')
  expect(city.nowMs).toBeLessThan(DUE_MS)
})

describe('somebody who waits sends nothing of what is stopped', () => {
  it('with a clock that is ahead', async () => {
    const city = await laterCity()
    const deps = city.sender('first')
    const stopping = async (ms: number) => {
      await deps.wait(ms, deps.signal)
      if (rolloutOf(city)?.asked === undefined) await stop(city, { run: 'running', asked: 'stop' })
    }
    expect(await RolloutSender.send({ ...deps, wait: stopping })).toBe('stopped')
    expect([writesOf(city), city.nowMs < DUE_MS]).toEqual([[], true])
  })

  it.each([{ run: 'stopped' }, { asked: 'stop' }] as const)(
    'in the moment in which it takes the lease: %j',
    async (part) => {
      const city = await laterCity()
      city.before = async (name) => {
        if (name === 'saveAsset' && rolloutOf(city)?.sender === null) await stop(city, part)
      }
      expect(await RolloutSender.send(city.sender('first'))).toBe('stopped')
      expect([writesOf(city), rolloutOf(city)?.sender]).toEqual([[], null])
    },
  )

  it('in the last seconds, of which it hears nothing', async () => {
    const city = await laterCity()
    let isStopped = false
    city.before = async () => {
      if (city.nowMs < DUE_MS - 1000 || city.nowMs > DUE_MS + 20_000) return
      if (!isStopped) await stop(city)
      isStopped = true
      throw new NetworkError('No answer')
    }
    expect(await RolloutSender.send(city.sender('first'))).toBe('stopped')
    expect(writesOf(city)).toEqual([])
  })
})

it('is sent as soon as the platform answers, where it did not at that time', async () => {
  const city = await laterCity()
  city.before = () => {
    if (city.nowMs > DUE_MS - 1000 && city.nowMs < DUE_MS + 20_000) throw new NetworkError('No answer')
  }
  expect(await RolloutSender.send(city.sender('first'))).toBe('over')
  expect(writesOf(city)).toHaveLength(2)
})

it('that was stopped after its time is gone on with by whoever is told to, and by nobody else', async () => {
  const city = await laterCity()
  city.nowMs = DUE_MS
  await stop(city)
  expect(await RolloutSender.send({ ...city.sender('watcher'), isUnasked: true })).toBe('stopped')
  expect(writesOf(city)).toEqual([])
  expect(await RolloutSender.send(city.sender('mai'))).toBe('over')
  expect(await RolloutSender.send({ ...city.sender('watcher'), isUnasked: true })).toBe('over')
  expect(writesOf(city)).toHaveLength(2)
})
