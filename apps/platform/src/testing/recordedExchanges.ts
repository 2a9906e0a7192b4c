/** @file Exchanges that were recorded with a ThingsBoard CE 4.3, to be made again with our own platform. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { literalOf, parseKeepingLiterals } from '../data/values/numberLiteral.ts'

/** The server's times in the recording, epoch milliseconds; the recording chose other times itself. */
const RECORDED_FROM = 1_795_300_000_000
const RECORDED_UNTIL = 1_795_400_000_000

/** Reads the lines of a file in `http/fixtures/`; numbers keep their text. */
export function readRecording<T>(name: string): T[] {
  const text = readFileSync(new URL(`../http/fixtures/${name}`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => parseKeepingLiterals(line) as T)
}

/** The ids here of what a recording names. */
export class RecordedNames {
  readonly #ids: Record<string, string>

  constructor(known: Readonly<Record<string, string>>) {
    this.#ids = { ...known }
  }

  /** Gives a name of the recording its id here. */
  give(name: string, id: string): void {
    this.#ids[name] = id
  }

  /** Returns a recorded text with the ids that are known here. */
  placed(text: string): string {
    return text.replaceAll(/\{\{([^}]+)\}\}/g, (mark, name: string) => this.#ids[name] ?? mark)
  }

  /**
   * Returns what an answer must equal: the recorded one, in which a name that is not known yet takes the id of the
   * answer, and times of the server are any numbers.
   */
  expected(recorded: unknown, answer: unknown): unknown {
    if (typeof recorded === 'string') return this.#expectedText(recorded, answer)
    if (typeof recorded === 'number') {
      return recorded > RECORDED_FROM && recorded < RECORDED_UNTIL ? expect.any(Number) : recorded
    }
    if (typeof recorded !== 'object' || recorded === null || literalOf(recorded) !== undefined) return recorded
    const parts: Record<string, unknown> = Object(answer)
    if (Array.isArray(recorded)) return recorded.map((item, place) => this.expected(item, parts[place]))
    return Object.fromEntries(Object.entries(recorded).map(([key, value]) => [key, this.expected(value, parts[key])]))
  }

  #expectedText(recorded: string, answer: unknown): string {
    const name = /^\{\{([^}]+)\}\}$/.exec(recorded)?.[1]
    if (name !== undefined && typeof answer === 'string') this.#ids[name] ??= answer
    return this.placed(recorded)
  }
}
