/** @file A rollout in a city in memory, whose senders are killed between any two calls. */
import { type Failure, type Rollout, parseRollout, type TargetState } from '@greenwave/contract/records/rollouts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fetchJunctionFacts } from './junctionFacts.ts'
import { newRollout, type RolloutDraft } from './newRollout.ts'
import { countStates } from './nextStep.ts'
import { previewOf } from './preview.ts'
import { GRACE_MS, LEASE_MS } from './lease.ts'
import { RolloutSender, type SendingEnd } from './RolloutSender.ts'
import { createRollout, openRollout, saveRollout } from './rolloutAsset.ts'
import { sendTo } from './sendTo.ts'
import { BACK_MS, BEGIN_MS, type Behaviour, FakeCity, Killed } from './testing/fakeCity.ts'

const OLD = { Mode: 4, Vang: 3, Do_cong: 2, P1_HH: 6, P1_MM: 0, P1_Pr: 1, P1_ENT: 1, Plan_total: 1 }
/** A plan has nothing that the street could show. */
const DRAFT: RolloutDraft = {
  kind: 'settings',
  values: { P1_HH: 7, P1_MM: 0, P1_Pr: 1 },
  by: { id: 'mai', name: 'mai@signal.vn' },
  why: 'School begins at 7',
  at: BEGIN_MS,
  groupSize: 3,
  stopAfter: 1,
}

const ENDS: Readonly<Record<Behaviour, [TargetState, Failure?]>> = {
  good: ['taken'],
  offline: ['waiting'],
  'cut off': ['taken'],
  silent: ['failed', 'notConfirmed'],
  other: ['failed', 'differs'],
  refused: ['failed', 'refused'],
}

async function cityOf(behaviours: readonly Behaviour[], draft: Partial<RolloutDraft> = {}): Promise<FakeCity> {
  const city = new FakeCity()
  for (const [nth, behaviour] of behaviours.entries()) city.addJunction(`junction-${nth}`, behaviour, OLD)
  const whole = { ...DRAFT, ...draft }
  const previewed = await Promise.all(
    [...city.junctions.keys()].map(async (id) => ({
      id,
      preview: previewOf(whole, await fetchJunctionFacts(city.call, id)),
    })),
  )
  await createRollout(city.call, 'Rollout 1', newRollout(whole, previewed))
  return city
}

function rolloutOf({ asset }: FakeCity): Rollout {
  const rollout = parseRollout(asset?.additionalInfo)
  if (!rollout) throw new Error('the asset is no rollout')
  return rollout
}

/** Sends until it is over, by as many senders as it takes; each waits until the lease of the one before has run out. */
async function sendAll(city: FakeCity, lives: readonly number[]): Promise<readonly (SendingEnd | 'killed')[]> {
  const ends: (SendingEnd | 'killed')[] = []
  for (let nth = 0; ends.at(-1) !== 'over'; nth += 1) {
    city.nowMs += LEASE_MS + GRACE_MS
    const end = await RolloutSender.send(city.sender(`sender-${nth}`, lives[nth])).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
      return 'killed' as const
    })
    ends.push(end)
    if (nth > 200) throw new Error('it never ends')
  }
  return ends
}

function expectTrueReport(city: FakeCity): void {
  const { targets } = rolloutOf(city)
  for (const { id, state, why } of targets) {
    const junction = city.junctions.get(id)
    expect([id, state, why]).toEqual([id, ...(ENDS[junction?.behaviour ?? 'good'] ?? []), ...(why ? [] : [undefined])])
    expect([id, junction?.writes]).toEqual([id, junction?.behaviour === 'refused' ? [] : [{ P1_HH: 7 }]])
    expect([...(junction?.records.values() ?? [])]).toMatchObject([{ batch: 'rollout-1', why: DRAFT.why }])
  }
}

