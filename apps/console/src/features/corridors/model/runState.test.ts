import { describe, expect, it } from 'vitest'
import type { LampSample } from '../../../data/queries/routeLamps.ts'
import { withoutGreenMs } from './runState.ts'

/** Samples of a second each, from letters: green, red, yellow, `-` for none, `n` for a second in which nothing is shown. */
const samplesOf = (letters: string): readonly LampSample[] =>
  letters
    .split('')
    .flatMap((lamp, second) => (lamp === '-' ? [] : [{ ms: second * 1000, red: lamp === 'r', green: lamp === 'g' }]))

describe('how long a phase was without green around a hold', () => {
  const step = { used: 0, asked: 10_000, letGo: 40_000, back: 42_000 }
  const green = 'g'.repeat(6)

  it('is from its last green before to its first one after, longer than the hold', () => {
    expect(withoutGreenMs(samplesOf(`${green}yyy${'r'.repeat(40)}g`), step)).toBe(44_000)
  })

  it('begins after the request where the phase was still green', () => {
    expect(withoutGreenMs(samplesOf(`${'g'.repeat(13)}yyy${'r'.repeat(32)}ggg`), step)).toBe(36_000)
  })

  it('is not known before the phase is green again, of a hold that goes on, nor without its last green', () => {
    expect(withoutGreenMs(samplesOf(`${green}yyy${'r'.repeat(60)}`), step)).toBeNull()
    expect(withoutGreenMs(samplesOf(`${green}yyy${'r'.repeat(40)}g`), { used: 0, asked: 10_000 })).toBeNull()
    expect(withoutGreenMs(samplesOf(`${'r'.repeat(50)}g`), step)).toBeNull()
  })

  it('is not known where seconds are missing, or a display hides what is lit', () => {
    expect(withoutGreenMs(samplesOf(`${green}yyy${'r'.repeat(10)}-----${'r'.repeat(25)}g`), step)).toBeNull()
    expect(
      withoutGreenMs(samplesOf(`${green}yyy${'r'.repeat(10)}${'n'.repeat(12)}${'r'.repeat(18)}g`), step),
    ).toBeNull()
    expect(withoutGreenMs(samplesOf(`--------${'r'.repeat(40)}ggggg`), step)).toBeNull()
  })
})
