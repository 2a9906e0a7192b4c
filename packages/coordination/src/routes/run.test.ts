import type { Corridor } from '@greenwave/contract/records/corridors'
import { parseRoute, parseRun, type RouteRun, writeRoute } from '@greenwave/contract/records/routes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  leadMs,
  leftAlone,
  nextRun,
  plannedHold,
  type RunFacts,
  withHeld,
  withLeft,
  withOrder,
  withPosition,
  withReleased,
} from './run.ts'
import { driveMs, expectedM, metresAt, routeOfCorridor } from './way.ts'

const START = Date.UTC(2026, 10, 28)
const idOf = (nth: number) => `5b1d0f20-8c1e-11f0-9a55-00000000000${nth}`
/** A way north from 10 N, 400 m from junction to junction at 36 km/h: 40 s each. */
const north = (m: number): [number, number] => [10 + m / 111_195, 106]

function newRun(change: object = {}, positions: readonly number[] = [400, 800, 1200]): RouteRun {
  const junctions = positions.map((position, nth) => ({
    ...{ device: idOf(nth), phase: nth === 1 ? 2 : 1, position, speed: 36, name: `J${nth}`, at: north(position) },
  }))
  const run = parseRun({
    ...{ v: 1, id: 'run', state: 'requested', at: START, fix: { at: START, m: 0, by: 'clock' }, junctions, ...change },
  })
  if (!run) throw new Error('not a run')
  return run
}

const FREE: RunFacts = {
  ...{ connected: true, isDanger: false, mode: 4, reported: 4, heldBy: null, green: null, clearance: 5 },
}

/** Junctions that take what is requested after some seconds, and holds that end at their time. */
class Street {
  run: RouteRun
  nowMs = START
  readonly facts: RunFacts[]
  readonly holds: ({ until: number; sinceMs: number } | null)[]
  /** Begin and end of each hold. */
  readonly held: { readonly index: number; readonly from: number; readonly to: number }[] = []
  takesMs = 2_000
  refuses = false

  constructor(run: RouteRun) {
    this.run = run
    this.facts = run.junctions.map(() => FREE)
    this.holds = run.junctions.map(() => null)
  }

  set(index: number, change: Partial<RunFacts>): void {
    this.facts[index] = { ...(this.facts[index] ?? FREE), ...change }
  }

  end(index: number, atMs = this.nowMs): void {
    const hold = this.holds[index]
    if (!hold) return
    this.held.push({ index, from: hold.sinceMs, to: atMs })
    this.holds[index] = null
    this.set(index, { mode: 4, reported: 4, heldBy: null, green: 0 })
  }

  /** Lets time pass in steps of a second; without a watcher nothing is requested or ended. */
  pass(seconds: number, watched = true): void {
    for (let passed = 0; passed < seconds; passed += 1) {
      this.nowMs += 1_000
      for (const [index, hold] of this.holds.entries()) {
        if (!hold || !watched) continue
        const phase = this.run.junctions[index]?.phase ?? 1
        if (this.nowMs - hold.sinceMs >= this.takesMs) this.set(index, { reported: phase, green: phase })
        if (this.nowMs >= hold.until) this.end(index, Math.max(hold.until, this.nowMs - 1_000))
      }
      if (watched) this.look()
    }
  }

  look(): void {
    const factsOf = (device: string) => this.facts[Number(device.at(-1))]
    const next = nextRun(this.run, factsOf, this.nowMs)
    this.run = next.run
    for (const act of next.acts) {
      if (act.kind === 'release') {
        this.end(act.index)
        this.run = withReleased(this.run, act.index, this.nowMs)
      } else if (this.refuses) this.run = withLeft(this.run, act.index, 'refused')
      else {
        const sinceMs = this.holds[act.index]?.sinceMs ?? this.nowMs
        this.holds[act.index] = { until: act.until, sinceMs }
        this.set(act.index, { mode: this.run.junctions[act.index]?.phase, heldBy: this.run.id })
        this.run = withHeld(this.run, act.index, this.nowMs, act.until)
      }
    }
  }