describe('a rollout', () => {
  it('is sent to one junction first, then to the others in groups', async () => {
    const city = await cityOf(Array.from({ length: 8 }, () => 'good'))
    const seen: string[] = []
    const onProgress = (rollout: Rollout) => {
      const { todo = 0, sending = 0, taken = 0 } = countStates(rollout)
      const line = `${todo} ${sending} ${taken}`
      if (seen.at(-1) !== line) seen.push(line)
    }
    expect(await RolloutSender.send({ ...city.sender('a'), onProgress })).toBe('over')
    expect(seen).toEqual([
      '8 0 0',
      '7 1 0',
      '7 0 0',
      '7 0 1',
      '4 3 1',
      '4 0 1',
      '4 0 4',
      '1 3 4',
      '1 0 4',
      '1 0 7',
      '0 1 7',
      '0 0 7',
      '0 0 8',
    ])
    expectTrueReport(city)
    expect(rolloutOf(city)).toMatchObject({ run: 'over', sender: null })
  })

  it('tries a single junction until a connected one has shown it', async () => {
    const city = await cityOf(['offline', 'good', 'good'])
    // Connected when it was previewed, and away when it is sent.
    const { asset } = city
    const rollout = rolloutOf(city)
    const targets = rollout.targets.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (asset) await saveRollout(city.call, { asset, rollout }, { ...rollout, targets })
    const atOnce: number[] = []
    const onProgress = (now: Rollout) => atOnce.push(countStates(now).sending ?? 0)
    await RolloutSender.send({ ...city.sender('a'), onProgress })
    expect(Math.max(...atOnce)).toBe(1)
    expectTrueReport(city)
  })

  it('waits until the first junction is back, after all were cut off when they were previewed already', async () => {
    const city = await cityOf(Array.from({ length: 8 }, () => 'cut off'))
    const sentBefore: number[] = []
    const onProgress = (now: Rollout) => {
      if (city.nowMs < BACK_MS) sentBefore.push(now.targets.length - (countStates(now).todo ?? 0))
    }
    expect(await RolloutSender.send({ ...city.sender('a'), onProgress })).toBe('over')
    expect(Math.max(...sentBefore)).toBe(1)
    expectTrueReport(city)
  })

  it('stops after the first failure, and goes on when somebody says so', async () => {
    const city = await cityOf(['good', 'other', 'good', 'good', 'silent', 'good', 'good', 'good'])
    expect(await RolloutSender.send(city.sender('a'))).toBe('stopped')
    expect(countStates(rolloutOf(city))).toEqual({ taken: 3, failed: 1, todo: 4 })
    expect(rolloutOf(city)).toMatchObject({ run: 'stopped', sender: null })
    expect(await RolloutSender.send(city.sender('b'))).toBe('stopped')
    expect(await RolloutSender.send(city.sender('c'))).toBe('over')
    expectTrueReport(city)
  })

  it('stops when somebody asks for it, after what is under way has answered', async () => {
    const city = await cityOf(Array.from({ length: 8 }, () => 'good'))
    let isAsked = false
    const onProgress = (rollout: Rollout) => {
      if (isAsked || countStates(rollout).sending !== 3 || !city.asset) return
      isAsked = true
      const asking = { asset: city.asset, rollout }
      void saveRollout(city.call, asking, { ...rollout, asked: 'stop' })
    }
    expect(await RolloutSender.send({ ...city.sender('a'), onProgress })).toBe('stopped')
    expect(countStates(rolloutOf(city))).toEqual({ taken: 4, todo: 4 })
    expect(await RolloutSender.send(city.sender('b'))).toBe('over')
    expectTrueReport(city)
  })

  it('is sent by one at a time', async () => {
    const city = await cityOf(['good', 'good', 'good'])
    await expect(RolloutSender.send(city.sender('a', 10))).rejects.toBeInstanceOf(Killed)
    expect(await RolloutSender.send(city.sender('b'))).toBe('busy')
    city.nowMs += LEASE_MS + GRACE_MS
    expect(await RolloutSender.send(city.sender('b'))).toBe('over')
    expectTrueReport(city)
  })

  it('overwrites nothing that somebody changed after the preview', async () => {
    const city = await cityOf(Array.from({ length: 5 }, () => 'good'))
    const changed = city.junctions.get('junction-1')
    if (changed) changed.shared.P1_MM = { ts: city.nowMs, value: 30 }
    expect(await RolloutSender.send(city.sender('a'))).toBe('stopped')
    expect(rolloutOf(city).targets[1]).toMatchObject({ state: 'failed', why: 'changed' })
    expect(changed?.writes).toEqual([])
    expect(changed?.records.size).toBe(0)
  })

  it('says what the platform said when it refused, and that a device is gone', async () => {
    const city = await cityOf(['good', 'refused', 'good'], { stopAfter: 9 })
    city.junctions.delete('junction-2')
    expect(await RolloutSender.send(city.sender('a'))).toBe('over')
    expect(rolloutOf(city).targets.slice(1)).toMatchObject([
      { state: 'failed', why: 'refused', said: 'It is locked' },
      { state: 'failed', why: 'gone' },
    ])
  })

  it('gives a junction values of its own besides those of all', async () => {
    const city = await cityOf(['good', 'good'])
    const rollout = rolloutOf(city)
    const own = { values: { P1_MM: 15 } }
    const targets = await Promise.all(
      rollout.targets.map(async (target, nth) => {
        if (nth === 0) return target
        const facts = await fetchJunctionFacts(city.call, target.id)
        const values = { ...rollout.values, ...own.values }
        return { ...target, ...own, was: previewOf({ ...rollout, values }, facts).was }
      }),
    )
    if (city.asset) await saveRollout(city.call, { asset: city.asset, rollout }, { ...rollout, targets })
    expect(await RolloutSender.send(city.sender('a'))).toBe('over')
    expect([...city.junctions.values()].map(({ writes }) => writes)).toEqual([
      [{ P1_HH: 7 }],
      [{ P1_HH: 7, P1_MM: 15 }],
    ])
  })

  it('sends nothing to a junction that has the values already', async () => {
    const city = await cityOf(['good', 'good'], { values: { Vang: 3 } })
    expect(await RolloutSender.send(city.sender('a'))).toBe('over')
    expect(countStates(rolloutOf(city))).toEqual({ same: 2 })
    expect([...city.junctions.values()].flatMap(({ writes }) => writes)).toEqual([])
  })
})

