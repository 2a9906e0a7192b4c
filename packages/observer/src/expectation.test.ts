import { countShown, type DisplayStyle, parseDisplayStyle, uniformDisplay } from '@greenwave/controller/display'
import { LAMP_COLOURS, PHASES } from '@greenwave/controller/controllerLimits'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Counts } from './counts.ts'
import { type Expectation, NOTHING_EXPECTED, nextExpectation } from './expectation.ts'
import type { Junction } from './junction.ts'
import type { KnownStyles } from './styles.ts'
import type { Observed } from './observer.ts'
import { type Input, play } from './testing/history.ts'
import { EIGHT, SCENE_SETTINGS, Scene } from './testing/scene.ts'

const STYLES = ['none', 'last-8', 'last-8-0', 'last-5-99'] as const

function styleNamed(text: string): DisplayStyle {
  const style = parseDisplayStyle(text)
  if (!style) throw new Error(`${text} is no style`)
  return style
}

/** What was expected at a second, and the nine counts that full displays sent then. */
interface Shown {
  readonly atMs: number
  readonly expected: Expectation['phases']
  readonly full: Counts
  readonly sent: Counts
}

/** What a scene is watched with. */
interface Watched {
  readonly set?: Partial<KnownStyles>
  readonly settings?: Readonly<Record<string, number>>
  /** Seconds by which the reported clock is beside the one that the lamps follow; null: none is reported. */
  readonly clockAhead?: number | null
}

/** Plays a scene to an observer whose displays send less than the seconds, and notes what is expected in each second. */
function watch(
  text: string,
  act: (scene: Scene, distort: (counts: Counts) => Counts) => void,
  { set, settings, clockAhead = 0 }: Watched = {},
): readonly Shown[] {
  const style = styleNamed(text)
  const scene = new Scene(settings)
  const full: Counts[] = []
  act(scene, (counts) => {
    full.push(counts)
    return counts.map((count) => (count > 0 ? countShown(style, count) : count))
  })
  const shown: Shown[] = []
  let expectation = NOTHING_EXPECTED
  let street: Junction['street'] = null
  const known: KnownStyles = { display: uniformDisplay(style), control: { kind: 'fixed' }, ...set }
  const history = scene.history.map((input): Input => {
    if (input.kind !== 'message') return input
    const { clockMs } = input.message
    const read = clockMs === null || clockAhead === null ? null : clockMs + clockAhead * 1000
    return { ...input, message: { ...input.message, clockMs: read } }
  })
  const look = ({ junction }: Observed) => {
    if (!junction.street || junction.street === street) return
    street = junction.street
    expectation = nextExpectation(expectation, junction)
    const { counts: sent, ts: atMs } = street.sample
    shown.push({ atMs, expected: expectation.phases, full: full[shown.length] ?? [], sent })
  }
  play(history, [], look, known)
  return shown
}

/** Lists the seconds in which something was expected that full displays did not send, and counts those in which it was. */
function compared(seconds: readonly Shown[]): { readonly wrong: readonly string[]; readonly right: number } {
  const wrong: string[] = []
  let right = 0
  for (const { atMs, expected, full, sent } of seconds) {
    for (const phase of PHASES) {
      const one = expected[phase - 1]
      if (!one) continue
      const place = (phase - 1) * 3 + LAMP_COLOURS.indexOf(one.lamp)
      if (full[place] === one.seconds) right += 1
      else
        wrong.push(
          `${(atMs - EIGHT) / 1000} s: phase ${phase} ${one.lamp} ${one.seconds}, was ${full.join()} as ${sent.join()}`,
        )
    }
  }
  return { wrong, right }
}

describe('a lamp that does not count, of a junction that runs its plan', () => {
  test.each(STYLES)('%s is expected to end when a display that counts every second says so', (text) => {
    const seconds = watch(text, (scene, distort) => scene.run(400, distort))
    const { wrong, right } = compared(seconds)
    expect(wrong).toEqual([])
    expect(right).toBeGreaterThan(300)
  })

  test('is expected from the first change of lamp on, and never where the lamp counts', () => {
    const seconds = watch('last-8', (scene, distort) => scene.run(100, distort))
    const first = seconds.findIndex(({ expected }) => expected.some((one) => one !== null))
    // Green 1 of 30 s counts its last eight from second 22 on.
    expect(first).toBe(22)
    expect(seconds[first]?.expected).toEqual([null, { lamp: 'red', seconds: 13 }, { lamp: 'red', seconds: 38 }])
  })

  test.each([1, -1])('is expected by a clock that is read %i s beside the lamps', (clockAhead) => {
    const { wrong, right } = compared(watch('none', (scene, distort) => scene.run(400, distort), { clockAhead }))
    expect(wrong).toEqual([])
    expect(right).toBeGreaterThan(300)
  })
})

