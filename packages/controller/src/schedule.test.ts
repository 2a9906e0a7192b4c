import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { cycleSeconds } from './cycle.ts'
import { secondOfDayAt } from './deviceClock.ts'
import { daySchedule, nextChange, nextPlanChange, planAt, programRuns, runningAt } from './schedule.ts'
import { type ControllerSettings, isProgramNumber, programOf } from './settings.ts'
import {
  anyProgram,
  anySecondOfDay,
  anySettings,
  at,
  EXAMPLE_SCHEDULE,
  planFrom,
  programFrom,
  settingsWith,
} from './testing/settings.ts'
import { DEFAULT_TIME_ZONE, setTimeZone } from './timeZone.ts'

describe('(R9) which plan runs', () => {
  test.each([
    ['05:29:59', 5],
    ['05:30', 1],
    ['06:29:59', 1],
    ['06:30', 2],
    ['08:30', 3],
    ['15:59', 3],
    ['16:00', 4],
    ['19:30', 5],
    ['23:30', 5],
    ['00:00', 5],
    ['02:00', 5],
  ])('(R9) in the worked example at %s plan %d runs', (time, plan) => {
    expect(planAt(EXAMPLE_SCHEDULE, at(time))?.number).toBe(plan)
  })

  test('(R9) the plan above the plan count never runs', () => {
    for (let minute = 0; minute < 1440; minute++) expect(planAt(EXAMPLE_SCHEDULE, minute * 60)?.number).not.toBe(6)
  })

  test('(R9) without an enabled plan the lamps flash yellow', () => {
    const settings = settingsWith({ plans: [planFrom(1, '05:30', 1, false)] })
    expect(planAt(settings, at('12:00'))).toBeNull()
    expect(runningAt(settings, at('12:00'))).toEqual({ kind: 'flashing', plan: null, reason: 'noPlan' })
  })

  test('(R9) a single plan runs all day, before its start since the day before', () => {
    const settings = settingsWith({ plans: [planFrom(4, '12:00', 2)] })
    expect(planAt(settings, at('11:59'))?.number).toBe(4)
    expect(planAt(settings, at('12:00'))?.number).toBe(4)
  })

  test('(R9) of two plans with one start the higher number runs', () => {
    const settings = settingsWith({
      plans: [planFrom(2, '06:00', 1), planFrom(5, '06:00', 2), planFrom(3, '06:00', 3)],
    })
    expect(planAt(settings, at('06:00'))?.number).toBe(5)
    expect(planAt(settings, at('03:00'))?.number).toBe(5)
  })

  test('(R9) a plan with a time that no clock shows never runs', () => {
    const settings = settingsWith({
      plans: [
        planFrom(1, '06:00', 1),
        { ...planFrom(2, '00:00', 2), hour: 25 },
        { ...planFrom(3, '00:00', 3), minute: -1 },
      ],
    })
    for (let hour = 0; hour < 24; hour++) expect(planAt(settings, hour * 3600)?.number).toBe(1)
  })

  test('(R9) agrees with an oracle that lives through two days minute by minute', () => {
    fc.assert(
      fc.property(
        anySettings((number) => anyProgram(number, 99)),
        anySecondOfDay,
        (settings, now) => {
          expect(planAt(settings, now)?.number ?? null).toBe(liveThrough(settings, now))
        },
      ),
    )
  })
})

/** Returns the plan that runs after a whole day and the seconds of today, with each plan taking over at its minute. */
function liveThrough(settings: ControllerSettings, now: number): number | null {
  let ruling: number | null = null
  const lastMinute = 1440 + Math.floor(now / 60)
  for (let minute = 0; minute <= lastMinute; minute++) {
    const clock = { hour: Math.floor((minute % 1440) / 60), minute: minute % 60 }
    for (const plan of settings.plans) {
      const begins = plan.hour === clock.hour && plan.minute === clock.minute
      if (begins && plan.enabled && plan.number <= settings.planTotal) ruling = plan.number
    }
  }
  return ruling
}

