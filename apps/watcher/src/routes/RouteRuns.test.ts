import { NetworkError } from '@greenwave/client/callErrors'
import type { PlayedArguments } from '@greenwave/client/testing/playedCalls'
import { parseRun } from '@greenwave/contract/records/routes'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RouteStreet } from '../testing/routeStreet.ts'

const START = Date.UTC(2026, 10, 28)
const idOf = (nth: number) => `5b1d0f20-8c1e-11f0-9a55-00000000000${nth}`
const IDS = [0, 1, 2].map(idOf)

/** A run of three junctions 40 s apart, 40 s from the start. */
function runOf(change: object = {}, phases: readonly number[] = [1, 2, 1]): object {
  const junctions = IDS.map((device, nth) => ({
    ...{ device, phase: phases[nth] ?? 1, position: 400 * (nth + 1), speed: 36, name: `J${nth}` },
    at: [10 + (400 * (nth + 1)) / 111_195, 106],
  }))
  return {
    ...{ v: 1, id: 'run', name: 'Hospital', by: 'mai@signal.vn', why: 'heart attack', state: 'requested' },
    ...{ at: START, fix: { at: START, m: 0, by: 'clock' }, junctions, ...change },
  }
}

const streetOf = (...routes: readonly string[]) => new RouteStreet(START, IDS, routes.length > 0 ? routes : ['route'])
const stepOf = (street: RouteStreet, nth: number, route = 'route') => street.run(route)?.junctions[nth]?.step
const modesOf = (street: RouteStreet, nth: number) => street.junction(idOf(nth)).modes.map(({ mode }) => mode)
const after = (ms: number | undefined) => (ms === undefined ? undefined : Math.round((ms - START) / 1000))

