/** Records of a junction in simulated time. */
import { DAY_MS, midnightOf } from '@greenwave/observer/conformity/days'
import { parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { parseEvent } from '@greenwave/contract/records/eventRecords'
import { PLAN_KEY, PROGRAM_KEY } from '@greenwave/controller/keys'
import { rounds } from '@greenwave/harness/rounds'
import { knownSeconds, WINDOW_MS } from '@greenwave/observer/recordWindow'
import { EIGHT, SCENE_SETTINGS } from '@greenwave/observer/testing/scene'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RecordedJunction } from '../testing/recordedJunction.ts'

/** What an uninterrupted watcher records in the same time. */
async function undisturbed(seconds: number, startMs = EIGHT): Promise<ReadonlyMap<number, unknown>> {
  const city = new RecordedJunction(startMs).watch()
  await (await city.run(seconds)).end()
  return city.records
}

/** After as many seconds the first quarter is recorded. */
const RECORDED = 1000

/** Half an hour before midnight. */
const LATE = midnightOf(EIGHT) + DAY_MS - 2 * WINDOW_MS

describe('the records of a junction', () => {
  test('are one value for each quarter of an hour, written once, some time after its end', async () => {
    const city = new RecordedJunction().watch()
    await city.run(3 * 900 + 95)
    expect(city.writes).toEqual([EIGHT, EIGHT + WINDOW_MS, EIGHT + 2 * WINDOW_MS])
    expect(city.records.get(EIGHT + WINDOW_MS)).toMatchObject({ v: 2 })
    expect(city.shown()).toEqual(new Map([...city.sent()].filter(([ts]) => ts < EIGHT + 3 * WINDOW_MS)))
  })

  test('a watcher that ends writes what it has so far, and the next one goes on at the same time', async () => {
    const city = new RecordedJunction().watch()
    await (await city.run(400)).end()
    expect(city.writes).toEqual([EIGHT])
    await city.run(20)
    city.watch()
    await city.run(900)
    expect(city.writes).toEqual([EIGHT, EIGHT])
    expect(city.records).toEqual(new Map([...(await undisturbed(1800))].slice(0, 1)))
  })

  test.each([
    ['by day', EIGHT, 1],
    ['at midnight', LATE, 1500],
  ])(
    'killed, restarted, deaf or behind at any time %s, watchers leave the records that one that never slept leaves',
    async (_, startMs, quiet) => {
      const anyMishap = fc.record({
        kind: fc.constantFrom('kill', 'end', 'deaf', 'lost', 'full', 'behind') as fc.Arbitrary<
          'kill' | 'end' | 'deaf' | 'lost' | 'full' | 'behind'
        >,
        after: fc.integer({ min: 1, max: 700 }),
        lasts: fc.integer({ min: 1, max: 500 }),
      })
      const total = 4 * 900
      const expected = [...(await undisturbed(total, startMs))].slice(0, 3)
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: quiet }),
          fc.array(anyMishap, { minLength: 1, maxLength: 4 }),
          async (begin, mishaps) => {
            // Of a junction without any record only the last half hour is recorded, however often its watchers are killed.
            const isBehind = mishaps.some(({ kind }) => kind === 'behind')
            const city = await new RecordedJunction(startMs).watch().run(isBehind ? Math.max(begin, RECORDED) : begin)
            const left = (): number => total - (city.nowMs - startMs) / 1000
            for (const { kind, after, lasts } of mishaps) {
              await city.run(Math.min(left(), after))
              const time = Math.min(left(), lasts)
              if (kind === 'kill') (await city.kill().run(time)).watch()
              else if (kind === 'end') (await (await city.end()).run(time)).watch()
              else if (kind === 'deaf') await city.run(time, { hears: false })
              else if (kind === 'behind') {
                city.reads = false
                await city.run(time)
              } else if (kind === 'full') {
                city.fails = 503
                await city.run(time)
                city.fails = undefined
              } else {
                city.lose()
                await city.run(time, { hears: false })
                city.snapshots()
              }
            }
            await city.run(left())
            city.reads = true
            await city.run(200)
            expect([...city.records].sort(([a], [b]) => a - b).slice(0, 3)).toEqual(expected)
          },
        ),
        { numRuns: rounds({ few: 8, all: 300 }) },
      )
    },
    120_000 * rounds({ few: 1, all: 5 }),
  )

  test('a quarter that one watcher left unfinished is finished, though the next was killed before it read what it missed', async () => {
    const city = new RecordedJunction(LATE).watch()
    await (await city.run(1500)).end()
    await city.run(20)
    city.reads = false
    await city.watch().run(1500)
    expect(city.writes).toEqual([LATE, LATE + WINDOW_MS, LATE + 2 * WINDOW_MS])
    city.reads = true
    await city.kill().watch().run(100)
    expect([...city.records].sort(([a], [b]) => a - b)).toEqual([...(await undisturbed(3600, LATE))].slice(0, 3))
    expect(city.writes).toHaveLength(4)
  })

  test('the first quarter of all is recorded, though its watcher ended before it read what it missed of it', async () => {
    const city = await new RecordedJunction(LATE).watch().run(2)
    city.reads = false
    await (await (await city.run(899)).end()).run(1)
    await city.watch().run(1900)
    city.reads = true
    await city.kill().watch().run(100)
    expect([...city.records].sort(([a], [b]) => a - b)).toEqual([...(await undisturbed(3600, LATE))].slice(0, 3))
  })

  test('of two watchers at once are the same values at the same times', async () => {
    const one = new RecordedJunction().watch()
    await one.run(130)
    // The second one begins later, and writes over what the first one wrote.
    const other = new RecordedJunction()
    await other.run(130)
    other.watch()
    await one.run(1900)
    await other.run(1900)
    expect(other.records).toEqual(one.records)
  })

  test('seconds that nobody has are missing, and are asked for once', async () => {
    const city = new RecordedJunction().watch()
    await city.run(300)
    await city.run(100, { sends: false })
    await city.run(900)
    const record = parseCycleRecord(EIGHT, city.records.get(EIGHT))
    expect(record && knownSeconds(record)).toBe(800)
    expect(city.writes).toEqual([EIGHT])
  })

  test('samples that come late are in the record', async () => {
    const city = new RecordedJunction().watch()
    await city.run(300)
    await city.run(100, { hears: false })
    await city.run(900)
    expect([...city.shown().keys()].filter((ts) => ts < EIGHT + WINDOW_MS)).toHaveLength(900)
  })

  test.each([
    ['a platform that has kept it', true],
    ['what was seen', false],
  ])('a sample that was overtaken at the end of a quarter is in the record of it, from %s', async (_, keepsHistory) => {
    const city = new RecordedJunction().watch()
    city.keepsHistory = keepsHistory
    await city.run(899)
    await city.run(1, { isOvertaken: true })
    await (await city.run(1000)).end()
    expect(city.records).toEqual(await undisturbed(1900))
  })

  test('a platform that keeps no history has what was seen, and a record never becomes poorer', async () => {
    const city = new RecordedJunction().watch()
    city.keepsHistory = false
    await (await city.run(700)).end()
    const before = city.records.get(EIGHT)
    city.watch()
    await city.run(400)
    expect(city.records.get(EIGHT)).toEqual(before)
    await city.kill().run(900)
    city.watch()
    await city.run(200)
    expect([...city.records.keys()]).toEqual([EIGHT])
  })

  test('a refusal is notified, and what is refused is not repeated', async () => {
    const city = new RecordedJunction().watch()
    await city.run(20)
    city.fails = 403
    await city.run(1500)
    expect([city.records.size, city.onRefused.mock.calls.length > 0]).toEqual([0, true])
    city.fails = undefined
    await city.run(100)
    expect(city.writes).toEqual([])
  })

  test('where no memory is left for what waits, it is said, and read from the platform later', async () => {
    const city = new RecordedJunction().watch(1000)
    await city.run(800)
    city.fails = 500
    await city.run(3000)
    expect(city.onFull).toHaveBeenCalled()
    city.fails = undefined
    await city.run(200)
    const expected = [...(await undisturbed(5000))].slice(0, 4)
    expect([...city.records].sort(([a], [b]) => a - b).slice(0, 4)).toEqual(expected)
  })
})