it('a mode ends at each junction at its own time, where it has one, and is not sent where that is over', async () => {
  const city = new FakeCity()
  const ends = { one: BEGIN_MS + 3_600_000, late: BEGIN_MS, other: undefined }
  const draft = { ...DRAFT, kind: 'mode' as const, values: { Mode: 1 }, until: BEGIN_MS + 7_200_000, stopAfter: 9 }
  for (const id of Object.keys(ends)) city.addJunction(id, 'good', OLD)
  const previewed = await Promise.all(
    Object.entries(ends).map(async ([id, until]) => {
      const preview = previewOf(draft, await fetchJunctionFacts(city.call, id))
      return until === undefined ? { id, preview } : { id, preview, until }
    }),
  )
  await createRollout(city.call, 'Rollout 1', newRollout(draft, previewed))
  const signal = new AbortController()
  const sender = city.sender('a', undefined, signal.signal)
  await RolloutSender.send({
    ...sender,
    // The street of this city has no lamps to show the mode.
    onProgress: ({ targets }) => targets.every(({ state }) => state !== 'todo') && signal.abort(),
  })
  const held = ({ writes }: { readonly writes: readonly Readonly<Record<string, unknown>>[] }) =>
    writes.map(({ gw_hold: hold, Mode }) => (hold as { until?: number } | undefined)?.until ?? Mode)
  expect([...city.junctions.values()].map(held)).toEqual([[ends.one, 1], [], [draft.until, 1]])
  expect(rolloutOf(city).targets.map(({ why }) => why)).toEqual([undefined, 'late', undefined])
})

it('a mode among values of their own is held without an end, and nothing else is held or written anew', async () => {
  const city = new FakeCity()
  const own = { held: { Mode: 1, Vang: 3 }, automatic: { Mode: 4, P1_HH: 7 }, other: { P1_HH: 7, Vang: 3 } }
  const draft = { ...DRAFT, values: {}, until: null }
  const rollout = newRollout(
    draft,
    await Promise.all(
      Object.entries(own).map(async ([id, values]) => {
        city.addJunction(id, 'good', { ...OLD, Mode: 0 })
        return { id, values, preview: previewOf({ ...draft, values }, await fetchJunctionFacts(city.call, id)) }
      }),
    ),
  )
  for (const target of rollout.targets)
    await sendTo({ ...city.sender('a'), rollout }, { ...target, state: 'sending', at: BEGIN_MS }, false)
  expect([...city.junctions.values()].map(({ writes }) => writes)).toEqual([
    [{ gw_hold: { mode: 1, until: null, back: 4, by: 'a@signal.vn', why: DRAFT.why } }, { Mode: 1 }],
    [{ Mode: 4, P1_HH: 7 }],
    [{ P1_HH: 7 }],
  ])
})

