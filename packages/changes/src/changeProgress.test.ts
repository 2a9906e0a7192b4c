/** @file How far changes have come, with a controller's engine and the observer of its street. */
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { Attributes } from '@greenwave/observer/force'
import { type Junction, newJunction } from '@greenwave/observer/junction'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { type KnownStyles, NOTHING_LEARNED } from '@greenwave/observer/styles'
import { SET_FULL } from '@greenwave/observer/testing/history'
import { RULES } from '@greenwave/observer/rules/table'
import type { Input } from '@greenwave/observer/testing/history'
import { EIGHT, SCENE_SETTINGS, Scene } from '@greenwave/observer/testing/scene'
import { type GreenLimits, uniformDisplay } from '@greenwave/controller/display'
import { describe, expect, it } from 'vitest'
import { type ChangeProgress, changeProgress } from './changeProgress.ts'

const OBSERVER = createObserver(RULES, learned)

function changeAt(at: number, after: AttributeSet, more: Partial<ChangeRecord> = {}): ChangeRecord {
  const by = { id: 'u1', name: 'mai@signal.vn' }
  const before = SCENE_SETTINGS
  const rest = { from: 'console', state: 'written', why: '', said: '', words: [], unkept: [] } as const
  return { id: 'c', at, by, ...rest, scope: 'SHARED_SCOPE', after, before, ...more }
}

/** What a console knows of the scene at its end. */
function progressOf(
  scene: Scene,
  change: ChangeRecord,
  connected = true,
  history = scene.history,
  set: KnownStyles = SET_FULL,
): ChangeProgress {
  const known = { set, learned: NOTHING_LEARNED }
  let observed: Junction = OBSERVER.styles(newJunction(EIGHT - 1000), known)
  let attributes: Attributes = { shared: {}, client: {} }
  for (const input of history) {
    if (input.kind === 'message') observed = OBSERVER.message(observed, input.message).junction
    if (input.kind === 'attributes') {
      attributes = input.attributes
      observed = OBSERVER.attributes(observed, attributes, input.atMs).junction
    }
  }
  const { shared: desired, client: reported } = attributes
  return changeProgress(change, { desired, reported, connected, nowMs: scene.nowMs, observed })
}

/** What a console knows of the scene at its end that was opened at a time: the attributes of then, and what followed. */
function progressSince(openedMs: number, scene: Scene, change: ChangeRecord): ChangeProgress {
  const isBefore = (input: Input) => (input.kind === 'message' ? input.message.ts : input.atMs) < openedMs
  const atOpening = scene.history.findLast((input) => input.kind === 'attributes' && isBefore(input))
  const read = atOpening?.kind === 'attributes' ? [{ ...atOpening, atMs: openedMs }] : []
  return progressOf(scene, change, true, [...read, ...scene.history.filter((input) => !isBefore(input))])
}

/** Longer green for phase 1, the others later: 85 s. */
const LONGER = { Pr1_X1: 35, Start_Pr1_X2: 40, Start_Pr1_X3: 65 }
const seen = ({ steps }: ChangeProgress) => `${steps.saved} ${steps.sent} ${steps.reported} ${steps.seen}`

it('of the splits of an actuated junction ends with the report; one of its yellow is seen by the yellow alone', () => {
  const greens = [1, 2, 3].map(() => ({ smallest: 5, largest: 60 })) as [GreenLimits, GreenLimits, GreenLimits]
  const set: KnownStyles = { ...SET_FULL, control: { kind: 'actuated', greens } }
  const of = (after: Readonly<Record<string, number>>) => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, after)
    scene.set(after)
    return progressOf(scene.run(320), change, true, undefined, set)
  }
  expect(of(LONGER).steps.seen).toBe('none')
  expect(of({ Vang: 4, Start_Pr1_X2: 36, Start_Pr1_X3: 62 }).steps.seen).toBe('done')
})

it('of splits whose greens no display shows completely ends with the report, and says why', () => {
  const hides = { kind: 'last', seconds: 8, filler: 0, flash: 0 } as const
  const set: KnownStyles = { ...SET_FULL, display: uniformDisplay(hides) }
  const scene = new Scene().run(200)
  const change = changeAt(scene.nowMs, LONGER)
  scene.set(LONGER)
  const progress = () => {
    const hidden = scene.history.map((input) => {
      if (input.kind !== 'message') return input
      const counts = input.message.counts.map((count) => (count > 8 ? 0 : count))
      return { ...input, message: { ...input.message, counts } }
    })
    return progressOf(scene, change, true, hidden, set)
  }
  scene.run(20)
  expect(progress()).toMatchObject({ state: 'reported', steps: { seen: 'now' } })
  scene.run(580)
  expect(progress()).toMatchObject({
    ...{ state: 'taken', detail: { kind: 'notShown' }, isOver: true },
    steps: { reported: 'done', seen: 'none' },
  })
})