  order(order: object): void {
    this.run = withOrder(this.run, { run: 'run', by: 'a@b', ...order } as never, this.nowMs)
  }

  position(m: number, off = 0): void {
    const [latitude, longitude] = north(m)
    this.run = withPosition(this.run, { latitude, longitude: longitude + off / 109_500 }, this.nowMs)
  }

  step(index: number) {
    const step = this.run.junctions[index]?.step
    const after = (ms: number | undefined) => (ms === undefined ? undefined : (ms - START) / 1000)
    const { eta, asked, taken, seen, passed, letGo, back, notGreen, left } = step ?? { used: 0 }
    return {
      ...{ eta: after(eta), asked: after(asked), taken: after(taken), seen: after(seen), passed: after(passed) },
      ...{ letGo: after(letGo), back: after(back), notGreen: after(notGreen), left },
    }
  }
}

describe('the way of a vehicle', () => {
  it('takes the speeds of the links, and goes on from the last fix', () => {
    const { junctions } = newRun()
    expect([driveMs(junctions, 0, 400), driveMs(junctions, 400, 1000), driveMs(junctions, 1200, 800)]).toEqual([
      ...[40_000, 60_000, -40_000],
    ])
    expect(expectedM(newRun(), START + 50_000)).toBeCloseTo(500)
    expect(expectedM(newRun(), START - 50_000)).toBe(0)
    const slow = junctions.with(1, { ...(junctions[1] as (typeof junctions)[number]), speed: 18 })
    expect(driveMs(slow, 0, 1200)).toBe(40_000 + 80_000 + 40_000)
    expect(
      driveMs(
        junctions.map((place) => ({ ...place, speed: null })),
        0,
        400,
      ),
    ).toBe(36_000)
  })

  it('finds a position along it, also before the first and behind the last junction, and none away from it', () => {
    const run = newRun()
    const at = (m: number, off = 0) => metresAt(run, { latitude: north(m)[0], longitude: 106 + off / 109_500 })
    for (const m of [0, 350, 620, 1200, 1260]) expect(at(m)).toBeCloseTo(m, 0)
    expect(at(620, 40)).toBeCloseTo(620, 0)
    expect([at(620, 400), at(3000)]).toEqual([null, null])
    expect(metresAt({ ...run, junctions: run.junctions.slice(0, 1) }, { latitude: 10, longitude: 106 })).toBeNull()
  })

  it('is a direction of a corridor, without junctions that do not delay it', () => {
    const place = (nth: number, distance: number | null, inbound: 1 | 2 | null, speed: number | null) => ({
      ...{
        device: idOf(nth),
        distance,
        phase: { outbound: 1 as const, inbound },
        speed: { outbound: 50, inbound: speed },
      },
    })
    const corridor: Corridor = { junctions: [place(0, null, 2, null), place(1, 300, null, 30), place(2, 500, 1, 40)] }
    const places = (direction: 'outbound' | 'inbound') =>
      routeOfCorridor(corridor, direction).junctions.map(({ device, phase, position, speed }) => [
        ...[Number(device.at(-1)), phase, position, speed],
      ])
    expect(places('outbound')).toEqual([
      ...[
        [0, 1, 0, 50],
        [1, 1, 300, 50],
        [2, 1, 800, 50],
      ],
    ])
    expect(places('inbound')).toEqual([
      ...[
        [2, 1, 0, null],
        [0, 2, 800, 30],
      ],
    ])
    const additionalInfo = writeRoute({ description: 'x' }, routeOfCorridor(corridor, 'outbound'))
    expect(parseRoute({ additionalInfo })).toMatchObject({ longest: 120, queue: 10 })
    const gw = {
      junctions: [
        { device: idOf(0), phase: 1, position: 5 },
        { device: idOf(1), phase: 1, position: 4 },
      ],
    }
    expect(parseRoute({ additionalInfo: { gw } })).toBeUndefined()
  })
})

