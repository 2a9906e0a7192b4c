import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_JUNCTIONS } from './recordKeys.ts'
import { fitsRollout, howManyFit, type Rollout, parseRollout, writeRollout } from './rollouts.ts'

const LONG = 'ệ'.repeat(255)
const ID = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'

/** Returns a rollout with the longest texts around these values. */
const rolloutOf = (own: readonly Record<string, number>[]): Rollout => ({
  ...{ kind: 'settings', values: {}, title: LONG, by: { id: ID, name: LONG }, why: '"'.repeat(300), at: Date.now() },
  ...{ groupSize: 100, stopAfter: 500, run: 'stopped', tolerated: 500 },
  sender: { id: ID, name: LONG, until: Date.now() },
  targets: own.map((values) => ({ id: ID, was: '1234567', state: 'todo', values })),
})

test('as many junctions with values of their own as fit are a rollout that platforms keep, and few more are not', () => {
  const values = fc.dictionary(fc.stringMatching(/^Start_Pr[1-6]_X[1-3]$/), fc.nat({ max: 300 }), { maxKeys: 18 })
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 8 }), (some) => {
      const own = Array.from({ length: 600 }, (_, nth) => some[nth % some.length] ?? {})
      const count = howManyFit(own)
      expect(fitsRollout(rolloutOf(own.slice(0, count)))).toBe(true)
      expect(count === MOST_JUNCTIONS || !fitsRollout(rolloutOf(own.slice(0, Math.ceil(count * 1.25))))).toBe(true)
    }),
    { numRuns: 20 },
  )
  expect(howManyFit([{ Vang: 3 }])).toBe(1)
})

test('as many junctions as a rollout may have fit where a mode ends at each at a time of its own, and on to the last failure', () => {
  const until = Date.now()
  const targets = Array.from({ length: MOST_JUNCTIONS }, () => ({
    id: ID,
    was: '1234567',
    state: 'todo' as const,
    until,
  }))
  const rollout: Rollout = { ...rolloutOf([]), kind: 'mode', values: { Mode: 1 }, until, targets }
  expect(fitsRollout(rollout)).toBe(true)
  const sent = targets.map((target, nth) =>
    nth % 2 === 0
      ? { ...target, state: 'noReport' as const, at: until }
      : { ...target, state: 'failed' as const, at: until, why: 'streetDiffers' as const, said: 'no '.repeat(200) },
  )
  for (const some of [sent, sent.map(() => sent[0]), sent.map(() => sent[1])]) {
    const written = writeRollout({ ...rollout, targets: some as Rollout['targets'] })
    expect(JSON.stringify(written).length).toBeLessThan(64_001)
    for (const target of parseRollout(written)?.targets ?? [])
      expect([target.state, target.until ?? 0]).not.toEqual(['noReport', 0])
    expect(parseRollout(written)?.targets).toHaveLength(MOST_JUNCTIONS)
  }
})