describe('nothing is expected', () => {
  const some = (seconds: readonly Shown[]) => seconds.filter(({ expected }) => expected.some((one) => one !== null))
  const ran = (scene: Scene, distort: (counts: Counts) => Counts) => scene.run(300, distort)

  test('of actuated or unknown control', () => {
    expect(some(watch('none', ran, { set: { control: { kind: 'actuated', greens: [null, null, null] } } }))).toEqual([])
    // Two cycles as set would show that it is fixed.
    const early = watch('none', (scene, distort) => scene.run(150, distort), { set: { control: null } })
    expect(some(early)).toEqual([])
  })

  test('without a clock, or with one that is not that of the lamps', () => {
    expect(some(watch('none', ran, { clockAhead: null }))).toEqual([])
    expect(some(watch('none', ran, { clockAhead: 7 }))).toEqual([])
  })

  test('after a change of the plan until the lamps have confirmed it', () => {
    let changedMs = 0
    const seconds = watch('none', (scene, distort) => {
      scene.run(200, distort)
      changedMs = scene.nowMs
      scene.set({ P1_Pr: 2 })
      scene.run(600, distort)
    })
    const after = some(seconds).filter(({ atMs }) => atMs >= changedMs)
    expect(compared(seconds).wrong).toEqual([])
    expect((after[0]?.atMs ?? 0) - changedMs).toBeGreaterThan(120_000)
  })

  test('while a mode holds or flashes, and until its end is over', () => {
    const seconds = watch('none', (scene, distort) => {
      scene.run(170, distort)
      scene.set({ Mode: 1 })
      scene.run(60, distort)
      scene.set({ Mode: 0 })
      scene.run(60, distort)
      scene.set({ Mode: 4 })
      scene.run(500, distort)
    })
    const during = some(seconds).filter(({ atMs }) => atMs >= EIGHT + 170_000 && atMs < EIGHT + 300_000)
    expect(during).toEqual([])
    expect(compared(seconds).wrong).toEqual([])
  })

  test('once a lamp goes on beyond its end, and after a gap until a lamp changes where it should', () => {
    const seconds = watch('none', (scene, distort) => {
      scene.run(150, distort)
      scene.silence(10)
      scene.run(100, distort)
    })
    const back = some(seconds).find(({ atMs }) => atMs > EIGHT + 150_000)
    expect(back?.atMs).toBeGreaterThan(EIGHT + 165_000)
    const stuck = watch('none', (scene, distort) => {
      scene.run(120, distort)
      let first: Counts | undefined
      scene.run(60, (counts) => {
        first ??= distort(counts)
        return first
      })
    })
    expect(some(stuck).filter(({ atMs }) => atMs > EIGHT + 150_000)).toEqual([])
  })
})

test('whatever the program, its offset and what is changed meanwhile, an expectation is what a full display counts', () => {
  const act = fc.record({
    after: fc.integer({ min: 1, max: 400 }),
    set: fc.constantFrom<Readonly<Record<string, number>>>(
      { Mode: 1 },
      { Mode: 0 },
      { Mode: 4 },
      { P1_Pr: 2 },
      { P1_Pr: 1 },
      { Pr1_X1: 22 },
      { Vang: 4 },
      { Do_cong: 0 },
    ),
  })
  const program = fc.record({
    first: fc.integer({ min: 0, max: 45 }),
    second: fc.integer({ min: 0, max: 45 }),
    third: fc.integer({ min: 0, max: 45 }),
    gap: fc.integer({ min: 0, max: 12 }),
  })
  fc.assert(
    fc.property(fc.constantFrom(...STYLES), program, fc.array(act, { maxLength: 4 }), (text, lengths, acts) => {
      const { first, second, third, gap } = lengths
      const settings = {
        ...SCENE_SETTINGS,
        ...{ Pr1_X1: first, Pr1_X2: second, Pr1_X3: third },
        ...{ Start_Pr1_X2: first + 5 + gap, Start_Pr1_X3: first + second + 10 + gap },
      }
      const seconds = watch(
        text,
        (scene, distort) => {
          for (const { after, set } of acts) {
            scene.run(after, distort)
            scene.set(set)
          }
          scene.run(300, distort)
        },
        { settings },
      )
      expect(compared(seconds).wrong).toEqual([])
    }),
    { numRuns: 60 },
  )
})
