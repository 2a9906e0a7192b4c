import type { Sums } from '@greenwave/contract/records/daySums'
import { describe, expect, test } from 'vitest'
import { alikeSums, kindSums } from './byKind.ts'
import { countDay } from './countDay.ts'
import { figuresOf } from './figures.ts'
import { addSums, NO_SUMS } from './sums.ts'
import { playStreet } from './testing/street.ts'
import { changesOf } from './verdict.ts'

const day = (expected: number, believable: number, raised = 0): Sums => ({
  ...{ ...NO_SUMS, expected, believable, connected: expected },
  incidents:
    raised > 0 ? [{ code: 'dark', raised, cleared: 0, clearSeconds: 0, acknowledged: 0, acknowledgeSeconds: 0 }] : [],
})
const kinds = (of: Readonly<Record<string, Sums>>, others = NO_SUMS) => ({ kinds: new Map(Object.entries(of)), others })
const change = ({ now, before }: ReturnType<typeof alikeSums>) => changesOf(now, before)

describe('days of one kind', () => {
  test('are compared with each other: more of the worse kind alone is no change', () => {
    const now = kinds({ working: day(1000, 1000), tet: day(1000, 900, 8) })
    const before = kinds({ working: day(3000, 3000), tet: day(500, 450, 4) })
    const alike = alikeSums(now, before)
    expect([alike.isByKind, alike.left]).toEqual([true, []])
    expect(change(alike)).toMatchObject({ available: { is: 'same' }, incidents: { is: 'same' } })
    const all = (of: ReturnType<typeof kinds>) => [...of.kinds.values()].reduce<Sums>(addSums, NO_SUMS)
    expect(changesOf(all(now), all(before))).toMatchObject({ available: { is: 'worse' }, incidents: { is: 'worse' } })
  })

  test('that only one span has are left out, as are days whose kind is unknown', () => {
    const now = kinds({ working: day(1000, 990), tet: day(1000, 0), '': day(500, 0) })
    const alike = alikeSums(now, kinds({ working: day(500, 480), market: day(10, 0) }))
    expect([...alike.left].sort()).toEqual(['', 'market', 'tet'])
    expect(figuresOf(alike.now).available).toBe(0.99)
    expect(figuresOf(alike.before).available).toBeCloseTo(0.96)
    expect(alike.before.expected).toBe(1000)
  })

  test('are all compared where one span knows no kinds', () => {
    const alike = alikeSums(kinds({ working: day(1000, 990) }), kinds({ '': day(500, 480) }))
    expect([alike.isByKind, alike.now.expected, alike.before.expected]).toEqual([false, 1000, 500])
  })

  test('have the incidents of corridors, which are of no kind, in proportion to the time', () => {
    const { incidents } = day(0, 0, 6)
    const others = { ...NO_SUMS, incidents }
    const alike = alikeSums(kinds({ a: day(1000, 990) }, others), kinds({ a: day(2000, 1980) }, others))
    expect([alike.now, alike.before].map((sums) => figuresOf(sums).incidents)).toEqual([6, 3])
  })

  test('are added up by their kind', () => {
    const at = (dayMs: number, kind?: string) => ({ ...day(10, 10), dayMs, fromMs: dayMs, untilMs: dayMs + 1, kind })
    const sums = kindSums([at(1, 'a'), at(2), at(3, 'a')])
    expect([...sums].map(([name, { expected }]) => [name, expected])).toEqual([
      ['a', 20],
      ['', 10],
    ])
  })

  test('keep means, programs and largest differences when they are weighted', () => {
    const counted = countDay(playStreet([{ seconds: 1800, longer: 2 }]))
    const { before } = alikeSums(kinds({ a: { ...counted, expected: 3 * counted.expected } }), kinds({ a: counted }))
    const [own, weighted] = [figuresOf(counted), figuresOf(before)]
    expect(weighted.greens?.mean).toBeCloseTo(own.greens?.mean ?? 0)
    expect([weighted.greens?.largest, weighted.asProgrammed]).toEqual([own.greens?.largest, own.asProgrammed])
    expect(before.programs.map(({ program }) => program)).toEqual(counted.programs.map(({ program }) => program))
  })
})

describe('the kind of a day', () => {
  const records = playStreet([{ seconds: 1800 }])
  const { dayMs, untilMs } = records
  const ran = (fromMs: number, name: string) => ({ fromMs, kind: name, name })

  test('is the one that ran for most of what is counted, also from the day before', () => {
    const noonMs = (dayMs + untilMs) / 2
    const kindOf = (...list: readonly ReturnType<typeof ran>[]) => countDay({ ...records, kinds: list }).kind
    expect(kindOf()).toBeUndefined()
    expect(kindOf(ran(dayMs - 5, 'working'))).toBe('working')
    expect(kindOf(ran(dayMs - 5, 'working'), ran(noonMs - 1000, 'saturday'))).toBe('saturday')
    expect(kindOf(ran(dayMs - 5, 'working'), ran(noonMs - 1000, ''))).toBeUndefined()
    expect(kindOf(ran(dayMs - 9, 'working'), ran(dayMs, 'a'), ran(noonMs - 99, 'b'), ran(noonMs + 9, 'a'))).toBe('a')
  })
})