describe('the settings of a junction', () => {
  test('are recorded once as they are, and at each change, whoever watches', async () => {
    const city = new RecordedJunction().watch()
    await city.run(30)
    const [[first, value] = []] = city.recordedSettings
    expect([city.recordedSettings.size, first]).toEqual([1, EIGHT - 3600_000])
    expect(value).toMatchObject({ v: 1, reported: { Mode: 4, Pr1_X1: 30 } })
    const changedMs = city.nowMs
    city.set({ Pr1_X1: 35 })
    await city.run(2)
    await city.kill().run(10)
    city.watch()
    await city.run(30)
    expect([...city.recordedSettings.keys()]).toEqual([EIGHT - 3600_000, changedMs])
    expect(city.recordedSettings.get(changedMs)).toMatchObject({ reported: { Mode: 4, Pr1_X1: 35 } })
  })
})

describe('the events of a junction', () => {
  test('are its first mode, and mode and plan as they change, each once, whoever watches', async () => {
    const city = new RecordedJunction().watch()
    await city.run(100)
    city.set({ Mode: 1 })
    await city.run(200)
    city.set({ Mode: 4 })
    await city.run(200)
    const events = [...city.events.values()].map(parseEvent)
    expect(events.map((event) => event?.kind === 'mode' && event.mode).filter((mode) => mode !== false)).toEqual([
      4, 1, 4,
    ])
    expect(events.filter((event) => event?.kind === 'plan')).toMatchObject([
      { plan: null, program: null },
      { plan: 1, program: 1 },
    ])
    for (const [ts, event] of city.events) expect(Math.abs(ts - (parseEvent(event)?.at ?? 0))).toBeLessThan(1000)
    const before = new Map(city.events)
    city.kill()
    await city.run(30)
    city.watch()
    await city.run(60)
    expect(city.events).toEqual(before)
  })

  test('are the plan that runs, as soon as its controller reports it, though nothing changed on the street', async () => {
    const city = new RecordedJunction().watch()
    const plans = () => [...city.events.values()].map(parseEvent).filter((event) => event?.kind === 'plan')
    await city.run(100)
    expect(plans()).toEqual([])
    const reportedMs = city.nowMs
    city.set({ [PLAN_KEY]: 1, [PROGRAM_KEY]: 1 })
    await city.run(100)
    expect(plans()).toEqual([{ kind: 'plan', at: reportedMs, plan: 1, program: 1 }])
    city.kill().watch()
    await city.run(60)
    expect(plans()).toHaveLength(1)
  })

  test('that a platform dates ahead, because its clock was, are not reported again, and new ones have the time at which they are seen', async () => {
    const settings = { ...SCENE_SETTINGS, [PLAN_KEY]: 1, [PROGRAM_KEY]: 1 }
    const city = await new RecordedJunction(EIGHT, settings, 2 * 3_600_000).watch().run(100)
    const notified = () => [...city.events.values()].map(parseEvent)
    expect(notified()).toEqual([{ kind: 'mode', at: EIGHT, mode: 4 }])
    const goneMs = city.nowMs
    city.sweep()
    await city.run(10, { sends: false })
    expect(notified().slice(1)).toEqual([{ kind: 'connection', at: goneMs, connected: false }])
    expect([...city.events.keys()].every((ts) => ts < city.nowMs)).toBe(true)
  })
})
