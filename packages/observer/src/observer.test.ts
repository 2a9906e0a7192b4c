import { describe, expect, test } from 'vitest'
import type { IncidentCode } from './incident.ts'
import { incidentText } from './rules/alarm.ts'
import type { Counts } from './counts.ts'
import { episodesOf, type Input, play } from './testing/history.ts'
import { EIGHT, SCENE_SETTINGS, Scene } from './testing/scene.ts'

/** Returns the counts with those of one phase replaced: red, yellow, green. */
const withPhase = (counts: Counts, phase: 1 | 2 | 3, lamps: readonly [number, number, number]): Counts =>
  counts.map((count, index) => (Math.floor(index / 3) === phase - 1 ? (lamps[index % 3] ?? 0) : count))

const seconds = (ms: number | null) => (ms === null ? null : (ms - EIGHT) / 1000)

/** Returns `code raised-cleared` of each incident, in seconds since the scene began. */
function told(scene: Scene): readonly string[] {
  const { changes } = play(scene.history)
  return episodesOf(changes).map(
    ({ code, raisedMs, clearedMs }) => `${code} ${seconds(raisedMs)}-${seconds(clearedMs) ?? ''}`,
  )
}

function textOf(scene: Scene, code: IncidentCode): string | undefined {
  const found = play(scene.history).changes.find(({ incident }) => incident.code === code)
  return found && incidentText(found.incident)
}

describe('a controller without faults', () => {
  test('raises nothing and finishes its cycles as programmed', () => {
    const { changes, cycles, junction } = play(new Scene().run(400).history)
    expect(changes).toEqual([])
    expect(junction.standing).toMatchObject({ level: 0, state: 'ok', mode: 4 })
    const whole = cycles.filter((cycle) => cycle.whole)
    expect(whole.length).toBe(3)
    expect(whole[0]).toMatchObject({
      seconds: 80,
      missing: 0,
      plan: 1,
      program: 1,
      phases: [
        { green: 30, yellow: 3, clearance: 2 },
        { green: 20, yellow: 3, clearance: 2 },
        { green: 15, yellow: 3, clearance: 2 },
      ],
    })
  })

  test('raises nothing while its mode, program and times change (R11, R12)', () => {
    const scene = new Scene().run(200)
    scene.set({ Pr1_X1: 40, Start_Pr1_X2: 45, Start_Pr1_X3: 70 })
    scene.run(300)
    for (const Mode of [0, 4, 1, 2, 4]) {
      scene.set({ Mode })
      scene.run(250)
    }
    scene.set({ P1_Pr: 2 })
    scene.run(400)
    scene.set({ Vang: 5, Do_cong: 4, Start_Pr2_X2: 34 })
    expect(told(scene.run(500))).toEqual([])
  })
})