describe('(R10) what a plan runs', () => {
  test('(R10) program 0 flashes yellow while that plan runs, and only then', () => {
    const settings = settingsWith({ plans: [planFrom(1, '05:00', 2), planFrom(2, '23:00', 0)] })
    expect(runningAt(settings, at('23:30'))).toEqual({ kind: 'flashing', plan: 2, reason: 'noProgram' })
    expect(runningAt(settings, at('05:00'))).toEqual({ kind: 'program', plan: 1, program: 2 })
  })

  test.each([7, -1, 99])('(R10) program %d, which does not exist, is no program', (programNumber) => {
    const settings = settingsWith({ plans: [planFrom(1, '05:00', programNumber)] })
    expect(runningAt(settings, 0)).toEqual({ kind: 'flashing', plan: 1, reason: 'noProgram' })
  })

  test('a program without any green has no cycle to run and flashes', () => {
    const settings = settingsWith({
      plans: [planFrom(1, '05:00', 3)],
      programs: [programFrom(3, [0, 0, 0], [0, 0, 0])],
    })
    expect(runningAt(settings, 0)).toEqual({ kind: 'flashing', plan: 1, reason: 'emptyProgram' })
  })
})

describe('the day', () => {
  test('wraps over midnight: the worked example begins and ends with plan 5', () => {
    const { spans, outOfPlay } = daySchedule(EXAMPLE_SCHEDULE)
    expect(spans.map((span) => [span.startSecond, span.endSecond, span.running.plan, span.fromYesterday])).toEqual([
      [at('00:00'), at('05:30'), 5, true],
      [at('05:30'), at('06:30'), 1, false],
      [at('06:30'), at('08:30'), 2, false],
      [at('08:30'), at('16:00'), 3, false],
      [at('16:00'), at('19:30'), 4, false],
      [at('19:30'), 86_400, 5, false],
    ])
    expect(outOfPlay).toEqual([{ plan: 6, reason: { kind: 'abovePlanTotal', planTotal: 5 } }])
  })

  test('a plan from midnight on leaves nothing of the day before', () => {
    const { spans } = daySchedule(settingsWith({ plans: [planFrom(1, '00:00', 1)] }))
    expect(spans).toEqual([
      { startSecond: 0, endSecond: 86_400, running: { kind: 'program', plan: 1, program: 1 }, fromYesterday: false },
    ])
  })

  test('without a plan in play is one span of flashing yellow', () => {
    const { spans, outOfPlay } = daySchedule(settingsWith({ planTotal: 0, plans: [planFrom(1, '06:00', 1)] }))
    expect(spans).toEqual([
      {
        startSecond: 0,
        endSecond: 86_400,
        running: { kind: 'flashing', plan: null, reason: 'noPlan' },
        fromYesterday: false,
      },
    ])
    expect(outOfPlay).toHaveLength(6)
  })

  test('says why a plan is out of play', () => {
    const { outOfPlay } = daySchedule(
      settingsWith({
        planTotal: 4,
        plans: [
          planFrom(1, '06:00', 1),
          planFrom(2, '06:00', 1),
          planFrom(3, '07:00', 1, false),
          { ...planFrom(4, '00:00', 1), minute: 60 },
          planFrom(5, '09:00', 1),
          planFrom(6, '06:00', 1, false),
        ],
      }),
    )
    expect(outOfPlay).toEqual([
      { plan: 1, reason: { kind: 'sameStart', plan: 2 } },
      { plan: 3, reason: { kind: 'disabled' } },
      { plan: 4, reason: { kind: 'invalidTime' } },
      { plan: 5, reason: { kind: 'abovePlanTotal', planTotal: 4 } },
      { plan: 6, reason: { kind: 'disabled' } },
    ])
  })

  test('covers 24 hours without gaps and agrees at every second with the plan that runs', () => {
    fc.assert(
      fc.property(
        anySettings((number) => anyProgram(number, 99)),
        anySecondOfDay,
        (settings, now) => {
          const { spans } = daySchedule(settings)
          let end = 0
          for (const span of spans) {
            expect(span.startSecond).toBe(end)
            expect(span.endSecond).toBeGreaterThan(span.startSecond)
            end = span.endSecond
          }
          expect(end).toBe(86_400)
          const span = spans.find((candidate) => candidate.startSecond <= now && now < candidate.endSecond)
          expect(span?.running).toEqual(runningAt(settings, now))
          const running = span?.running
          expect(running?.kind === 'program' && !isRunnable(settings, running.program)).toBe(false)
        },
      ),
    )
  })
})

function isRunnable(settings: ControllerSettings, program: number): boolean {
  return isProgramNumber(program) && cycleSeconds(programOf(settings, program), settings.clearance) > 0
}

