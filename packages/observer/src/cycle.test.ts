import { describe, expect, test } from 'vitest'
import { type Cycle, litAt, withLateSample } from './cycle.ts'
import { litLamps } from './lit.ts'
import type { Counts } from './counts.ts'
import { type History, play } from './testing/history.ts'
import { EIGHT, Scene } from './testing/scene.ts'

const wholeCycles = (history: History) => play(history).cycles.filter(({ whole }) => whole)

/** Returns the samples of a history by their time. */
function samplesOf(history: History): ReadonlyMap<number, Counts> {
  const messages = history.flatMap((input) => (input.kind === 'message' ? [input.message] : []))
  return new Map(messages.map(({ ts, counts }) => [ts, counts]))
}

function first(cycles: readonly Cycle[]): readonly [Cycle, Cycle] {
  const [one, two] = cycles
  if (!one || !two) throw new Error('the history has no two cycles')
  return [one, two]
}

describe('the record of a cycle', () => {
  test('gives back the lit lamps of each of its seconds', () => {
    const { history } = new Scene().run(400)
    const [cycle] = first(wholeCycles(history))
    const samples = samplesOf(history)
    for (let second = 0; second < cycle.seconds; second += 1) {
      const counts = samples.get(cycle.startMs + second * 1000)
      expect(litAt(cycle, second)).toBe(counts && litLamps(counts))
    }
    expect([litAt(cycle, cycle.seconds), litAt(cycle, -1)]).toEqual([null, null])
  })

  test('has its start by both clocks, and is marked where a change settled in it', () => {
    const scene = new Scene()
    scene.aheadSeconds = 3
    scene.run(200)
    scene.set({ Mode: 4, Vang: 4, Do_cong: 1 })
    const [cycle, , changed] = wholeCycles(scene.run(300).history)
    expect(cycle).toMatchObject({
      startMs: EIGHT + 77_000,
      startClockMs: EIGHT + 80_000,
      inChange: false,
      evaluated: true,
    })
    expect(changed).toMatchObject({ inChange: true })
  })

  test('counts the seconds that are missing; no lamp is made up for them', () => {
    const { history } = new Scene().run(400, (counts, second) => (second % 80 === 20 ? null : counts))
    const [cycle] = first(wholeCycles(history))
    expect(cycle).toMatchObject({ seconds: 80, missing: 1 })
    expect(litAt(cycle, 20)).toBeNull()
  })

  test('takes a late sample where it belongs, and only where none is', () => {
    const whole = new Scene().run(400).history
    const { history } = new Scene().run(400, (counts, second) => (second % 80 === 20 ? null : counts))
    const [cycle] = first(wholeCycles(history))
    const ts = cycle.startMs + 20_000
    const late = samplesOf(whole).get(ts) ?? []
    expect(litAt(withLateSample(cycle, ts, late), 20)).toBe(litLamps(late))
    expect(withLateSample(cycle, ts + 1000, late)).toBe(cycle)
    expect(withLateSample(cycle, ts - 60_000, late)).toBe(cycle)
  })

  test('of a gap keeps what was seen on both sides', () => {
    const { history } = new Scene().run(400, (counts, second) => (second % 80 > 40 && second % 80 < 50 ? null : counts))
    const cycles = wholeCycles(history)
    const [cycle] = first(cycles)
    expect(cycle.missing).toBe(9)
    const filled = [41, 45, 49].reduce((one, second) => withLateSample(one, one.startMs + second * 1000, [1]), cycle)
    expect([41, 44, 45, 46, 49].map((second) => litAt(filled, second))).toEqual([1, null, 1, null, 1])
  })

  test('ends after 15 min where no cycle begins, so that a hold is recorded too', () => {
    const scene = new Scene().run(100)
    scene.set({ Mode: 1 })
    const { cycles } = play(scene.run(2000).history)
    expect(cycles.at(-1)).toMatchObject({ whole: false, seconds: 900, plan: null, program: null })
  })

  test('ends early where the lamps change all the time', () => {
    const { cycles } = play(new Scene().run(1000, (counts, at) => counts.map((_, i) => ((i + at) % 2) * 5)).history)
    expect(Math.max(...cycles.map(({ runs }) => runs.length))).toBeLessThanOrEqual(240)
  })
})

test('a late sample input nothing any more', () => {
  const scene = new Scene().run(200)
  const newest = scene.history.length
  const late = scene.history.slice(0, newest).flatMap((input) => {
    if (input.kind !== 'message' || input.message.ts < EIGHT + 100_000) return []
    return [
      {
        ...input,
        message: { ...input.message, ts: input.message.ts - 500, counts: input.message.counts.map(() => 0) },
      },
    ]
  })
  expect(play([...scene.history, ...late]).changes).toEqual([])
})
