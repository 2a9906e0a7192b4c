/** @file Dangers of controllers that refuse what they are sent (signal-control §6), by a controller without our engine. */
import { describe, expect, test } from 'vitest'
import { type History, play } from './testing/history.ts'
import { PLAIN, type PlainController, plainAttributes, plainCounts } from './testing/independentController.ts'

/** 08:00:00 in the controllers' zone, a whole number of cycles after midnight. */
const EIGHT = Date.UTC(2026, 10, 22, 1)
const FIRST_SECOND = 28_800

/** Plays what a controller shows. `reports` replaces what it reports of its settings. */
function watch(shows: PlainController, asked: PlainController, seconds: number, reports: Record<string, number> = {}) {
  const ts = EIGHT - 7_200_000
  const { shared, client } = plainAttributes(asked, ts)
  const changed = Object.fromEntries(Object.entries(reports).map(([key, value]) => [key, { ts, value }]))
  const history: History[number][] = [
    { kind: 'link', link: { connected: true, sinceMs: ts }, atMs: EIGHT - 1 },
    { kind: 'attributes', attributes: { shared, client: { ...client, ...changed } }, atMs: EIGHT - 1 },
  ]
  for (let second = 0; second < seconds; second += 1) {
    const atMs = EIGHT + second * 1000
    const counts = plainCounts(shows, FIRST_SECOND + second)
    history.push({ kind: 'message', message: { ts: atMs, counts, clockMs: atMs, receivedMs: atMs } })
    history.push({ kind: 'tick', atMs })
  }
  const { changes } = play(history)
  return changes.filter(({ kind }) => kind === 'raised').map(({ incident }) => incident)
}

describe('a junction without the yellow that was asked for', () => {
  test('is a danger, also if the controller reports that it has none', () => {
    const shows = { ...PLAIN, yellow: 0, programs: [{ greens: [18, 9, 6], starts: [0, 22, 35] }] } as const
    const raised = watch(shows, PLAIN, 300, { Vang: 0 })
    const danger = raised.find(({ code }) => code === 'short-yellow')
    expect(danger).toMatchObject({ severity: 'CRITICAL', facts: { seconds: 0, setSeconds: 3 } })
  })

  test('is a danger below 3 s, also if nobody asked for more (V6)', () => {
    const none: PlainController = { ...PLAIN, yellow: 1 }
    expect(watch(none, none, 300).map(({ code }) => code)).toContain('short-yellow')
    const two: PlainController = { ...PLAIN, yellow: 2 }
    expect(watch(two, two, 300)).toEqual([])
  })
})

test('phases that follow one another without the red clearance that was asked for are a danger', () => {
  const asked: PlainController = { ...PLAIN, redClearance: 3, programs: [{ greens: [16, 7, 4], starts: [0, 22, 35] }] }
  const shows: PlainController = {
    ...asked,
    redClearance: 0,
    programs: [{ greens: [19, 10, 7], starts: [0, 22, 35] }],
  }
  const raised = watch(shows, asked, 300, { Do_cong: 0 })
  const danger = raised.find(({ code }) => code === 'short-clearance')
  expect(danger).toMatchObject({ severity: 'CRITICAL', facts: { seconds: 0, setSeconds: 3 } })
})

describe('flashing with phases out', () => {
  const flashing: PlainController = { ...PLAIN, plans: [{ start: 0, program: 0 }] }

  test('is dark, and no conflict', () => {
    expect(watch({ ...flashing, darkPhases: [2] }, flashing, 120).map(({ code }) => code)).toEqual(['dark'])
  })

  test('is so too where only the lamps say that it flashes', () => {
    const shows = (second: number) => plainCounts(second < 30 ? flashing : { ...flashing, darkPhases: [2] }, second)
    const history: History[number][] = [
      { kind: 'link', link: { connected: true, sinceMs: EIGHT }, atMs: EIGHT - 1 },
      { kind: 'attributes', attributes: plainAttributes(PLAIN, EIGHT - 7_200_000), atMs: EIGHT - 1 },
    ]
    for (let second = 0; second < 60; second += 1) {
      const ts = EIGHT + second * 1000
      history.push({ kind: 'message', message: { ts, counts: shows(second), clockMs: ts, receivedMs: ts } })
    }
    const codes = play(history).changes.map(({ incident }) => incident.code)
    expect(codes).toContain('dark')
    expect(codes).not.toContain('conflict')
  })

  test('two yellows and a dark phase of a running program stay a conflict', () => {
    const history: History[number][] = [
      { kind: 'link', link: { connected: true, sinceMs: EIGHT }, atMs: EIGHT - 1 },
      { kind: 'attributes', attributes: plainAttributes(PLAIN, EIGHT - 7_200_000), atMs: EIGHT - 1 },
    ]
    for (let second = 0; second < 60; second += 1) {
      const ts = EIGHT + second * 1000
      const counts = second < 30 ? plainCounts(PLAIN, FIRST_SECOND + second) : [0, 9, 0, 0, 9, 0, 0, 0, 0]
      history.push({ kind: 'message', message: { ts, counts, clockMs: ts, receivedMs: ts } })
    }
    expect(play(history).changes.map(({ incident }) => incident.code)).toContain('conflict')
  })
})
