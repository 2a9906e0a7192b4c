import { describe, expect, test } from 'vitest'
import { Hearing } from './hearing.ts'

/** A live connection with junctions that are heard each second, or not. */
class Line {
  readonly hearing = new Hearing()
  asked = 0
  #frames = 0
  readonly #heard = new Map<string, number>()

  /** Lets seconds pass in which these junctions are heard, and the platform answers or does not. */
  pass(seconds: number, junctions: readonly string[], answers = true): this {
    for (let second = 0; second < seconds; second += 1) {
      for (const junction of junctions) {
        this.#frames += 1
        this.#heard.set(junction, this.hearing.hearJunction())
      }
      this.hearing.pass({
        frames: this.#frames,
        ask: () => {
          this.asked += 1
          if (answers) this.#frames += 1
        },
        heardAfter: (after) => [...this.#heard.values()].filter((at) => at > after).length,
      })
    }
    return this
  }

  /** Seconds without any junction until silence means nothing any more; undefined if it always means something. */
  deafAfter(answers: boolean): number | undefined {
    for (let second = 1; second <= 120; second += 1) {
      if (!this.pass(1, [], answers).hearing.hears) return second
    }
    return undefined
  }
}

const CITY = ['a', 'b', 'c', 'd']

describe('a platform that stalls', () => {
  test.each([[['a']], [CITY]])('is a gap of the watcher within 5 s, with %s', (junctions) => {
    expect(new Line().pass(60, junctions).deafAfter(false)).toBeLessThanOrEqual(5)
  })

  test('is heard again with its first answer where a junction is alone, else with the first junction', () => {
    const alone = new Line().pass(60, ['a']).pass(45, [], false)
    expect([alone.hearing.hears, alone.pass(1, ['a']).hearing.hears]).toEqual([false, true])
    const city = new Line().pass(60, CITY).pass(45, [], false)
    expect([city.pass(2, []).hearing.hears, city.pass(1, ['b']).hearing.hears]).toEqual([false, true])
  })
})

describe('a platform that answers', () => {
  test('is asked only while nothing is heard, and seldom after a minute', () => {
    expect(new Line().pass(600, ['a']).asked).toBe(0)
    const line = new Line().pass(60, ['a'])
    const first = line.pass(60, []).asked
    expect(first).toBeGreaterThan(20)
    expect(line.pass(600, []).asked - first).toBeLessThanOrEqual(60)
  })

  test('and of which all junctions fall silent together is not heard: none of them is reported', () => {
    expect(new Line().pass(60, CITY).deafAfter(true)).toBe(3)
  })

  test.each([
    ['of one', ['a']],
    ['of two', ['a', 'b']],
  ])('the silence %s is theirs', (_, junctions) => {
    expect(new Line().pass(60, junctions).deafAfter(true)).toBeUndefined()
  })

  test('the silence of those that fell silent one after the other is theirs', () => {
    const line = new Line().pass(60, CITY)
    for (const left of [3, 2, 1]) line.pass(20, CITY.slice(0, left))
    expect(line.deafAfter(true)).toBeUndefined()
  })

  test('a junction that goes on lets the silence of all others be theirs', () => {
    const line = new Line().pass(60, CITY).pass(60, ['a'])
    expect(line.hearing.hears).toBe(true)
  })
})