describe('a run of a green route', () => {
  it('holds each junction just before the vehicle as a change with an end, and records all of it (§11)', async () => {
    const street = streetOf()
    street.startWatcher()
    street.start(runOf())
    await street.pass(200_000)
    expect([0, 1, 2].map((nth) => modesOf(street, nth))).toEqual([
      [1, 4],
      [2, 4],
      [1, 4],
    ])
    expect(street.run()).toMatchObject({ state: 'done', by: 'mai@signal.vn' })
    const step = stepOf(street, 0)
    expect([step?.asked, step?.taken, step?.seen, step?.letGo, step?.until].map(after)).toEqual([23, 25, 25, 60, 60])
    const [asked, ended] = [...street.junction(idOf(0)).records.values()]
    expect(asked).toMatchObject({
      ...{ state: 'written', from: 'watcher', by: { name: 'mai@signal.vn' }, batch: 'route/run', after: { Mode: 1 } },
      ...{ why: 'green route Hospital: heart attack' },
    })
    expect(after(asked?.until ?? undefined)).toBe(60)
    expect(ended).toMatchObject({ state: 'written', after: { Mode: 4 }, by: { name: 'mai@signal.vn' } })
    const [record] = street.told.filter(({ key }) => key === 'gw_route')
    expect(record).toMatchObject({ ts: START, value: { state: 'done', id: 'run' } })
    expect(street.warnings).toEqual([])
  })

  it('lets go at once what was passed, and all when it is cancelled', async () => {
    const street = streetOf()
    street.startWatcher()
    street.start(runOf())
    await street.pass(30_000)
    street.tell('gw_order', { run: 'run', by: 'mai@signal.vn', kind: 'passed', junction: 0 })
    await street.pass(2_000)
    expect(modesOf(street, 0)).toEqual([1, 4])
    expect(after(stepOf(street, 0)?.passed)).toBe(30)
    await street.pass(23_000)
    expect(modesOf(street, 1)).toEqual([2])
    street.tell('gw_order', { run: 'run', by: 'an@signal.vn', kind: 'cancel' })
    await street.pass(2_000)
    expect(modesOf(street, 1)).toEqual([2, 4])
    await street.pass(60_000)
    expect(street.run()).toMatchObject({ state: 'cancelled', cancelledBy: 'an@signal.vn' })
    expect(modesOf(street, 2)).toEqual([])
  })

  it('follows positions and a late vehicle: a hold goes on, within its longest time', async () => {
    const street = streetOf()
    street.startWatcher()
    street.start(runOf())
    await street.pass(20_000)
    street.tell('gw_position', { latitude: 10 + 300 / 111_195, longitude: 106 })
    await street.pass(2_000)
    expect(modesOf(street, 0)).toEqual([1])
    street.tell('gw_order', { run: 'run', by: 'mai@signal.vn', kind: 'shift', seconds: 14 })
    await street.pass(30_000)
    expect(modesOf(street, 0)).toEqual([1, 1])
    await street.pass(15_000)
    expect(modesOf(street, 0)).toEqual([1, 1, 4])
    expect(street.junction(idOf(0)).heldSeconds[0]).toBeCloseTo(44, 0)
  })

  it('leaves alone what a person holds, a danger, and what the platform refuses; a person who takes over keeps it', async () => {
    const street = streetOf()
    street.startWatcher()
    street.choose(idOf(0), 2)
    street.change(idOf(1), { isDanger: true })
    street.change(idOf(2), { refuses: true })
    street.start(runOf())
    await street.pass(130_000)
    expect([0, 1, 2].map((nth) => stepOf(street, nth)?.left)).toEqual(['held', 'danger', 'refused'])
    expect([0, 1, 2].map((nth) => modesOf(street, nth))).toEqual([[2], [], []])
    const other = streetOf()
    other.startWatcher()
    other.start(runOf())
    await other.pass(30_000)
    other.choose(idOf(0), 0)
    await other.pass(60_000)
    expect(modesOf(other, 0)).toEqual([1, 0])
    expect(stepOf(other, 0)?.left).toBe('held')
  })

  it('is not driven to a junction that another route holds: the first keeps it, the other is told (§11)', async () => {
    const street = streetOf('first', 'second')
    street.startWatcher()
    street.start(runOf({ id: 'a' }), 'first')
    street.start(runOf({ id: 'b', fix: { at: START + 10_000, m: 0, by: 'clock' } }, [2, 1, 2]), 'second')
    await street.pass(50_000)
    expect(modesOf(street, 0)).toEqual([1])
    expect(stepOf(street, 0, 'second')?.left).toBe('route')
    street.tell('gw_order', { run: 'a', by: '', kind: 'cancel' }, 'first')
    await street.pass(3_000)
    expect(modesOf(street, 0)).toEqual([1, 4, 2])
    expect(stepOf(street, 0, 'second')?.left).toBeUndefined()
  })

  it('is driven within seconds of the saving of its route', async () => {
    const street = streetOf()
    street.startWatcher()
    await street.pass(2_000)
    street.start(runOf({ at: START + 2_000 }), 'new')
    await street.pass(4_000)
    expect(street.run('new')?.state).toBe('running')
  })

  it('is driven within seconds also where many routes are saved at once', async () => {
    const street = streetOf()
    street.startWatcher()
    await street.pass(2_000)
    const names = Array.from({ length: 35 }, (_, nth) => `new ${nth}`)
    for (const name of names) street.start(runOf({ id: name, at: START + 2_000 }), name)
    await street.pass(5_000)
    expect(names.filter((name) => street.run(name)?.state !== 'running')).toEqual([])
  })

  it('ends on the platform also if that was lost until the watcher had lost its lease', async () => {
    let isLost = false
    const street = new (class extends RouteStreet {
      protected override answer(name: string, args: PlayedArguments): unknown {
        if (name === 'saveTimeseries' && !isLost && JSON.stringify(args.body).includes('gw_route')) {
          isLost = true
          this.turn('off')
          throw new NetworkError('No answer')
        }
        return super.answer(name, args)
      }
    })(START, IDS)
    street.startWatcher()
    street.start(runOf())
    await street.pass(160_000)
    expect([isLost, street.run()?.state]).toEqual([true, 'running'])
    street.turn('on')
    await street.pass(20_000)
    expect(street.run()?.state).toBe('done')
  })

  it('does all but send in a drill', async () => {
    const street = streetOf()
    street.startWatcher()
    street.start(runOf({ drill: true }))
    await street.pass(200_000)
    expect([0, 1, 2].flatMap((nth) => modesOf(street, nth))).toEqual([])
    expect(street.run()).toMatchObject({ state: 'done', drill: true })
    expect(after(stepOf(street, 1)?.asked)).toBe(63)
  })

  it('is driven once by two watchers, and not replaced while it goes on', async () => {
    const street = streetOf()
    street.startWatcher()
    street.startWatcher()
    street.start(runOf())
    await street.pass(30_000)
    street.start(runOf({ id: 'other', at: START + 30_000 }))
    await street.pass(170_000)
    expect([0, 1, 2].map((nth) => modesOf(street, nth))).toEqual([
      [1, 4],
      [2, 4],
      [1, 4],
    ])
    expect(street.run()?.id).toBe('run')
  })
})

