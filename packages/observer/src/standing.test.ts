import { expect, test } from 'vitest'
import type { Incident } from './incident.ts'
import { newJunction } from './junction.ts'
import { learned } from './learnedStyles.ts'
import { createObserver } from './observer.ts'
import { RULES } from './rules/table.ts'
import { type StandingFacts, standingOf, UNKNOWN_STANDING } from './standing.ts'
import { play } from './testing/history.ts'
import { EIGHT, Scene } from './testing/scene.ts'

const HEALTHY: StandingFacts = {
  isKnown: true,
  incidents: [],
  notes: { holdUntilMs: null, mute: null },
  mode: { mode: 4, sinceMs: 1000 },
  flashesByPlan: false,
}
const incident = (code: 'dark' | 'clock' | 'frozen' | 'conflict', sinceMs: number): Incident => {
  const severity = code === 'conflict' ? 'CRITICAL' : code === 'clock' ? 'WARNING' : 'MAJOR'
  const base = { sinceMs, seenMs: sinceMs, severity, evidence: [] } as const
  if (code === 'clock') return { ...base, code, facts: { aheadSeconds: 8 } }
  return code === 'frozen' ? { ...base, code, facts: {} } : { ...base, code, facts: { phases: [1, 2] } }
}
const standing = (facts: Partial<StandingFacts>) => standingOf(UNKNOWN_STANDING, { ...HEALTHY, ...facts }, 9000)

test('is the worst open incident, among equals the oldest, and since when it is open', () => {
  expect(standing({})).toEqual({ level: 0, state: 'ok', sinceMs: 9000, mode: 4 })
  expect(standing({ incidents: [incident('clock', 1)] })).toMatchObject({ level: 3, state: 'clock', sinceMs: 1 })
  const three = [incident('clock', 1), incident('frozen', 7000), incident('dark', 5000)]
  expect(standing({ incidents: three })).toMatchObject({ level: 4, state: 'dark', sinceMs: 5000 })
  expect(standing({ incidents: [...three, incident('conflict', 8000)] })).toMatchObject({ level: 5, state: 'conflict' })
})

test('a hold or a flash that is no incident is level 2; one that a plan wants is healthy', () => {
  const mode = { mode: 0, sinceMs: 4000 } as const
  expect(standing({ mode })).toEqual({ level: 2, state: 'hold', sinceMs: 4000, mode: 0 })
  expect(standing({ mode, flashesByPlan: true })).toMatchObject({ level: 0, state: 'ok', mode: 0 })
})

test('a muted junction is level 1 until its mute ends', () => {
  const mute = { sinceMs: 2000, untilMs: 9001 }
  const incidents = [incident('dark', 1)]
  const notes = { holdUntilMs: null, mute }
  expect(standing({ notes, incidents })).toMatchObject({ level: 1, state: 'muted', sinceMs: 2000 })
  expect(standing({ notes: { ...notes, mute: { ...mute, untilMs: 9000 } }, incidents }).level).toBe(4)
})

test('is the same object while it stays the same, so that nothing is written', () => {
  const once = standing({})
  expect(standingOf(once, HEALTHY, 12_000)).toBe(once)
})

test('without samples the mode is -1', () => {
  const { junction } = play(new Scene().run(20).silence(25).history)
  expect(junction.standing).toMatchObject({ level: 4, state: 'silent', mode: -1 })
})

test('incidents that were open before a restart stay open until their end is seen', () => {
  const observer = createObserver(RULES, learned)
  const scene = new Scene()
  scene.run(40)
  const [link, attributes] = scene.history
  if (link?.kind !== 'link' || attributes?.kind !== 'attributes') throw new Error('the scene began otherwise')
  let junction = newJunction(EIGHT, [incident('dark', EIGHT - 60_000), incident('frozen', EIGHT - 50_000)])
  expect(junction.trackers.dark?.incident?.sinceMs).toBe(EIGHT - 60_000)
  junction = observer.attributes(
    observer.link(junction, link.link, EIGHT).junction,
    attributes.attributes,
    EIGHT,
  ).junction
  const cleared: string[] = []
  for (const input of scene.history) {
    if (input.kind !== 'message') continue
    const { junction: next, changes } = observer.message(junction, input.message)
    junction = next
    cleared.push(...changes.map(({ kind, incident: one, atMs }) => `${kind} ${one.code} ${(atMs - EIGHT) / 1000}`))
  }
  // Judged anew 5 s after the samples began.
  expect(cleared).toEqual(['cleared frozen 10', 'cleared dark 15'])
})
