/** Stories of a junction: random settings, faults, gaps, changes and clock steps, for comparison with a slow oracle. */
import fc from 'fast-check'
import type { Counts } from '../counts.ts'
import type { History } from './history.ts'
import { type Distortion, EIGHT, SCENE_SETTINGS, Scene } from './scene.ts'

const put = (counts: Counts, phase: number, lamps: readonly number[]): Counts =>
  counts.map((count, index) => (Math.floor(index / 3) === phase ? (lamps[index % 3] ?? 0) : count))

/** Faults of the lamps: what each makes of a second. */
export const DISTORTIONS: Readonly<Record<string, (phase: number) => Distortion>> = {
  none: () => (counts) => counts,
  conflict: (phase) => (counts) => put(counts, phase, [0, 0, 9]),
  lamps: (phase) => (counts) => put(counts, phase, [9, 0, 9]),
  dark: (phase) => (counts) => put(counts, phase, [0, 0, 0]),
  allDark: () => (counts) => counts.map(() => 0),
  allRed: () => (counts) => counts.map((_, index) => (index % 3 === 0 ? 1 : 0)),
  missing: (phase) => (counts) => counts.map((count, index) => (index === phase * 3 + 1 ? -1 : count)),
  shortYellow: (phase) => (counts) => {
    const yellow = counts[phase * 3 + 1] ?? 0
    return yellow === 1 || yellow === 2 ? put(counts, phase, [40 + yellow, 0, 0]) : counts
  },
  noYellow: (phase) => (counts) => ((counts[phase * 3 + 1] ?? 0) > 0 ? put(counts, phase, [40, 0, 0]) : counts),
  earlyGreen: (phase) => (counts) => {
    const red = counts[phase * 3] ?? 0
    return red === 1 || red === 2 ? put(counts, phase, [0, 0, 30 + red]) : counts
  },
  jumping: (phase) => (counts, second) =>
    second % 17 === 0
      ? put(counts, phase, [
          (counts[phase * 3] ?? 0) > 2 ? 77 : 0,
          counts[phase * 3 + 1] ?? 0,
          counts[phase * 3 + 2] ?? 0,
        ])
      : counts,
  longGreen: (phase) => (counts) => {
    const yellow = counts[phase * 3 + 1] ?? 0
    return yellow > 0 ? put(counts, phase, [0, 0, yellow]) : counts
  },
  lossy: () => (counts, second) => (second % 7 === 3 ? null : counts),
  gone: () => () => null,
}

/** Conflicts in which the countdowns go on; not in `DISTORTIONS`, of which a recorded day is made. */
const COUNTED_CONFLICTS: typeof DISTORTIONS = {
  together: (phase) => (counts) => {
    const next = 3 * ((phase + 1) % 3)
    return (counts[next] ?? 0) > 0 ? counts : put(counts, phase, counts.slice(next, next + 3))
  },
  twoGreens: (phase) => (counts) => {
    const green = [0, 0, Math.max(...counts)]
    return put(put(counts, phase, green), (phase + 1) % 3, green)
  },
}
const FAULTS = { ...DISTORTIONS, ...COUNTED_CONFLICTS }

const anyChapter = fc.record({
  fault: fc.oneof(
    { weight: 3, arbitrary: fc.constant('none') },
    { weight: 4, arbitrary: fc.constantFrom(...Object.keys(FAULTS)) },
  ),
  frozen: fc.boolean(),
  phase: fc.integer({ min: 0, max: 2 }),
  seconds: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 500 })),
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constant({ kind: 'nothing' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('mode' as const), mode: fc.constantFrom(0, 1, 2, 4) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('program' as const), program: fc.constantFrom(0, 1, 2) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('yellow' as const), yellow: fc.constantFrom(3, 4) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('clock' as const), ahead: fc.constantFrom(0, 0, 4, 8, -12, 41) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('link' as const), connected: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'gap' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'deaf' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'hears' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('note' as const), minutes: fc.constantFrom(0, 20) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'cut' as const }) },
    // Long enough for a hold without an end.
    { weight: 1, arbitrary: fc.constant({ kind: 'forgotten' as const }) },
  ),
})

type Chapter = typeof anyChapter extends fc.Arbitrary<infer One> ? One : never

/** A story. */
export const anyStory = fc.record({
  start: fc.constantFrom(EIGHT, Date.UTC(2026, 10, 22, 16, 50, 0)),
  hasClock: fc.boolean(),
  secondPlan: fc.boolean(),
  chapters: fc.array(anyChapter, { minLength: 2, maxLength: 9 }),
})

export type Story = typeof anyStory extends fc.Arbitrary<infer One> ? One : never

/** Returns the history of a story. */
export function tell({ start, hasClock, secondPlan, chapters }: Story): History {
  const evening = secondPlan ? { P2_ENT: 1, P2_HH: 8, P2_MM: 9, P2_Pr: 2 } : {}
  const scene = new Scene({ ...SCENE_SETTINGS, ...evening }, start)
  if (!hasClock) scene.aheadSeconds = undefined
  scene.run(300)
  for (const chapter of chapters) act(scene, chapter)
  return scene.run(250).history
}

function act(scene: Scene, { fault, frozen, phase, seconds, act: what }: Chapter): void {
  switch (what.kind) {
    case 'mode':
      scene.set({ Mode: what.mode })
      break
    case 'program':
      scene.set({ P1_Pr: what.program })
      break
    case 'yellow':
      scene.set({ Vang: what.yellow, Do_cong: 5 - what.yellow })
      break
    case 'clock':
      if (scene.aheadSeconds !== undefined) scene.aheadSeconds = what.ahead
      break
    case 'link':
      scene.link(what.connected)
      break
    case 'gap':
      scene.gap()
      break
    case 'deaf':
      scene.takes = false
      break
    case 'hears':
      scene.takes = true
      break
    case 'cut':
      scene.link(false)
      scene.silence(45)
      scene.link(true)
      break
    case 'forgotten':
      scene.set({ Mode: 2 })
      scene.run(1000)
      break
    case 'note':
      scene.notes(what.minutes === 0 ? null : scene.nowMs + what.minutes * 60_000)
      break
  }
  const distort = (FAULTS[fault] ?? (() => (counts: Counts) => counts))(phase)
  let still: Counts | null = null
  scene.run(seconds, (counts, second) => {
    if (fault !== 'none' || !frozen || seconds > 60) return distort(counts, second)
    still ??= counts
    return still
  })
}