/** State after the run, whatever happened in it. */
function expectAllBack(street: RouteStreet, longest: number): void {
  for (const nth of [0, 1, 2]) {
    const { heldSeconds } = street.junction(idOf(nth))
    for (const seconds of heldSeconds) expect(seconds).toBeLessThanOrEqual(longest)
    expect(modesOf(street, nth).at(-1) ?? 4).toBe(4)
  }
}

describe('killed at any moment', () => {
  it('after each of its calls, a watcher leaves what the next one goes on with: asked once, let go, recorded', async () => {
    for (let calls = 1; calls <= 80; calls += 1) {
      const street = streetOf()
      street.startWatcher(calls)
      street.start(runOf())
      await street.pass(25_000)
      street.startWatcher()
      await street.pass(200_000)
      expectAllBack(street, 60)
      expect(modesOf(street, 0)).toEqual([1, 4])
      expect(street.run()?.state).toBe('done')
      const states = [...street.junction(idOf(0)).records.values()].map(({ state }) => state)
      expect(states).toEqual(['written', 'written'])
    }
  })

  const act = fc.tuple(
    fc.integer({ min: 100, max: 20_000 }),
    fc.constantFrom(
      'kill',
      'start',
      'off',
      'on',
      'away',
      'back',
      'late',
      'ahead',
      'passed',
      'position',
      'danger',
      'safe',
    ),
    fc.integer({ min: 0, max: 2 }),
  )

  it('no junction is held beyond its longest hold while a watcher runs, and all are back in the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
        const street = streetOf()
        street.startWatcher()
        street.start(runOf({ longest: 60 }))
        let deadMs = 0
        for (const [ms, what, nth] of acts) {
          await street.pass(ms)
          if (street.alive === 0 || !street.isUp) deadMs += ms
          const order = { run: 'run', by: 'mai@signal.vn' }
          if (what === 'kill') street.killWatcher()
          if (what === 'start') street.startWatcher()
          if (what === 'off' || what === 'on') street.turn(what)
          if (what === 'away' || what === 'back') street.change(idOf(nth), { connected: what === 'back' })
          if (what === 'danger' || what === 'safe') street.change(idOf(nth), { isDanger: what === 'danger' })
          if (what === 'late') street.tell('gw_order', { ...order, kind: 'shift', seconds: 25 })
          if (what === 'ahead') street.tell('gw_order', { ...order, kind: 'shift', seconds: -15 })
          if (what === 'passed') street.tell('gw_order', { ...order, kind: 'passed', junction: nth })
          if (what === 'position')
            street.tell('gw_position', { latitude: 10 + (nth * 400 + 250) / 111_195, longitude: 106 })
        }
        street.turn('on')
        if (street.alive === 0) street.startWatcher()
        await street.pass(420_000)
        // A hold without any watcher, or any platform, ends as soon as both are back.
        expectAllBack(street, 60 + deadMs / 1000 + 20)
        expect(['done', 'refused']).toContain(parseRun(street.run())?.state)
      }),
      { numRuns: rounds({ few: 15, all: 500 }) },
    )
  })
})