it('a mode that was held already is on record with the end that it had before', async () => {
  const draft = { ...DRAFT, kind: 'mode' as const, values: { Mode: 1 }, until: BEGIN_MS + 7_200_000 }
  const city = new FakeCity()
  for (const id of ['held', 'free']) city.addJunction(id, 'good', { ...OLD, Mode: 1 })
  const hold = { mode: 1, until: BEGIN_MS + 60_000, by: 'mai@signal.vn' }
  Object.assign(city.junctions.get('held')?.server ?? {}, { gw_hold: { ts: BEGIN_MS - 60_000, value: hold } })
  for (const [id, { records }] of city.junctions) {
    const preview = previewOf(draft, await fetchJunctionFacts(city.call, id))
    const rollout = newRollout(draft, [{ id, preview }])
    for (const target of rollout.targets)
      await sendTo({ ...city.sender('a'), rollout }, { ...target, state: 'sending', at: BEGIN_MS }, false)
    expect([...records.values()]).toMatchObject([{ until: draft.until }])
    expect([...records.values()].map(({ untilBefore }) => untilBefore)).toEqual([
      id === 'held' ? hold.until : undefined,
    ])
  }
})

it('a sender whose clock is set back an hour takes a lease of the time that it is then before it sends further', async () => {
  const city = await cityOf(['good', 'good', 'good', 'good', 'good', 'good'], { groupSize: 5 })
  city.nowMs = BEGIN_MS + 3_600_000
  const leases: number[] = []
  city.before = (name) => {
    if (name !== 'saveAttributes') return
    leases.push(rolloutOf(city).sender?.until ?? 0)
    if (leases.length === 3) city.nowMs = BEGIN_MS
  }
  expect(await RolloutSender.send(city.sender('a'))).toBe('over')
  expectTrueReport(city)
  expect(leases.map((until) => until < BEGIN_MS + 60_000)).toEqual([false, false, false, false, false, true])
})

describe('a sender that is killed', () => {
  const behaviour = fc.constantFrom<Behaviour>('good', 'good', 'good', 'offline', 'silent', 'other', 'refused')

  it('at any call leaves everything so that the next one sends nothing twice and forgets nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviour, { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 12 }),
        async (behaviours, lives) => {
          const city = await cityOf(behaviours)
          await sendAll(city, lives)
          expectTrueReport(city)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('while the clock was an hour ahead holds up nobody once the clock is right', async () => {
    for (let calls = 1; calls < 60; calls += 1) {
      const city = await cityOf(['good', 'good', 'good'])
      city.nowMs = BEGIN_MS + 3_600_000
      await RolloutSender.send(city.sender('ahead', calls)).catch(() => undefined)
      city.nowMs = BEGIN_MS
      expect(await RolloutSender.send(city.sender('right'))).toBe('over')
      expect(city.nowMs).toBeLessThan(BEGIN_MS + 600_000)
      expectTrueReport(city)
    }
  })

  it('and answers that are lost change nothing of that', async () => {
    for (let nth = 0; nth < 60; nth += 1) {
      const city = await cityOf(['good', 'good', 'refused', 'good'], { stopAfter: 9 })
      city.heard = nth
      const end = await RolloutSender.send(city.sender('a')).catch((error: unknown) => error)
      if (end !== 'over') await sendAll(city, [])
      expectTrueReport(city)
    }
  })

  it('in a city of 500, of which 20 are away, 10 refuse and 5 answer differently, ends with a true report', async () => {
    const rare = (nth: number): Behaviour =>
      nth % 25 === 7 ? 'offline' : nth % 50 === 11 ? 'refused' : nth % 100 === 13 ? 'other' : 'good'
    const city = await cityOf(
      Array.from({ length: 500 }, (_, nth) => rare(nth)),
      { groupSize: 25, stopAfter: 6 },
    )
    const ends = await sendAll(city, [700, 1500, 40, 900])
    expect(ends.filter((end) => end === 'killed')).toHaveLength(4)
    expect(countStates(rolloutOf(city))).toEqual({ taken: 465, waiting: 20, failed: 15 })
    expectTrueReport(city)
    expect(JSON.stringify((await openRollout(city.call, 'rollout-1')).asset.additionalInfo).length).toBeLessThan(65_536)
  })
})
