import { countShown, type DisplayStyle, FULL, parseDisplayStyle, UNKNOWN_DISPLAY } from '@greenwave/controller/display'
import { LAMP_COLOURS, PHASES } from '@greenwave/controller/controllerLimits'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readingOfPhase } from './phaseReading.ts'
import type { Counts } from './counts.ts'

const [unknown] = UNKNOWN_DISPLAY
const style = (text: string): DisplayStyle => parseDisplayStyle(text) ?? FULL
const of = (text: string) => ({ red: style(text), yellow: style(text), green: style(text) })

describe('the reading of a phase', () => {
  it.each<[string, Counts, Counts | null, unknown]>([
    ['full', [0, 0, 9], null, { kind: 'lit', lamp: 'green', seconds: 9 }],
    ['last-8', [1, 0, 0], [1, 0, 0], { kind: 'lit', lamp: 'red', seconds: null }],
    ['last-8', [8, 0, 0], [1, 0, 0], { kind: 'lit', lamp: 'red', seconds: 8 }],
    ['last-8', [1, 0, 0], [2, 0, 0], { kind: 'lit', lamp: 'red', seconds: 1 }],
    ['last-8-99', [99, 0, 0], [99, 0, 0], { kind: 'lit', lamp: 'red', seconds: null }],
    ['none', [0, 1, 0], [0, 1, 0], { kind: 'lit', lamp: 'yellow', seconds: null }],
    ['last-8-0', [0, 0, 0], [0, 0, 0], { kind: 'notShown' }],
    ['none', [0, 0, 0], [0, 1, 0], { kind: 'dark' }],
    ['none+flash-3', [0, 0, 0], [0, 0, 1], { kind: 'notShown' }],
    ['full', [-1, 0, 0], null, { kind: 'noData' }],
    ['full', [14, -1, 0], null, { kind: 'lit', lamp: 'red', seconds: 14 }],
    ['none', [1, 0, 1], null, { kind: 'contradicting', lamps: ['red', 'green'] }],
  ])('of style %s with %j after %j', (text, counts, before, expected) => {
    const whole = [...counts, 0, 0, 0, 0, 0, 0]
    expect(readingOfPhase(whole, 1, of(text), before)).toEqual(expected)
  })

  it('of an unknown style counts as full', () => {
    expect(readingOfPhase([0, 0, 4, 0, 0, 0, 0, 0, 0], 1, unknown, null)).toEqual({
      kind: 'lit',
      lamp: 'green',
      seconds: 4,
    })
    expect(readingOfPhase([0, 0, 0, 0, 0, 0, 0, 0, 0], 1, unknown, null)).toEqual({ kind: 'dark' })
  })

  test('never claims a second that is not left, nor another lamp', () => {
    const anyStyle = fc.constantFrom('full', 'none', 'last-8', 'last-8-0', 'last-5-3', 'last-3-99', 'full+flash-3')
    const facts = fc.record({
      text: anyStyle,
      phase: fc.constantFrom(...PHASES),
      colour: fc.constantFrom(...LAMP_COLOURS),
      left: fc.integer({ min: 1, max: 60 }),
    })
    fc.assert(
      fc.property(facts, ({ text, phase, colour, left }) => {
        const put = (remaining: number): Counts => {
          const counts = Array<number>(9).fill(0)
          counts[(phase - 1) * 3 + LAMP_COLOURS.indexOf(colour)] = countShown(style(text), remaining)
          return counts
        }
        const reading = readingOfPhase(put(left), phase, of(text), put(left + 1))
        if (reading.kind === 'lit') {
          expect(reading.lamp).toBe(colour)
          if (reading.seconds !== null) expect(reading.seconds).toBe(left)
        } else expect(reading.kind).toBe('notShown')
      }),
    )
  })
})
