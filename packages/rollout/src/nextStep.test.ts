import { MOST_JUNCTIONS } from '@greenwave/contract/records/recordKeys'
import {
  fitsRollout,
  type Rollout,
  parseRollout,
  TARGET_STATES,
  writeRollout,
} from '@greenwave/contract/records/rollouts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProven, isWatched, nextStep, RECONNECT_MS, WATCHED_MS } from './nextStep.ts'

const NOW = 1_795_309_200_000

const target = fc.record({
  id: fc.uuid(),
  was: fc.constant('1a2b3c'),
  state: fc.constantFrom(...TARGET_STATES),
  at: fc.integer({ min: NOW - 2 * WATCHED_MS, max: NOW }),
})
const rollout: fc.Arbitrary<Rollout> = fc.record({
  kind: fc.constant('settings' as const),
  values: fc.constant({ Vang: 4 }),
  by: fc.constant({ id: 'u1', name: 'mai@signal.vn' }),
  why: fc.string({ maxLength: 300 }),
  at: fc.constant(NOW),
  groupSize: fc.integer({ min: 1, max: 50 }),
  stopAfter: fc.integer({ min: 1, max: 5 }),
  run: fc.constantFrom('running', 'stopped'),
  asked: fc.constantFrom(undefined, 'stop' as const),
  tolerated: fc.integer({ min: 0, max: 5 }),
  sender: fc.constant(null),
  targets: fc.array(target, { minLength: 1, maxLength: 30 }),
})

describe('what a rollout does next', () => {
  it('is never to send while anything is under way, to what was sent to, or to more than one before the change is proven', () => {
    fc.assert(
      fc.property(rollout, (some) => {
        const step = nextStep(some, NOW)
        if (step.kind !== 'send') return
        expect(some.asked).toBeUndefined()
        const states = some.targets.map(({ state }) => state)
        expect(states).not.toContain('sending')
        expect(states).not.toContain('sent')
        for (const id of step.ids) expect(some.targets.find((one) => one.id === id)?.state).toBe('todo')
        expect(step.ids.length).toBeGreaterThan(0)
        expect(step.ids.length).toBeLessThanOrEqual(isProven(some, NOW) ? some.groupSize : 1)
      }),
      { numRuns: 300 },
    )
  })

  it('is not held up by a junction that was sent to while the clock was an hour ahead', () => {
    const ahead = { id: 'one', was: 'x', state: 'reported' as const, at: NOW + 3_600_000 }
    expect(isWatched(ahead, NOW)).toBe(false)
    expect([NOW, NOW - WATCHED_MS].map((at) => isWatched({ ...ahead, at }, NOW))).toEqual([true, false])
  })

  it('waits once for a junction that is offline to come back, while nothing is proven', () => {
    const at = NOW - RECONNECT_MS
    const [one, two, three] = ['one', 'two', 'three'].map((id) => ({ id, was: 'x', state: 'todo' as const }))
    const [some] = fc.sample(rollout, 1)
    const next = (...targets: Rollout['targets']) =>
      some && nextStep({ ...some, asked: undefined, tolerated: 0, groupSize: 5, stopAfter: 5, targets }, NOW)
    if (!one || !two || !three) throw new Error('there are three')
    expect(next({ ...one, state: 'waiting', at: at + 1 }, two)).toEqual({ kind: 'watch' })
    expect(next({ ...one, state: 'waiting', at }, two)).toEqual({ kind: 'send', ids: ['two'] })
    expect(next({ ...one, state: 'waiting', at }, { ...two, state: 'waiting', at: NOW }, three)).toEqual({
      kind: 'send',
      ids: ['three'],
    })
    expect(next({ ...one, state: 'waiting', at: NOW }, { ...two, state: 'seen', at }, three)).toEqual({
      kind: 'send',
      ids: ['three'],
    })
    expect(next({ ...one, state: 'waiting', at: NOW })).toEqual({ kind: 'over' })
  })

  it('is over only when nothing is left to send and nothing is waited for', () => {
    fc.assert(
      fc.property(rollout, (some) => {
        const isLeft = some.targets.some(({ state }) => ['todo', 'sending', 'sent'].includes(state))
        if (nextStep(some, NOW).kind === 'over') expect(isLeft).toBe(false)
        if (isLeft || some.asked === 'stop') return
        // The street is not watched for ever.
        expect(nextStep(some, NOW + WATCHED_MS).kind).toBe('over')
      }),
      { numRuns: 300 },
    )
  })
})

describe('the notes of an asset', () => {
  it('hold a rollout, and give it back', () => {
    fc.assert(
      fc.property(rollout, (some) => {
        expect(parseRollout(JSON.parse(JSON.stringify(writeRollout(some))))).toEqual(JSON.parse(JSON.stringify(some)))
      }),
      { numRuns: 50 },
    )
  })

  it('have room for as many junctions as one rollout may have, whatever platforms say of them', () => {
    const failed = { was: 'zzzzzzz', state: 'failed', at: NOW, why: 'streetDiffers', said: 'no '.repeat(200) } as const
    const [some] = fc.sample(rollout, 1)
    const targets = Array.from({ length: MOST_JUNCTIONS }, (_, nth) => ({ ...failed, id: `${'0'.repeat(33)}${nth}` }))
    const whole = writeRollout({ ...(some as Rollout), values: Object.fromEntries(KEYS), targets })
    expect(JSON.stringify(whole).length).toBeLessThan(65_536)
    expect(parseRollout(whole)?.targets).toHaveLength(MOST_JUNCTIONS)
    expect(fitsRollout({ ...whole, targets: targets.map(({ id, was }) => ({ id, was, state: 'todo' })) })).toBe(true)
    const own = targets.map(({ id, was }) => ({ id, was, state: 'todo' as const, values: { Offset_Pr1: 12, Vang: 3 } }))
    expect(fitsRollout({ ...whole, targets: own })).toBe(false)
  })

  it('that hold anything else are no rollout', () => {
    for (const notes of [null, 'text', {}, { v: 2 }, { v: 1, targets: [] }]) expect(parseRollout(notes)).toBeUndefined()
  })
})

const KEYS = Array.from({ length: 70 }, (_, nth) => [`Start_Pr${nth}_X1`, 100])
