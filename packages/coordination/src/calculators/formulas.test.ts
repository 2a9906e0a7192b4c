import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { KMH_PER_M_PER_S } from '../corridor.ts'
import { websterCycle, websterSplits } from './capacity.ts'
import { pedestrianSeconds, redClearanceSeconds, yellowSeconds } from './clearance.ts'
import { type FormulaName, withNumbers, withSymbols } from './formulas.ts'

/** Computes a written formula: sums, products and parentheses, without any of the functions that it belongs to. */
function compute(written: string): number {
  const tokens = written.match(/\d+(?:\.\d+)?(?:e[-+]?\d+)?|[-()+/×−]/g) ?? []
  let at = 0
  const operand = (): number => {
    const token = tokens[at++]
    if (token === '-') return -operand()
    if (token !== '(') return Number(token)
    const value = sum()
    at++
    return value
  }
  const product = (): number => {
    let value = operand()
    while (tokens[at] === '×' || tokens[at] === '/')
      value = tokens[at++] === '×' ? value * operand() : value / operand()
    return value
  }
  const sum = (): number => {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '−')
      value = tokens[at++] === '+' ? value + product() : value - product()
    return value
  }
  return sum()
}

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })

test('every formula with its numbers gives what its function does', () => {
  fc.assert(
    fc.property(
      number(5, 120),
      number(-0.15, 0.15),
      number(1, 150),
      number(0.3, 3),
      number(0.01, 0.9),
      (kmh, g, m, s, Y) => {
        const v = kmh / KMH_PER_M_PER_S
        const written = (formula: FormulaName, numbers: Readonly<Record<string, number>>) =>
          compute(withNumbers(formula, numbers, String))
        expect(written('yellow', { t: 1, v, a: 3.05, g })).toBeCloseTo(yellowSeconds({ speedKmh: kmh, grade: g }), 9)
        expect(written('redClearance', { W: m, L: 6.1, v })).toBeCloseTo(
          redClearanceSeconds({ speedKmh: kmh, widthM: m }),
          9,
        )
        expect(written('pedestrian', { w: 7, d: m, s })).toBeCloseTo(pedestrianSeconds({ widthM: m, speedMps: s }), 9)
        expect(written('cycle', { L: 15, Y })).toBeCloseTo(websterCycle(15, Y) ?? Number.NaN, 9)
        expect(written('split', { C: 90, L: 15, y: Y / 3, Y })).toBeCloseTo(
          websterSplits(90, 15, [Y / 3, (2 * Y) / 3])[0] ?? 0,
          9,
        )
      },
    ),
    { numRuns: 30 },
  )
})

it('is shown with its symbols, and with numbers as the reader’s language writes them', () => {
  expect(withSymbols('pedestrian')).toBe('w + d / s')
  const comma = (value: number) => String(value).replace('.', ',')
  expect(withNumbers('yellow', { t: 1, v: 12.5, a: 3.05, g: -0.02 }, comma)).toBe(
    '1 + 12,5 / (2 × 3,05 + 2 × 9,81 × (-0,02))',
  )
  expect(() => withNumbers('split', { C: 60 }, String)).toThrow('the formula split needs L')
})