describe('the next change', () => {
  test('is in 42 min: plan 4, program 3', () => {
    expect(nextChange(EXAMPLE_SCHEDULE, at('15:18'))).toEqual({
      inSeconds: 42 * 60,
      atSecond: at('16:00'),
      running: { kind: 'program', plan: 4, program: 3 },
    })
  })

  test('wraps over midnight, and at the very start of a plan is the one after it', () => {
    expect(nextChange(EXAMPLE_SCHEDULE, at('19:30'))).toMatchObject({ inSeconds: 10 * 3600, running: { plan: 1 } })
  })

  test('never comes with fewer than two plans in play', () => {
    expect(nextChange(settingsWith({ plans: [planFrom(1, '06:00', 1)] }), 0)).toBeNull()
    expect(nextChange(settingsWith({}), 0)).toBeNull()
  })

  test('agrees with walking on minute by minute until another plan runs', () => {
    fc.assert(
      fc.property(
        anySettings((number) => anyProgram(number, 99)),
        fc.integer({ min: 0, max: 1439 }),
        (settings, minute) => {
          const before = planAt(settings, minute * 60)?.number
          let walked = 1
          while (walked <= 1440 && planAt(settings, (minute + walked) * 60)?.number === before) walked++
          const next = nextChange(settings, minute * 60)
          expect(next?.inSeconds ?? null).toBe(walked > 1440 ? null : walked * 60)
        },
      ),
    )
  })
})

describe('when a program runs', () => {
  test.each([
    [1, '05:31', { plans: [1, 3, 5], runsNow: true, nextSecond: at('08:30') }],
    [1, '20:00', { plans: [1, 3, 5], runsNow: true, nextSecond: at('05:30') }],
    [3, '05:31', { plans: [4], runsNow: false, nextSecond: at('16:00') }],
    [3, '16:00', { plans: [4], runsNow: true, nextSecond: at('16:00') }],
    [4, '23:30', { plans: [], runsNow: false, nextSecond: null }],
  ] as const)('program %d at %s: %j', (program, time, runs) => {
    expect(programRuns(EXAMPLE_SCHEDULE, program, at(time))).toEqual(runs)
  })
})

describe('(R9) the next change of plan where summer time begins or ends', () => {
  const changesFrom = (second: string, fromMs: number, count: number) => {
    const settings = settingsWith({ plans: [planFrom(1, '00:00', 1), planFrom(2, second, 2)] })
    const found: string[] = []
    for (let ms = fromMs; found.length < count; ) {
      const next = nextPlanChange(settings, ms)
      if (!next) break
      found.push(`${new Date(next.atMs).toISOString().slice(5, 16)} plan ${next.running.plan}`)
      ms = next.atMs
    }
    return found
  }
  afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

  test('(R9) a plan at 02:30 of the day on which clocks skip that time begins with the change', () => {
    setTimeZone('Europe/Berlin')
    expect(changesFrom('02:30', Date.UTC(2026, 2, 28, 22, 59, 59), 3)).toEqual([
      '03-28T23:00 plan 1',
      '03-29T01:00 plan 2',
      '03-29T22:00 plan 1',
    ])
  })

  test('(R9) a plan at 01:30 of the day on which clocks show that time twice begins twice', () => {
    setTimeZone('America/New_York')
    expect(changesFrom('01:30', Date.UTC(2026, 10, 1, 4), 4)).toEqual([
      '11-01T05:30 plan 2',
      '11-01T06:00 plan 1',
      '11-01T06:30 plan 2',
      '11-02T05:00 plan 1',
    ])
  })

  test('agrees with walking on second by second, in every zone', () => {
    const zones = fc.constantFrom('Asia/Ho_Chi_Minh', 'Europe/Berlin', 'Australia/Lord_Howe')
    // Days around the changes of both zones.
    const days = fc.constantFrom(
      Date.UTC(2026, 2, 28),
      Date.UTC(2026, 9, 24),
      Date.UTC(2026, 3, 4),
      Date.UTC(2026, 9, 3),
    )
    fc.assert(
      fc.property(
        zones,
        days,
        fc.integer({ min: 0, max: 2 * 1440 }),
        anySettings((number) => anyProgram(number, 99)),
        (name, dayMs, minute, city) => {
          setTimeZone(name)
          const fromMs = dayMs + minute * 60_000
          const plan = (ms: number) => planAt(city, secondOfDayAt(ms))?.number
          const next = nextPlanChange(city, fromMs)
          let ms = fromMs + 60_000
          while (ms < fromMs + 26 * 3_600_000 && plan(ms) === plan(fromMs)) ms += 60_000
          expect(next?.atMs ?? null).toBe(ms < fromMs + 26 * 3_600_000 ? ms : null)
        },
      ),
      { numRuns: 60 },
    )
  })
})
