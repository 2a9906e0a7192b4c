import { LAMP_KEYS } from '@greenwave/controller/keys'
import { describe, expect, test } from 'vitest'
import { newJunction } from './junction.ts'
import { learned } from './learnedStyles.ts'
import { createObserver, type Observed } from './observer.ts'
import { RULES } from './rules/table.ts'
import { MISSING } from './counts.ts'
import { countOf, parseMessage } from './sample.ts'
import { NOTHING_LEARNED } from './styles.ts'
import { SET_FULL } from './testing/history.ts'
import { EIGHT, SCENE_SETTINGS, Scene } from './testing/scene.ts'

test.each([0, 1, 999, '0', '47', ' 12 '])('%j is a count', (value) => {
  expect(countOf(value)).toBe(Number(value))
})

test.each([-1, 1000, 12.5, '12.5', 'E--', '', true, null, undefined, {}, Number.NaN, '1e9'])(
  '%j counts as missing: it is no whole number from 0 to 999',
  (value) => {
    expect(countOf(value)).toBe(MISSING)
  },
)

test('a message is read from its values by key; its clock only if all six fields make a time (R16)', () => {
  const clock = { Year: 2026, Month: 11, Day: 22, Hour: '8', Minute: 0, Second: 7 }
  const values: Record<string, unknown> = { T_D1: '12', T_X2: 5, ...clock }
  const read = parseMessage(EIGHT, (key) => values[key], EIGHT + 40)
  expect(read?.clockMs).toBe(EIGHT + 7000)
  expect(read?.receivedMs).toBe(EIGHT + 40)
  expect(LAMP_KEYS.map((key, index) => [key, read?.counts[index]]).filter(([, count]) => count !== MISSING)).toEqual([
    ['T_D1', 12],
    ['T_X2', 5],
  ])
  expect(parseMessage(EIGHT, (key) => (key === 'Month' ? 13 : values[key]))?.clockMs).toBeNull()
  expect(parseMessage(EIGHT, (key) => (key === 'temperature' ? 31 : undefined))).toBeNull()
})

describe('a sample in parts', () => {
  const observer = createObserver(RULES, learned)
  const told = new Scene(SCENE_SETTINGS).history.flatMap((input) =>
    input.kind === 'attributes' ? input.attributes : [],
  )
  const attributes = told[0] ?? { shared: {}, client: {} }
  const full = observer.styles(newJunction(EIGHT), { set: SET_FULL, learned: NOTHING_LEARNED })
  const start = observer.attributes(full, attributes, EIGHT).junction
  const all = [0, 0, 9, 30, 0, 0, 55, 0, 0]
  const onlyPhase = (phase: number) => all.map((count, index) => (Math.floor(index / 3) === phase ? count : MISSING))
  const send = (ts: number, counts: readonly number[], before: Observed): Observed =>
    observer.message(before.junction, { ts, counts, clockMs: null, receivedMs: ts })
  const begin: Observed = { junction: start, changes: [], cycle: null }

  test('is one sample: messages shortly after one another complete it', () => {
    const parts = [0, 1, 2].reduce((seen, phase) => send(EIGHT + phase * 40, onlyPhase(phase), seen), begin)
    expect(parts.junction.street?.sample).toEqual({ ts: EIGHT, counts: all, clockMs: null })
    expect(parts.junction.street?.recent.length).toBe(1)
  })

  test('raises nothing twice: what a message completes is evaluated anew', () => {
    const dark = all.map((_, index) => (index < 6 ? 0 : MISSING))
    let seen = begin
    const raised: string[] = []
    for (let second = 0; second < 6; second += 1) {
      for (const [at, counts] of [
        [0, dark],
        [100, onlyPhase(2)],
      ] as const) {
        seen = send(EIGHT + second * 1000 + at, counts, seen)
        const ofDark = seen.changes.filter(({ incident }) => incident.code === 'dark')
        raised.push(...ofDark.map(({ kind, incident }) => `${kind} ${incident.code} after ${second} s`))
      }
    }
    expect(raised).toEqual(['raised dark after 2 s'])
  })

  test('a value that comes again belongs to the next sample', () => {
    const twice = send(EIGHT + 300, onlyPhase(0), send(EIGHT, onlyPhase(0), begin))
    expect(twice.junction.street?.recent.length).toBe(2)
  })

  test('the same sample twice changes nothing', () => {
    const once = send(EIGHT, all, begin)
    expect(send(EIGHT, all, once).junction.street).toEqual(once.junction.street)
  })
})