describe('a change of the program that runs', () => {
  it('is reported at once, and seen after one full cycle that is as it says', () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, LONGER)
    scene.set(LONGER)
    const states: string[] = []
    for (let second = 0; second < 260; second += 1) {
      const now = seen(progressOf(scene.run(1), change))
      if (states.at(-1) !== now) states.push(now)
    }
    expect(states).toEqual(['done done done now', 'done done done done'])
    expect(progressOf(scene, change)).toMatchObject({ state: 'seen', detail: null, isOver: true })
  })

  it('that the street does not follow says what it shows instead', () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, LONGER)
    // It reports the new times, and its lamps go on as before.
    const old = new Scene().run(800).history.filter(({ kind }) => kind === 'message')
    scene.set(LONGER)
    scene.history.push(...old.slice(200))
    scene.silence(600)
    const progress = progressOf(scene, change)
    expect(seen(progress)).toBe('done done done stopped')
    expect(progress).toMatchObject({
      state: 'streetDiffers',
      detail: { kind: 'times', deviations: [{ what: 'cycle', seconds: 80 }, { what: 'green' }] },
    })
  })

  it('waits for a controller that is away, and then for its report', () => {
    const scene = new Scene().run(100)
    const change = changeAt(scene.nowMs, LONGER)
    scene.takes = false
    scene.reports = false
    scene.set(LONGER)
    expect(progressOf(scene.run(1), change, false)).toMatchObject({ state: 'waiting', isOver: false })
    expect(seen(progressOf(scene, change, false))).toBe('done now todo todo')
    expect(seen(progressOf(scene, change))).toBe('done done now todo')
    const late = progressOf(scene.run(15), change)
    expect(seen(late)).toBe('done done stopped todo')
    expect(late).toMatchObject({ state: 'notConfirmed', detail: null })
  })

  it('that the controller answers with another value names both', () => {
    const scene = new Scene().run(100)
    const change = changeAt(scene.nowMs, { Pr1_X1: 35 })
    scene.takes = false
    scene.set({ Pr1_X1: 35 })
    const asked = scene.history.findLast((input) => input.kind === 'attributes')?.attributes
    const answer = { Pr1_X1: { value: 33, ts: scene.nowMs + 1000 } }
    scene.run(20).history.push({
      kind: 'attributes',
      attributes: { shared: asked?.shared ?? {}, client: { ...asked?.client, ...answer } },
      atMs: scene.nowMs,
    })
    const progress = progressOf(scene, change)
    expect(seen(progress)).toBe('done done stopped todo')
    expect(progress).toMatchObject({
      state: 'differs',
      detail: { keys: [{ key: 'Pr1_X1', desired: 35, reported: 33 }] },
    })
  })
})

describe('a change that was made before the console was opened', () => {
  it.each([
    ['times', LONGER],
    ['red clearance', { Do_cong: 1 }],
    ['mode', { Mode: 4 }],
  ])('of the %s is not waited for once it had its time: it is not known, until a whole cycle proves it', (_, after) => {
    const scene = new Scene({ ...SCENE_SETTINGS, Mode: 'Mode' in after ? 1 : 4 }).run(200)
    const change = changeAt(scene.nowMs, after)
    scene.set(after)
    const openedMs = scene.run(420).nowMs
    const states: string[] = []
    for (let second = 0; second < 200; second += 1) {
      const { steps, state, detail, isOver } = progressSince(openedMs, scene, change)
      const now = `${steps.reported} ${steps.seen} ${state} ${detail?.kind} ${isOver}`
      if (states.at(-1) !== now) states.push(now)
      scene.run(1)
    }
    expect(states).toEqual(['done unknown reported notLookedAt false', 'done done seen undefined true'])
  })

  it('of the mode is not known before the first lamps, and then seen or stopped', () => {
    const scene = new Scene().run(100)
    const change = changeAt(scene.nowMs, { Mode: 1 })
    scene.set({ Mode: 1 })
    const openedMs = scene.run(400).nowMs
    expect(progressSince(openedMs, scene, change)).toMatchObject({
      steps: { seen: 'unknown' },
      detail: { kind: 'notLookedAt' },
    })
    expect(progressSince(openedMs, scene.run(3), change).steps.seen).toBe('done')
  })

  it('that the street does not follow is stopped when that was seen', () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, LONGER)
    const old = new Scene().run(1200).history.filter(({ kind }) => kind === 'message')
    scene.set(LONGER)
    scene.history.push(...old.slice(200))
    scene.silence(1000)
    const openedMs = change.at + 420_000
    expect(progressSince(openedMs, scene, change)).toMatchObject({
      state: 'streetDiffers',
      steps: { seen: 'stopped' },
    })
  })

  it('is waited for while it may still be on its way', () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, LONGER)
    scene.set(LONGER)
    const openedMs = scene.run(20).nowMs
    expect(progressSince(openedMs, scene.run(30), change).steps.seen).toBe('now')
    expect(progressSince(openedMs, scene.run(170), change).steps.seen).toBe('done')
  })

  it('that is no different from what was there before is waited for, too, when it is sent again', () => {
    const scene = new Scene().run(200)
    const change = changeAt(scene.nowMs, { Vang: 3 })
    scene.set({ Vang: 3 })
    expect(progressOf(scene.run(20), change).steps.seen).toBe('now')
    expect(progressOf(scene.run(170), change).steps.seen).toBe('done')
  })
})

