import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LAMP_KEYS } from './keys.ts'
import { lampsAt } from './lamps.ts'
import { PHASES } from './limits.ts'
import {
  foldSample,
  knownLamps,
  type LiveState,
  type LiveView,
  liveView,
  NO_SAMPLES,
  type PhaseView,
} from './liveness.ts'
import { writeLamps } from './telemetry.ts'
import { at, EXAMPLE_CLEARANCE, EXAMPLE_PROGRAM, EXAMPLE_SETTINGS } from './testing/settings.ts'
import { run } from './testing/street.ts'

const T0 = 1_000_000

type Values = Record<string, unknown>

/** Folds messages of [milliseconds after T0, values] in, each seen when it was taken. */
function fold(messages: readonly (readonly [number, Values])[], before: LiveState = NO_SAMPLES): LiveState {
  return messages.reduce((state, [ms, values]) => foldSample(state, message(T0 + ms, values)), before)
}

function message(ts: number, values: Values, seenAtMs = ts) {
  return { seenAtMs, values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts, value }])) }
}

function exampleAt(second: number): Values {
  return writeLamps(lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, second))
}

function phaseOf(view: LiveView, phase: 1 | 2 | 3): PhaseView {
  if (view.kind === 'noData') throw new Error('there is no data')
  return view.phases[phase - 1] ?? view.phases[0]
}

function firstPhase(state: LiveState, ms: number): PhaseView {
  return phaseOf(liveView(state, T0 + ms), 1)
}

describe('what is lit', () => {
  test('[spec 2 device] a lamp is lit when its value is above 0, and tells its count', () => {
    const phase = firstPhase(fold([[0, { T_D1: '12', T_V1: '0', T_X1: 0 }]]), 100)
    expect(phase).toEqual({
      red: { kind: 'lit', count: 12 },
      yellow: { kind: 'off' },
      green: { kind: 'off' },
      fault: null,
    })
  })

  test('before the first sample there is no data, and that is not dark', () => {
    expect(liveView(NO_SAMPLES, T0)).toEqual({ kind: 'noData' })
    expect(liveView(fold([[0, { Hour: 7 }]]), T0)).toEqual({ kind: 'noData' })
  })

  test('(R18) a lamp whose key is missing, or reads as text, is no data while the others show', () => {
    const phase = firstPhase(
      fold([
        [0, { T_D1: 5, T_V1: 'abc' }],
        [1000, { T_D1: 4, T_V1: 'abc' }],
      ]),
      1000,
    )
    expect(phase).toEqual({
      red: { kind: 'lit', count: 4 },
      yellow: { kind: 'noData' },
      green: { kind: 'noData' },
      fault: null,
    })
  })

  test('(R18) a lamp that the newer samples no longer mention becomes no data', () => {
    const state = fold(
      [0, 1, 2, 3, 4].map((second) => [second * 1000, second === 0 ? exampleAt(0) : { T_D1: 0, T_V1: 0 }]),
    )
    expect(firstPhase(state, 4000).green).toEqual({ kind: 'noData' })
  })

  test('a deleted key is forgotten', () => {
    const state = foldSample(fold([[0, exampleAt(0)]]), { seenAtMs: T0 + 10, values: { T_X1: { ts: 0, value: '' } } })
    expect(firstPhase(state, 10).green).toEqual({ kind: 'noData' })
  })
})

describe('age', () => {
  test('up to 3 s is live, above it stale with its age', () => {
    const state = fold([[0, exampleAt(0)]])
    expect(liveView(state, T0 + 3000).kind).toBe('live')
    expect(liveView(state, T0 + 3001)).toMatchObject({ kind: 'stale', ageSeconds: 3 })
    expect(liveView(state, T0 + 75_000)).toMatchObject({ kind: 'stale', ageSeconds: 75 })
  })

  test('a repeated or late sample does not make old data young, nor turn a countdown back', () => {
    const state = fold([[5000, exampleAt(5)]])
    const late = foldSample(
      foldSample(state, message(T0 + 5000, exampleAt(5), T0 + 9000)),
      message(T0 + 3000, exampleAt(3), T0 + 9000),
    )
    expect(liveView(late, T0 + 9000)).toMatchObject({ kind: 'stale', ageSeconds: 4 })
    expect(phaseOf(liveView(late, T0 + 9000), 1).green).toEqual({ kind: 'lit', count: 25 })
  })

  test('a snapshot of old values is stale from the start', () => {
    const state = foldSample(NO_SAMPLES, message(T0 - 60_000, exampleAt(0), T0))
    expect(liveView(state, T0)).toMatchObject({ kind: 'stale', ageSeconds: 60 })
    expect(knownLamps(liveView(state, T0))).toBeNull()
  })

  test('a timestamp ahead of time does not keep silence looking live', () => {
    const state = foldSample(NO_SAMPLES, message(T0 + 30_000, exampleAt(0), T0))
    expect(liveView(state, T0 + 4000)).toMatchObject({ kind: 'stale', ageSeconds: 4 })
  })

  test('a clock that is a little behind does not give a negative age', () => {
    expect(liveView(fold([[0, exampleAt(0)]]), T0 - 200)).toMatchObject({ kind: 'live', ageSeconds: 0 })
  })
})

