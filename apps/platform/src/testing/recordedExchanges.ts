/** @file Exchanges that were recorded with a ThingsBoard CE 4.3, to be made again with our own platform. */
import {
  type RecordedExchange,
  type RecordedRequest,
  readExchanges,
} from '@greenwave/client/testing/thingsboardExchanges'
import { expect } from 'vitest'
import { literalOf, parseKeepingLiterals } from '../data/values/numberLiteral.ts'

/** The server's times in the recording, epoch milliseconds; the recording chose other times itself. */
const RECORDED_FROM = 1_795_300_000_000
const RECORDED_UNTIL = 1_795_400_000_000

const numbers = (from: number, until: number): number[] => Array.from({ length: until - from + 1 }, (_, i) => from + i)

/** The numbers of the exchanges that a test compares value by value, in the order in which it makes them. */
export const COMPARED_BY_VALUE = {
  assets: [...numbers(426, 471), 494, 495, 498, 239, 496, 497, 604, 608],
  alarms: [...numbers(256, 356), ...numbers(410, 412)],
  entityQueries: readExchanges()
    .requests.filter(({ path }) => path.startsWith('/api/entitiesQuery/'))
    .map(({ n }) => n),
  values: numbers(500, 576),
} as const

/** Returns the exchanges that a test compares; numbers keep their text. */
export function recorded(part: keyof typeof COMPARED_BY_VALUE): RecordedExchange[] {
  const { all } = readExchanges({ parse: parseKeepingLiterals })
  const byNumber = new Map(all.map((exchange) => [exchange.n, exchange]))
  return COMPARED_BY_VALUE[part].flatMap((n) => byNumber.get(n) ?? [])
}

/** Returns the requests among them. */
export const recordedRequests = (part: keyof typeof COMPARED_BY_VALUE): RecordedRequest[] =>
  recorded(part).filter((exchange) => 'path' in exchange)

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