describe('other changes', () => {
  it('of a program that does not run are not waited for on the street', () => {
    const scene = new Scene().run(100)
    const change = changeAt(scene.nowMs, { Pr2_X1: 20 })
    scene.set({ Pr2_X1: 20 })
    expect(progressOf(scene.run(5), change)).toMatchObject({
      state: 'taken',
      steps: { reported: 'done', seen: 'none' },
      detail: { kind: 'otherProgram', running: 1 },
      isOver: true,
    })
  })

  it('of a plan end with the report', () => {
    const scene = new Scene().run(100)
    const change = changeAt(scene.nowMs, { P3_MM: 5 })
    scene.set({ P3_MM: 5 })
    expect(seen(progressOf(scene.run(5), change))).toBe('done done done none')
  })

  it('of the mode are seen when the lamps show it', () => {
    const scene = new Scene().run(100)
    const change = changeAt(scene.nowMs, { Mode: 1 })
    scene.set({ Mode: 1 })
    expect(seen(progressOf(scene.run(1), change))).toBe('done done now todo')
    expect(progressOf(scene.run(60), change)).toMatchObject({ steps: { seen: 'done' }, isOver: true })
  })

  it('that another one replaced end with that', () => {
    const scene = new Scene().run(100)
    const change = changeAt(scene.nowMs, { Pr1_X1: 35 })
    scene.set({ Pr1_X1: 35 })
    scene.run(20).set({ Pr1_X1: 40 })
    expect(progressOf(scene.run(1), change)).toMatchObject({ state: 'replaced', isOver: true })
  })

  it.each([
    ['refused', { said: 'No' }, { state: 'refused', detail: { kind: 'message', text: 'No' } }],
    ['partly', { said: 'No' }, { state: 'partly', detail: { kind: 'message', text: 'No' } }],
    ['begun', {}, { state: 'notWritten' }],
  ] as const)('that are %s and not there say so', (state, more, ended) => {
    const scene = new Scene().run(100)
    const change = changeAt(scene.nowMs - 60_000, { Pr1_X1: 35 }, { state, ...more })
    expect(progressOf(scene, change)).toMatchObject({ steps: { saved: 'stopped' }, ...ended, isOver: true })
  })

  it('whose last record is missing count as written if they are there', () => {
    const scene = new Scene().run(100)
    const change = changeAt(scene.nowMs, { Pr2_X1: 20 }, { state: 'begun' })
    expect(seen(progressOf(scene, change))).toBe('now todo todo todo')
    scene.set({ Pr2_X1: 20 })
    expect(progressOf(scene.run(1), change).steps.reported).toBe('done')
  })

  it('of the place or the clock have no report', () => {
    const scene = new Scene().run(10)
    const place = changeAt(scene.nowMs, { latitude: 10.7 }, { scope: 'SERVER_SCOPE' })
    expect(seen(progressOf(scene, place))).toBe('done none none none')
    const clock = changeAt(scene.nowMs, { Hour: 7 })
    expect(seen(progressOf(scene, clock, false))).toBe('done now none none')
    expect(seen(progressOf(scene, clock))).toBe('done done none none')
  })
})
