/** @file Green routes over the simulator's controllers, whatever fails: what drivers see, and how long junctions are held. */
import { PHASES } from '@greenwave/controller/controllerLimits'
import type { EngineState } from '@greenwave/controller/engine/engine'
import { conflicts, stretchesOf } from '@greenwave/controller/testing/engineRun'
import { EXAMPLE_CLEARANCE, planFrom, settingsWith } from '@greenwave/controller/testing/settings'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type RouteJunction, RouteStreet } from '../testing/routeStreet.ts'

const START = Date.UTC(2026, 10, 28)
const idOf = (nth: number) => `5b1d0f20-8c1e-11f0-9a55-00000000000${nth}`
const IDS = [0, 1, 2].map(idOf)
const LONGEST_S = 60
const SETTINGS = settingsWith({ planTotal: 1, plans: [planFrom(1, '00:00', 1)] })
const { yellow, redClearance } = EXAMPLE_CLEARANCE
/** A hold is over so soon after its end, or after all that it needs is back. Milliseconds. */
const OVER_MS = 2_000
const SECOND_MS = 1_000

/** Two routes that cross: the same junctions the other way, with other phases. */
function runOf(id: string, places: readonly (readonly [nth: number, phase: number])[], at: number): object {
  const junctions = places.map(([nth, phase], index) => ({
    ...{ device: idOf(nth), phase, position: 400 * (index + 1), speed: 36, name: `J${nth}` },
    at: [10 + (400 * (index + 1)) / 111_195, 106],
  }))
  return {
    ...{ v: 1, id, name: id, by: 'mai@signal.vn', why: 'heart attack', state: 'requested', longest: LONGEST_S },
    ...{ at, fix: { at, m: 0, by: 'clock' }, junctions },
  }
}

const WHAT = [
  ...['kill', 'start', 'off', 'on', 'away', 'back', 'dark', 'lit', 'late', 'ahead', 'passed', 'position', 'stand'],
  ...['danger', 'safe', 'refuse', 'allow', 'person', 'automatic', 'cancel'],
] as const
const act = fc.tuple(fc.integer({ min: 100, max: 15_000 }), fc.constantFrom(...WHAT), fc.integer({ min: 0, max: 5 }))

function happen(street: RouteStreet, what: (typeof WHAT)[number], chance: number): void {
  const [id, route] = [idOf(chance % 3), chance > 2 ? 'b' : 'a']
  const tell = (order: object) => street.tell('gw_order', { run: route, by: 'mai@signal.vn', ...order }, route)
  const at = (metres: number) => street.tell('gw_position', { latitude: 10 + metres / 111_195, longitude: 106 }, route)
  if (what === 'kill') street.killWatcher()
  if (what === 'start') street.startWatcher()
  if (what === 'off' || what === 'on') street.turn(what)
  if (what === 'away' || what === 'back') street.change(id, { connected: what === 'back' })
  if (what === 'dark' || what === 'lit') street.power(id, what === 'lit' ? 'on' : 'off')
  if (what === 'danger' || what === 'safe') street.change(id, { isDanger: what === 'danger' })
  if (what === 'refuse' || what === 'allow') street.change(id, { refuses: what === 'refuse' })
  if (what === 'late') tell({ kind: 'shift', seconds: 25 })
  if (what === 'ahead') tell({ kind: 'shift', seconds: -15 })
  if (what === 'passed') tell({ kind: 'passed', junction: chance % 3 })
  if (what === 'cancel') tell({ kind: 'cancel' })
  if (what === 'position') at((chance % 3) * 400 + 250)
  if (what === 'stand') at(100)
  if ((what === 'person' || what === 'automatic') && street.isUp) street.choose(id, what === 'person' ? chance % 3 : 4)
}

/** The seconds of a controller from each power-on to the next power cut. */
function litSpans({ lived }: RouteJunction): readonly (readonly EngineState[])[] {
  const spans: EngineState[][] = [[]]
  for (const { engine } of lived) {
    if (engine) spans.at(-1)?.push(engine)
    else if (spans.at(-1)?.length) spans.push([])
  }
  return spans
}

function expectSafe(junction: RouteJunction): void {
  for (const span of litSpans(junction)) {
    expect(
      conflicts(
        span.filter(({ stage }) => stage.kind !== 'flashing'),
        redClearance,
      ),
    ).toEqual([])
    for (const phase of PHASES) {
      for (const { colour, seconds, before } of stretchesOf(span, phase)) {
        const isAfterGreen = colour === 'yellow' && before.stage.kind !== 'flashing'
        if (isAfterGreen) expect(seconds).toBeGreaterThanOrEqual(yellow)
      }
    }
  }
}

/** How long a junction was held for a run after its end, or after all that it needs was back. Milliseconds. */
function heldTooLongMs({ lived }: RouteJunction): number {
  let [worst, backMs, askedMs, key] = [0, START, START, '']
  let isThere = true
  for (const { atMs, mode, run, until, isReachable } of lived) {
    if (isReachable && !isThere) backMs = atMs
    isThere = isReachable
    const isHeld = (mode === 1 || mode === 2) && run !== ''
    if (isHeld && key !== `${run}/${mode}`) askedMs = atMs
    key = isHeld ? `${run}/${mode}` : ''
    const endMs = Math.min(until, askedMs + LONGEST_S * 1000)
    if (isHeld && isReachable) worst = Math.max(worst, atMs - Math.max(endMs, backMs))
  }
  return worst
}

it('nobody sees two greens or a short yellow, and no junction is held 2 s beyond its end or after all is back', async () => {
  const story = fc.record({ acts: fc.array(act, { maxLength: 16 }), later: fc.integer({ min: 0, max: 60 }) })
  let held = 0
  await fc.assert(
    fc.asyncProperty(story, async ({ acts, later }) => {
      const street = new RouteStreet(START, IDS, ['a', 'b'], SETTINGS)
      street.startWatcher()
      street.start(
        runOf(
          'a',
          [
            [0, 1],
            [1, 2],
            [2, 1],
          ],
          START,
        ),
        'a',
      )
      street.start(
        runOf(
          'b',
          [
            [2, 2],
            [1, 1],
            [0, 2],
          ],
          START + later * 1000,
        ),
        'b',
      )
      for (const [ms, what, chance] of acts) {
        await street.pass(ms)
        happen(street, what, chance)
      }
      street.turn('on')
      if (street.alive === 0) street.startWatcher()
      for (const id of IDS) {
        street.change(id, { connected: true, refuses: false })
        street.power(id, 'on')
      }
      await street.pass(150_000)
      for (const route of ['a', 'b'])
        street.tell('gw_order', { run: route, by: 'mai@signal.vn', kind: 'cancel' }, route)
      await street.pass(30_000)
      for (const junction of street.junctions.values()) {
        expectSafe(junction)
        held += junction.lived.filter(({ mode, run }) => (mode === 1 || mode === 2) && run).length
        expect(heldTooLongMs(junction)).toBeLessThan(OVER_MS + SECOND_MS)
        expect(junction.lived.at(-1)?.run).toBe('')
      }
    }),
    { numRuns: rounds({ few: 15, all: 10_000 }) },
  )
  expect(held).toBeGreaterThan(0)
}, 7_200_000)