test('a message without news gives the very same state, so that nothing is drawn again', () => {
  const state = fold([[0, exampleAt(0)]])
  expect(fold([[0, exampleAt(0)]], state)).toBe(state)
  expect(fold([[500, { Hour: 7 }]], state)).toBe(state)
  expect(foldSample(NO_SAMPLES, { seenAtMs: T0, values: { T_X1: { ts: 0, value: '' } } })).toBe(NO_SAMPLES)
})

describe('faults', () => {
  const dark = { T_D1: 0, T_V1: 0, T_X1: 0 }
  const conflicting = { T_D1: 5, T_V1: 0, T_X1: 5 }

  test.each([
    ['dark', dark],
    ['conflicting', conflicting],
  ])('%s is claimed only after two samples in a row', (fault, values) => {
    expect(
      firstPhase(
        fold([
          [0, exampleAt(0)],
          [1000, values],
        ]),
        1000,
      ).fault,
    ).toBeNull()
    expect(
      firstPhase(
        fold([
          [0, exampleAt(0)],
          [1000, values],
          [2000, values],
        ]),
        2000,
      ).fault,
    ).toBe(fault)
    expect(
      firstPhase(
        fold([
          [0, values],
          [1000, exampleAt(1)],
          [2000, values],
        ]),
        2000,
      ).fault,
    ).toBeNull()
  })

  test('one dark sample and one conflicting one are neither', () => {
    expect(
      firstPhase(
        fold([
          [0, dark],
          [1000, conflicting],
        ]),
        1000,
      ).fault,
    ).toBeNull()
  })

  test('the same sample twice is one sample', () => {
    expect(
      firstPhase(
        fold([
          [0, dark],
          [0, dark],
        ]),
        0,
      ).fault,
    ).toBeNull()
  })

  test('the claim ends with the first good sample', () => {
    expect(
      firstPhase(
        fold([
          [0, dark],
          [1000, dark],
          [2000, exampleAt(2)],
        ]),
        2000,
      ).fault,
    ).toBeNull()
  })

  test('keys that come in separate messages, in any order, are never taken for a fault', () => {
    const states = run(EXAMPLE_SETTINGS, at('06:00'), 85)
    const anyOrder = fc.shuffledSubarray([...LAMP_KEYS], { minLength: LAMP_KEYS.length })
    fc.assert(
      fc.property(anyOrder, (order) => {
        const faults = new Set<string>()
        let live = NO_SAMPLES
        states.forEach((state, second) => {
          const values = writeLamps(state.lamps)
          order.forEach((key, index) => {
            const ms = second * 1000 + index * 20
            live = fold([[ms, { [key]: values[key] }]], live)
            const view = liveView(live, T0 + ms)
            for (const phase of PHASES) faults.add(String(phaseOf(view, phase).fault))
          })
        })
        expect([...faults]).toEqual(['null'])
      }),
      { numRuns: 10 },
    )
  })

  test('a phase with a lamp of which nothing is known is not called dark', () => {
    const unknown = { T_D1: 0, T_V1: 0 }
    expect(
      firstPhase(
        fold([
          [0, unknown],
          [1000, unknown],
          [2000, unknown],
        ]),
        2000,
      ).fault,
    ).toBeNull()
  })

  test('a countdown that stands still for 3 s is frozen; a hold, which has nothing to count, is not', () => {
    const still = (values: Values) => fold([0, 1, 2, 3].map((second) => [second * 1000, values]))
    expect(firstPhase(still(exampleAt(7)), 3000).fault).toBe('frozen')
    expect(firstPhase(still({ T_D1: 0, T_V1: 0, T_X1: 1 }), 3000).fault).toBeNull()
    expect(
      firstPhase(
        fold([
          [0, exampleAt(7)],
          [1000, exampleAt(7)],
          [2000, exampleAt(8)],
        ]),
        2000,
      ).fault,
    ).toBeNull()
  })
})

test('a running controller is live, without fault, and its lamps are those it showed, at every second', () => {
  let live = NO_SAMPLES
  run(EXAMPLE_SETTINGS, at('06:00'), 200).forEach((state, second) => {
    live = fold([[second * 1000, writeLamps(state.lamps)]], live)
    const view = liveView(live, T0 + second * 1000 + 300)
    expect(view.kind).toBe('live')
    expect(PHASES.map((phase) => phaseOf(view, phase).fault)).toEqual([null, null, null])
    expect(knownLamps(view)).toEqual(state.lamps)
  })
})

test('any messages whatever give a view', () => {
  const anyMessage = fc.record({
    seenAtMs: fc.nat(10_000),
    values: fc.dictionary(fc.constantFrom(...LAMP_KEYS), fc.record({ ts: fc.nat(10_000), value: fc.jsonValue() })),
  })
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), fc.nat(20_000), (messages, nowMs) => {
      const view = liveView(messages.reduce(foldSample, NO_SAMPLES), nowMs)
      expect(['noData', 'live', 'stale']).toContain(view.kind)
      expect(view.kind === 'noData' ? 0 : view.ageSeconds).toBeGreaterThanOrEqual(0)
    }),
  )
})
