import { perPhase } from '@greenwave/controller/controllerLimits'
import { describe, expect, it } from 'vitest'
import { type ControlLearning, NO_CONTROL_LEARNT, nextControl } from './controlLearning.ts'
import { type Cycle, cycleOf } from './cycle.ts'
import { type Force, forceAt, knownSettings } from './force.ts'
import { STORY_SETTINGS } from './testing/displayStories.ts'
import { plainAttributes } from './testing/independentController.ts'
import { seededRandom } from './testing/lines.ts'

/** 08:00 in the controllers' zone, the first second of a cycle of 80 s. */
const EIGHT = Date.UTC(2026, 10, 22, 1)
/** Greens 30, 20 and 15, each followed by yellow and red clearance of 5 s. */
const SET = [30, 20, 15] as const
const BETWEEN = 5

function storyForce(): Force {
  const known = knownSettings(plainAttributes(STORY_SETTINGS, EIGHT - 7_200_000))
  if (!known) throw new Error('the settings of the stories are settings')
  return forceAt(known, 8 * 3600)
}
const FORCE = storyForce()

/** Learns from cycles that follow one another. A start of null: no clock is sent. */
function learn(cycles: readonly (readonly number[])[], startClockMs: number | null = EIGHT): ControlLearning {
  let learning = NO_CONTROL_LEARNT
  let clockMs = startClockMs
  for (const greens of cycles) {
    const cycle = cycleWith(greens, clockMs)
    learning = nextControl(learning, cycle, FORCE)
    if (clockMs !== null) clockMs += cycle.seconds * 1000
  }
  return learning
}

function cycleWith(greens: readonly number[], startClockMs: number | null): Cycle {
  const begun = { startMs: EIGHT, startClockMs, firstPhase: 1, plan: 1, program: 1, inChange: false } as const
  const seconds = greens.reduce((sum, green) => sum + green + BETWEEN, 0)
  const cycle = cycleOf({ ...begun, evaluated: true, runs: [{ second: 0, lit: 0 }] }, seconds, true)
  return { ...cycle, phases: perPhase((phase) => ({ green: greens[phase - 1] ?? 0, yellow: 3, clearance: 2 })) }
}

const times = (count: number, greens: readonly number[]) => Array.from({ length: count }, () => greens)
const FIXED = { kind: 'fixed' }

describe('greens that follow from the settings', () => {
  it('are proven by two cycles in their position, and by four where it is unknown or another one', () => {
    expect(learn(times(1, SET)).control).toBeNull()
    expect(learn(times(2, SET)).control).toEqual(FIXED)
    for (const start of [null, EIGHT + 20_000]) {
      expect(learn(times(3, SET), start).control).toBeNull()
      expect(learn(times(4, SET), start).control).toEqual(FIXED)
    }
  })

  it('are proven by ten cycles with the same wrong greens, to the second in which they are known', () => {
    const wrong = Array.from({ length: 10 }, (_, nth) => [36 + (nth % 3), 20, 15])
    expect(learn(wrong.slice(1)).control).toBeNull()
    expect(learn(wrong).control).toEqual(FIXED)
  })

  it('are proven after cycles that proved nothing', () => {
    const odd = [18, 22, 26, 30, 34, 30, 30, 30].map((green) => [green, 20, 15])
    expect(learn([...odd, ...times(2, SET)], null).control).toEqual(FIXED)
  })
})

describe('greens between limits', () => {
  it('are not proven to be fixed by some that are near the settings', () => {
    const near = [12, 30, 34, 30, 22, 26, 30, 18, 16, 34].map((green) => [green, 20, 15])
    expect(learn(near).control).toBeNull()
    // Two cycles in a row with the greens of the settings, and not in their position.
    expect(learn([[12, 30, 10], SET, SET, [20, 15, 18]]).control).toBeNull()
  })

  it('up to 6 s from the settings are learned within ten cycles, and never as fixed by chance', () => {
    const random = seededRandom(6)
    const near = (green: number) => green - 6 + Math.floor(random() * 13)
    const learned = Array.from({ length: 4000 }, (_, start) => {
      const cycles = Array.from({ length: 10 }, () => SET.map(near))
      return learn(cycles, EIGHT + start * 1000).control?.kind ?? 'unknown'
    })
    const count = (kind: string) => learned.filter((one) => one === kind).length
    expect(count('fixed')).toBe(0)
    expect(count('actuated')).toBeGreaterThan(3900)
  })
})
