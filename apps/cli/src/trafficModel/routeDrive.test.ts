import { byDirection, type Corridor, timingsNow } from '@greenwave/coordination/corridor'
import { randomCorridor, seeded } from '@greenwave/coordination/testing/randomCorridor'
import { describe, expect, it } from 'vitest'
import { lightPhases, lightsOf } from './lights.ts'
import { END_M } from './modelFiles.ts'
import { RouteDrive } from './routeDrive.ts'

const CLEARANCE = { yellow: 3, redClearance: 2 }
const CYCLE = 90
const JOURNEY = { direction: 'outbound' as const, depart: 200 }

/** A random street with random offsets, and its lights. */
function streetOf(seed: number) {
  const next = seeded(seed)
  const corridor = randomCorridor({ junctions: 5, cycle: CYCLE, unequal: false }, next)
  const offsets = corridor.map(() => Math.floor(next() * CYCLE))
  const [lights = []] = lightsOf(corridor, [{ cycle: CYCLE, timings: timingsNow(corridor, offsets) }], CLEARANCE)
  return { corridor, lights, drive: new RouteDrive(corridor, lights, CLEARANCE, JOURNEY) }
}

/** Drives at the speeds of the street, never at red; returns the letters of each second and when the vehicle was where. */
function driveAlong(corridor: Corridor, drive: RouteDrive) {
  const letters: (readonly string[])[] = []
  const start = corridor[0]?.positionM ?? 0
  const stops = corridor.map(({ positionM }) => END_M + positionM - start)
  let [at, red] = [0, 0]
  for (let second = 0; second < 1200; second += 1) {
    if (second === JOURNEY.depart) drive.start()
    const shown = drive.second(second, second > JOURNEY.depart ? at : null)
    letters.push(shown)
    if (second < JOURNEY.depart) continue
    const index = stops.findIndex((stop) => stop >= at)
    const speed = (corridor[Math.max(1, index)]?.speedKmh.outbound ?? 40) / 3.6
    const next = index >= 0 && at + speed >= (stops[index] ?? 0)
    if (next && shown[index]?.[0] !== 'G') red += 1
    else at += speed
  }
  return { letters, red }
}

describe('a modelled street under virtual controllers', () => {
  it('shows the lights of the model in each second while no route runs', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { lights, drive } = streetOf(seed)
      const shown = Array.from({ length: 4 * CYCLE }, (_, second) => drive.second(second, null))
      const expected = lights.map((of) =>
        lightPhases(of, CLEARANCE).flatMap(({ seconds, letters }) => Array.from({ length: seconds }, () => letters)),
      )
      for (const [second, letters] of shown.entries()) {
        expect([seed, second, letters]).toEqual([seed, second, expected.map((of) => of[second % CYCLE])])
      }
    }
  })

  it('lets the vehicle of a route drive without a red, and is in step again afterwards', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { corridor, lights, drive } = streetOf(seed)
      const { letters, red } = driveAlong(corridor, drive)
      expect([seed, red]).toEqual([seed, 0])
      expect(drive.run).toMatchObject({ state: 'done' })
      for (const [index, of] of lights.entries()) {
        const expected = lightPhases(of, CLEARANCE).flatMap((phase) => Array<string>(phase.seconds).fill(phase.letters))
        for (let second = 1200 - CYCLE; second < 1200; second += 1) {
          expect(letters[second]?.[index]).toBe(expected[second % CYCLE])
        }
      }
    }
  })

  it('refuses greens to which no controller can be set', () => {
    const greens = byDirection((direction) => ({ green: 30, start: direction === 'outbound' ? 0 : 50 }))
    const [first, second] = randomCorridor({ junctions: 2, cycle: CYCLE, unequal: false }, seeded(1))
    if (!first || !second) throw new Error('no street')
    const lights = {
      cycle: CYCLE,
      greens: new Map([
        ['outbound', { green: 60, start: 0 }],
        ['inbound', { green: 60, start: 45 }],
      ] as const),
    }
    expect(() => new RouteDrive([{ ...first, greens }], [lights], CLEARANCE, JOURNEY)).toThrow(first.name)
  })
})
