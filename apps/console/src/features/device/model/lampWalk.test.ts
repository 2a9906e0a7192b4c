import { expect, it } from 'vitest'
import type { PhaseReading } from '../../../data/device/street/phaseReading.ts'
import { answerOf, litColour, openLamps, shownText, withAnswers, withShown } from './lampWalk.ts'

const reading = (condition: PhaseReading['condition'], count = 12, isCounting = true): PhaseReading => ({
  lamps: { red: 0, yellow: 0, green: 0, [condition]: count },
  ...{ condition, isCounting, frozen: false },
})
const BEGUN = { begun: { at: 1, by: 'a' }, lamps: {} }

it('a lamp that is lit for certain can be asked about, with its count if it counts', () => {
  expect(litColour(reading('green'))).toBe('green')
  for (const condition of ['dark', 'conflicting', 'notShown', 'noData'] as const) {
    expect(litColour(reading(condition))).toBeNull()
    expect(withShown({}, reading(condition), 5)).toEqual({})
  }
  expect(shownText('green', reading('green'))).toBe('green 12')
  expect(shownText('green', reading('green', 1, false))).toBe('green')
})

it('an answer keeps what the console showed at its second, also one about all lamps of a phase', () => {
  const shown = [reading('green'), reading('yellow', 3), reading('red', 40)].reduce(
    (before, one, index) => withShown(before, one, 100 + index),
    {},
  )
  const record = withAnswers(BEGUN, 2, shown, { seen: true, by: 'anh' })
  expect(record.lamps).toEqual({
    '2.green': { at: 100, by: 'anh', seen: true, shown: 'green 12' },
    '2.yellow': { at: 101, by: 'anh', seen: true, shown: 'yellow 3' },
    '2.red': { at: 102, by: 'anh', seen: true, shown: 'red 40' },
  })
  const corrected = withAnswers(record, 2, { red: { at: 200, text: 'red 9' } }, { seen: false, by: 'anh' })
  expect(answerOf(corrected, 2, 'red')).toMatchObject({ at: 200, seen: false })
  expect(answerOf(corrected, 2, 'green')).toMatchObject({ seen: true })
})

it('lamps of phases in use are open until each has an answer', () => {
  const record = withAnswers(BEGUN, 1, { red: { at: 1, text: 'red' } }, { seen: true, by: 'a' })
  expect(openLamps(record, [1])).toEqual([
    { phase: 1, colour: 'yellow' },
    { phase: 1, colour: 'green' },
  ])
  expect(openLamps(record, [1, 2])).toHaveLength(5)
})