describe('faults of the lamps', () => {
  test('conflict after two samples, cleared 10 s after its end', () => {
    const scene = new Scene().run(85)
    scene.run(20, (counts) => withPhase(counts, 2, [0, 0, 9])).run(100)
    expect(told(scene)).toEqual(['conflict 86-115'])
    expect(textOf(scene, 'conflict')).toBe('Phases 1 and 2 have the road at the same time')
  })

  test('contradicting lamps after two samples', () => {
    const scene = new Scene().run(85)
    scene.run(20, (counts) => withPhase(counts, 1, [20, 0, 20])).run(100)
    expect(told(scene)).toEqual(['lamps 86-115'])
    expect(textOf(scene, 'lamps')).toBe('Phase 1 shows red and green at once')
  })

  test('one odd sample is nothing', () => {
    const scene = new Scene().run(100)
    expect(told(scene.run(1, (counts) => withPhase(counts, 1, [20, 0, 20])).run(100))).toEqual([])
  })

  test('dark after three samples; of all phases it is the same incident, with other phases', () => {
    const scene = new Scene().run(100)
    scene.run(10, (counts) => withPhase(counts, 2, [0, 0, 0])).run(10, (counts) => counts.map(() => 0))
    scene.run(100)
    expect(told(scene)).toEqual(['dark 102-130'])
    const { changes } = play(scene.history)
    expect(changes.map(({ kind, incident }) => `${kind} ${incidentText(incident)}`)).toEqual([
      'raised Phase 2 is dark',
      'changed The junction is dark',
      'cleared The junction is dark',
    ])
  })

  test('all-red 10 s after the longest all-red of the program, with the time at which it began', () => {
    const scene = new Scene().run(115)
    const stuck = (counts: Counts) => counts.map((_, index) => (index % 3 === 0 ? 1 : 0))
    scene.run(60, stuck).run(100)
    expect(told(scene)).toEqual(['all-red 124-185'])
    const [raised] = play(scene.history).changes
    expect(seconds(raised?.incident.sinceMs ?? 0)).toBe(115 - 2)
  })

  test('frozen after four samples with the same nine values', () => {
    const scene = new Scene().run(100)
    let frozen: Counts | null = null
    scene.run(20, (counts) => {
      frozen ??= counts
      return frozen
    })
    expect(told(scene.run(100))[0]).toBe('frozen 103-125')
  })

  test('countdowns that stand still and go on are no jumps: one cause, one incident', () => {
    const scene = new Scene().run(100)
    for (let times = 0; times < 3; times += 1) {
      let still: Counts | null = null
      scene.run(15, (counts) => {
        still ??= counts
        return still
      })
      scene.run(145)
    }
    expect(new Set(told(scene).map((words) => words.split(' ')[0]))).toEqual(new Set(['frozen']))
  })

  test('a short yellow at once, cleared after two right cycles', () => {
    const scene = new Scene().run(170)
    scene.run(60, (counts) => (counts[1] === 2 || counts[1] === 1 ? withPhase(counts, 1, [48, 0, 0]) : counts)).run(300)
    expect(told(scene)).toEqual(['short-yellow 191-400'])
    expect(textOf(scene, 'short-yellow')).toBe("Phase 1's yellow was 1 s instead of 3 s")
  })

  test('a green that turns red without yellow', () => {
    const scene = new Scene().run(170)
    scene.run(60, (counts) => ((counts[1] ?? 0) > 0 ? withPhase(counts, 1, [50, 0, 0]) : counts)).run(300)
    expect(textOf(scene, 'short-yellow')).toBe("Phase 1's yellow was 0 s instead of 3 s")
  })

  test('a green too soon after a yellow', () => {
    const scene = new Scene({ ...SCENE_SETTINGS }).run(170)
    scene.run(60, (counts) => (counts[3] === 2 || counts[3] === 1 ? withPhase(counts, 2, [0, 0, 21]) : counts)).run(300)
    expect(told(scene)[0]).toBe('short-clearance 193-400')
    expect(textOf(scene, 'short-clearance')).toBe('Only 0 s between phase 1 and 2, set are 2 s')
  })

  test('a countdown that jumps twice', () => {
    const scene = new Scene().run(170)
    scene.run(160, (counts, at) => (at % 80 > 10 && at % 80 < 20 ? withPhase(counts, 3, [12, 0, 0]) : counts))
    expect(told(scene.run(1200))[0]).toBe('countdown-jump 180-1060')
  })
})

describe('the lamps against the settings', () => {
  test('a cycle of another length, two cycles in a row', () => {
    const told = new Scene().history.slice(0, 2)
    const wrong = new Scene({ ...SCENE_SETTINGS, P1_Pr: 2 })
    wrong.run(400)
    const history = [...told, ...wrong.history.filter(({ kind }) => kind === 'message' || kind === 'tick')]
    const { changes } = play(history)
    expect(changes.map(({ kind, incident }) => `${kind} ${incidentText(incident)}`)).toEqual([
      'raised Runs 60 s, program 1 is 80 s',
    ])
  })

  test('the clock, WARNING and from 30 s MINOR, as one incident', () => {
    const scene = new Scene().run(100)
    scene.aheadSeconds = 8
    scene.run(300)
    scene.aheadSeconds = 41
    scene.run(300)
    scene.aheadSeconds = 0
    scene.run(300)
    const { changes } = play(scene.history)
    expect(changes.map(({ kind, incident }) => `${kind} ${incident.severity} ${incidentText(incident)}`)).toEqual([
      'raised WARNING Its clock is 8 s ahead',
      'changed MINOR Its clock is 41 s ahead',
      'cleared MINOR Its clock is 41 s ahead',
    ])
    expect(told(scene)).toEqual(['clock 110-710'])
  })

  test('a clock that is set is a change: the cycle begins elsewhere (R8), and that is no fault', () => {
    const scene = new Scene().run(200)
    for (const aheadSeconds of [4, -4, 4, -4, 0]) {
      scene.aheadSeconds = aheadSeconds
      scene.run(200)
    }
    expect(told(scene)).toEqual([])
  })

  test('flashing that a plan wanted does not count towards a flash that somebody wanted', () => {
    const scene = new Scene({ ...SCENE_SETTINGS, P1_Pr: 0 }).run(1500)
    scene.set({ Mode: 0 })
    expect(told(scene.run(800))).toEqual([])
    expect(told(scene.run(200))).toEqual(['hold 2400-'])
  })

  test('a hold without an end after 15 min; with one it is a state of its own', () => {
    const scene = new Scene().run(100)
    scene.set({ Mode: 1 })
    scene.run(2000)
    expect(textOf(scene, 'hold')).toMatch(/^Held on Tuyến 1 since 08:01$/)
    const wanted = new Scene().run(100)
    wanted.notes(EIGHT + 3600_000)
    wanted.set({ Mode: 1 })
    const { junction, changes } = play(wanted.run(2000).history)
    expect(changes).toEqual([])
    expect(junction.standing).toMatchObject({ level: 2, state: 'hold', mode: 1 })
  })

  test('a hold that goes on beyond its end is raised 60 s later; one that began after that end has 15 min', () => {
    const endless = new Scene().run(100)
    endless.notes(EIGHT + 300_000)
    endless.set({ Mode: 1 })
    expect(told(endless.run(400))).toEqual(['hold 360-'])
    const later = new Scene().run(100)
    later.notes(EIGHT + 50_000)
    later.set({ Mode: 1 })
    expect(told(later.run(800))).toEqual([])
  })
})