describe('a run', () => {
  it('asks at ETA - (Vang + Do_cong + 2 s + queue), notes taken and seen, lets go at ETA + 20 s, and is back (§11)', () => {
    const street = new Street(newRun())
    expect(leadMs(street.run, 5)).toBe(17_000)
    expect(plannedHold(street.run, { position: 400 }, 5)).toEqual({
      ...{ eta: START + 40_000, from: START + 23_000, until: START + 60_000 },
    })
    street.pass(200)
    expect(street.step(0)).toMatchObject({
      eta: 40,
      asked: 23,
      taken: 25,
      seen: 25,
      letGo: 60,
      back: 61,
      passed: undefined,
    })
    expect(street.step(1)).toMatchObject({ eta: 80, asked: 63, letGo: 100 })
    expect(street.run).toMatchObject({ state: 'done', ended: START + 141_000 })
    expect(street.held.map(({ from, to }) => (to - from) / 1000)).toEqual([37, 37, 37])
  })

  it('lets go as soon as the vehicle has passed, and follows ahead and late', () => {
    const street = new Street(newRun())
    street.pass(30)
    street.order({ kind: 'passed', junction: 0 })
    street.pass(3)
    expect(street.step(0)).toMatchObject({ passed: 30, letGo: 31, back: 32 })
    expect(street.step(1)).toMatchObject({ eta: 70 })
    street.order({ kind: 'shift', seconds: 20 })
    street.pass(1)
    expect([street.step(1).eta, street.step(2).eta]).toEqual([90, 130])
    street.order({ kind: 'shift', seconds: -30 })
    street.pass(20)
    expect(street.step(1)).toMatchObject({ eta: 60, asked: 43, seen: 45 })
  })

  it('follows positions: passed 30 m behind a junction, and the clock goes on from the last one', () => {
    const street = new Street(newRun())
    street.pass(20)
    street.position(300)
    street.pass(1)
    expect(street.step(0)).toMatchObject({ eta: 30, asked: 21 })
    street.pass(12)
    street.position(420)
    street.pass(1)
    expect(street.step(0).passed).toBeUndefined()
    street.pass(1)
    street.position(431)
    street.pass(1)
    expect(street.step(0)).toMatchObject({ passed: 35, letGo: 36 })
    street.position(600, 900)
    street.pass(1)
    expect(Math.round(street.step(1).eta ?? 0)).toBe(72)
  })

  it('counts the stops of the vehicle by its positions', () => {
    const street = new Street(newRun())
    for (const m of [10, 20, 20, 20, 30, 40, 40, 50]) {
      street.pass(1)
      street.position(m)
    }
    expect(street.run.stops).toEqual({ count: 2, seconds: 3 })
  })

  it('takes back what is too early by more than 10 s, and asks again 10 s later at the earliest (§11)', () => {
    const street = new Street(newRun())
    street.pass(34)
    street.order({ kind: 'shift', seconds: 15 })
    street.pass(1)
    expect(street.step(0)).toMatchObject({ asked: 23, letGo: undefined })
    street.order({ kind: 'shift', seconds: 25 })
    street.pass(1)
    expect(street.step(0).letGo).toBe(36)
    street.order({ kind: 'shift', seconds: -35 })
    street.pass(9)
    expect(street.step(0)).toMatchObject({ asked: 23 })
    street.pass(1)
    expect(street.step(0)).toMatchObject({ asked: 46, eta: 45 })
  })

  it('holds longer for a late vehicle, but all askings together no longer than the longest hold', () => {
    const street = new Street(newRun({ longest: 60 }))
    street.pass(50)
    street.order({ kind: 'shift', seconds: 15 })
    street.pass(14)
    expect(street.holds[0]?.until).toBe(START + 75_000)
    street.order({ kind: 'shift', seconds: 60 })
    street.pass(200)
    const seconds = street.held.filter(({ index }) => index === 0).map(({ from, to }) => (to - from) / 1000)
    expect(seconds.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(60)
    expect(street.step(0).left).toBe('longest')
  })

  it('counts as held what was let go and is not back, since a controller without a connection holds on', () => {
    const street = new Street(newRun({ longest: 60 }))
    street.pass(36)
    const { asked = 0 } = street.step(0)
    street.order({ kind: 'shift', seconds: 30 })
    while (street.step(0).asked === asked && street.nowMs < START + 120_000) {
      street.pass(1)
      // It still reports the mode of the run.
      street.set(0, { reported: 1 })
    }
    const again = street.step(0).asked ?? 0
    expect(again).toBeGreaterThan(asked)
    expect(street.holds[0]?.until).toBeLessThanOrEqual(START + (asked + 60) * 1000)
  })

  it('says at once that a junction is not green 5 s before the vehicle, also one that is left alone', () => {
    const street = new Street(newRun())
    street.takesMs = 60_000
    street.set(1, { isDanger: true })
    street.pass(90)
    expect(street.step(0)).toMatchObject({ asked: 23, seen: undefined, notGreen: 35 })
    expect(street.step(1)).toMatchObject({ asked: undefined, left: 'danger', notGreen: 75 })
  })

  it('says when a held junction is not seen green any more, and that it is not green 5 s before the vehicle', () => {
    const street = new Street(newRun())
    street.pass(26)
    street.takesMs = 60_000
    street.set(0, { green: null })
    street.pass(2)
    expect(street.run.junctions[0]?.step).toMatchObject({ seen: START + 25_000, unseen: START + 27_000 })
    street.set(0, { green: 1 })
    street.pass(1)
    expect(street.run.junctions[0]?.step.unseen).toBeUndefined()
    street.set(0, { green: 0 })
    street.pass(7)
    expect(street.step(0).notGreen).toBe(35)
  })

  it('warns of no junction whose hold ended at its time behind the vehicle, and whose lamps are heard before that', () => {
    const street = new Street(newRun())
    street.pass(59)
    street.set(0, { reported: 4, green: 0 })
    street.nowMs += 1_000
    street.look()
    expect(street.run.junctions[0]?.step).toMatchObject({ seen: START + 25_000, unseen: undefined })
    expect(street.step(0)).toMatchObject({ letGo: undefined, notGreen: undefined })
    street.end(0)
    street.pass(1)
    expect(street.step(0)).toMatchObject({ letGo: 61, notGreen: undefined })
  })

  it('is the same object as long as nothing happens', () => {
    const street = new Street(newRun())
    street.pass(10)
    const before = street.run
    street.pass(10)
    expect(street.run).toBe(before)
    street.pass(4)
    expect(street.run).not.toBe(before)
  })

  it('cancels at once: all junctions go back, and nothing is asked any more', () => {
    const street = new Street(newRun())
    street.pass(30)
    street.order({ kind: 'cancel', run: 'another' })
    street.pass(1)
    expect(street.run.state).toBe('running')
    street.order({ kind: 'cancel' })
    street.pass(1)
    expect(street.step(0)).toMatchObject({ letGo: 32 })
    street.pass(2)
    expect(street.run).toMatchObject({ state: 'cancelled', cancelledBy: 'a@b', cancelled: START + 31_000 })
    expect(street.held).toHaveLength(1)
  })

  it('does all but send in a drill', () => {
    const street = new Street(newRun({ drill: true }))
    street.pass(200)
    expect([street.held, street.holds]).toEqual([[], [null, null, null]])
    expect(street.step(0)).toMatchObject({ asked: 23, letGo: 60, back: 60, seen: undefined, notGreen: undefined })
    expect(street.run.state).toBe('done')
  })

  it('is refused where no watcher took it on within a minute', () => {
    const street = new Street(newRun())
    street.pass(61, false)
    street.look()
    expect(street.run).toMatchObject({ state: 'refused' })
    expect(street.held).toEqual([])
  })

  it('goes on from its record: what another watcher began is let go at its time', () => {
    const street = new Street(newRun())
    street.pass(30)
    street.run = parseRun(JSON.stringify(street.run)) as RouteRun
    street.pass(60, false)
    street.run = parseRun(JSON.stringify(street.run)) as RouteRun
    street.look()
    expect(street.holds[0]).toBeNull()
    expect(street.step(1).asked).toBe(90)
  })

  it('leaves a junction to a person who chose another mode, and never ends that', () => {
    const street = new Street(newRun())
    street.pass(30)
    street.holds[0] = null
    street.set(0, { mode: 0, reported: 0, heldBy: null })
    street.pass(200)
    expect(street.step(0)).toMatchObject({ left: 'held', letGo: 34 })
    expect(street.held.filter(({ index }) => index === 0)).toEqual([])
  })

  it('asks a junction once it may: a refusal stays, what is away may come back', () => {
    const street = new Street(newRun())
    street.set(0, { connected: false })
    street.pass(30)
    expect(street.step(0).left).toBe('offline')
    street.set(0, { connected: true })
    street.pass(1)
    expect(street.step(0)).toMatchObject({ asked: 31, left: undefined })
    street.refuses = true
    street.pass(60)
    expect(street.step(1)).toMatchObject({ asked: undefined, left: 'refused' })
  })
})

it('a junction is left alone: phase 3, away, in danger, held by a person or by another route (§11)', () => {
  const reason = (change: Partial<RunFacts>, phase = 1) => leftAlone('run', phase, { ...FREE, ...change })
  expect(reason({})).toBeUndefined()
  expect(reason({}, 3)).toBe('phase3')
  expect(leftAlone('run', 1, undefined)).toBe('gone')
  expect(reason({ connected: false })).toBe('offline')
  expect(reason({ isDanger: true, connected: false })).toBe('danger')
  expect([reason({ mode: 1 }), reason({ mode: 0, heldBy: '' })]).toEqual(['held', 'held'])
  expect(reason({ mode: 1, heldBy: 'other' })).toBe('route')
  expect(reason({ mode: 1, heldBy: 'run' })).toBeUndefined()
})

describe('whatever happens', () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('passed'), junction: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ kind: fc.constant('shift'), seconds: fc.integer({ min: -60, max: 120 }) }),
    fc.record({ kind: fc.constant('cancel') }),
    fc.record({ kind: fc.constant('at'), m: fc.integer({ min: 0, max: 1400 }) }),
    fc.record({ kind: fc.constant('away'), index: fc.integer({ min: 0, max: 2 }), connected: fc.boolean() }),
    fc.record({ kind: fc.constant('danger'), index: fc.integer({ min: 0, max: 2 }), isDanger: fc.boolean() }),
    fc.record({ kind: fc.constant('dead'), seconds: fc.integer({ min: 1, max: 40 }) }),
  )

  it('no junction is held beyond its longest hold, all askings together, and each is let go in the end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 25 }), act), { maxLength: 25 }),
        fc.integer({ min: 30, max: 90 }),
        (acts, longest) => {
          const street = new Street(newRun({ longest }))
          let deadS = 0
          for (const [seconds, what] of acts) {
            street.pass(seconds)
            if (what.kind === 'at') street.position(what.m)
            else if (what.kind === 'away') street.set(what.index, { connected: what.connected })
            else if (what.kind === 'danger') street.set(what.index, { isDanger: what.isDanger })
            else if (what.kind === 'dead') {
              street.pass(what.seconds, false)
              deadS += what.seconds
            } else street.order(what)
          }
          street.pass(2200)
          expect(street.holds).toEqual([null, null, null])
          for (const index of [0, 1, 2]) {
            const own = street.held.filter((one) => one.index === index)
            const heldS = own.reduce((sum, { from, to }) => sum + (to - from) / 1000, 0)
            // Without any watcher a hold cannot end; the next one ends it at once.
            expect(heldS).toBeLessThanOrEqual(longest + deadS)
            for (const [nth, { from }] of own.entries())
              expect(from - (own[nth - 1]?.to ?? 0)).toBeGreaterThanOrEqual(10_000)
          }
          expect(['done', 'cancelled', 'refused', 'running']).toContain(street.run.state)
        },
      ),
      { numRuns: 300 },
    )
  })
})