describe('the connection', () => {
  test('silent after 10 s, cleared 5 s after lamps are back', () => {
    const scene = new Scene().run(100)
    expect(told(scene.silence(20).run(60))).toEqual(['silent 109.5-125.5'])
  })

  test('a dead connection of which nothing came for 30 s is offline, whatever the platform says; it ends silent', () => {
    const scene = new Scene().run(100).silence(150).run(60)
    expect(told(scene)).toEqual(['silent 109.5-129.5', 'offline 129.5-255.5'])
    const { changes } = play(scene.history)
    const offline = changes.find(({ incident }) => incident.code === 'offline')
    expect(seconds(offline?.incident.sinceMs ?? 0)).toBe(99)
  })

  test('a controller that sends anything is connected: without lamps it is silent, and never offline', () => {
    const scene = new Scene().run(100)
    scene.run(150, (counts) => counts.map(() => -1))
    expect(told(scene)).toEqual(['silent 109.5-'])
  })

  test('settings that a dead connection cannot take are no incident of their own', () => {
    const scene = new Scene().run(100)
    scene.takes = false
    scene.set({ Pr2_X1: 26 })
    expect(told(scene.silence(150).run(200))).toEqual(['silent 109.5-129.5', 'offline 129.5-255.5', 'not-taken 315.5-'])
  })

  test('lamps that come with an older time are lamps: the controller is not silent', () => {
    const history = new Scene().run(130).history.map((input): Input => {
      if (input.kind !== 'message' || input.message.ts < EIGHT + 100_000) return input
      return { ...input, message: { ...input.message, ts: EIGHT + 90_000 } }
    })
    expect(play(history).changes).toEqual([])
  })

  test('offline 30 s after the platform says so; it ends silent', () => {
    const scene = new Scene().run(100).silence(20)
    scene.link(false)
    scene.silence(100)
    scene.link(true)
    expect(told(scene.run(60))).toEqual(['silent 109.5-150.5', 'offline 150.5-225.5'])
  })

  test('what is open stays open without samples, and is evaluated anew 5 s after they are back', () => {
    const scene = new Scene().run(100)
    scene
      .run(20, (counts) => withPhase(counts, 2, [0, 0, 0]))
      .silence(8)
      .run(60)
    expect(told(scene)).toEqual(['dark 102-143'])
  })

  test('settings that are not taken for 60 s', () => {
    const scene = new Scene().run(100)
    scene.takes = false
    scene.set({ Vang: 5 })
    scene.run(100)
    expect(textOf(scene, 'not-taken')).toBe('1 setting was not taken')
    expect(told(scene)).toEqual(['not-taken 170.5-'])
  })

  test('a deviation from the calendar 10 min after it began, until its end, and not while the controller is away', () => {
    const scene = new Scene().run(100)
    scene.offCalendar(EIGHT + 90_000)
    scene.run(700)
    expect(textOf(scene, 'calendar')).toBe('Runs the plans of “Friday”, the day is “Saturday”')
    expect(told(scene)).toEqual(['calendar 690.5-'])
    scene.offCalendar(null)
    expect(told(scene.run(10))).toEqual(['calendar 690.5-800'])
    const away = new Scene().run(100)
    away.offCalendar(EIGHT + 90_000)
    expect(told(away.silence(700).run(60)).slice(1)).toEqual(['offline 129.5-805.5', 'calendar 805.5-'])
  })

  test('a device without settings is unknown and has no incident', () => {
    const scene = new Scene({})
    scene.reports = false
    const { junction, changes } = play(scene.silence(100).history)
    expect(changes).toEqual([])
    expect(junction.standing).toMatchObject({ level: 0, state: 'unknown', mode: -1 })
  })
})
