/** @file Reads parameters that are not plain text. Missing and empty ones are undefined. */
import { EntityType, Uuid } from '@greenwave/contract/wire/ids'
import { PageQuery } from '@greenwave/contract/wire/page'
import { badRequest } from '../access/refusal.ts'

/** A query that may have a parameter of this name. */
type Query<N extends string> = { readonly [name in N]?: string | undefined }
type Texts = string | readonly string[] | undefined

/** Returns a boolean parameter; `absent` when it is missing. @throws {Refusal} */
export function parseFlag<N extends string>(query: Query<N>, name: N, absent: boolean): boolean {
  return parseOptionalFlag(query, name) ?? absent
}

/** Returns a boolean parameter, `true` or `false` in any case. @throws {Refusal} */
export function parseOptionalFlag<N extends string>(query: Query<N>, name: N): boolean | undefined {
  const text = query[name]
  if (!text) return undefined
  const lower = text.toLowerCase()
  if (lower === 'true' || lower === 'false') return lower === 'true'
  throw badRequest(`Parameter '${name}' is '${text}'; it must be true or false.`)
}

/** Returns an integer, such as epoch milliseconds. @throws {Refusal} */
export function parseInteger<N extends string>(query: Query<N>, name: N): number | undefined {
  const text = query[name]
  if (!text) return undefined
  const number = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(number)) return number
  throw badRequest(`Parameter '${name}' is '${text}'; it must be a whole number.`)
}

/** Returns one of the allowed words. @throws {Refusal} */
export function parseWord<N extends string, T extends string>(
  query: Query<N>,
  name: N,
  words: readonly T[],
): T | undefined {
  const text = query[name]
  return text ? checkedWord(name, text, words) : undefined
}

/** Returns a list of allowed words; undefined for an empty list. @throws {Refusal} */
export function parseWords<N extends string, T extends string>(
  query: { readonly [name in N]?: Texts },
  name: N,
  words: readonly T[],
): T[] | undefined {
  const list = parseList(query[name]).map((text) => checkedWord(name, text, words))
  return list.length === 0 ? undefined : list
}

/** Returns a list that is given with commas, by repeating the parameter, or both. */
export function parseList(value: Texts): string[] {
  if (value === undefined) return []
  const texts = typeof value === 'string' ? [value] : value
  return texts.flatMap((text) => text.split(',')).filter((text) => text !== '')
}

/** Returns an entity's id in lower case. @throws {Refusal} */
export function parseId(text: string): string {
  const id = Uuid.safeParse(text)
  if (!id.success) throw badRequest(`Invalid UUID string: ${text}`)
  return id.data
}

/** Returns the kind of entity that a path names. @throws {Refusal} */
export function parseEntityType(text: string): EntityType {
  const type = EntityType.safeParse(text)
  if (!type.success) throw badRequest(`Unknown entity type '${text}'`)
  return type.data
}

/** Returns the page request of a query in which it is optional. @throws {Refusal} when a part of it is missing */
export function requiredPage(query: Readonly<Record<string, unknown>>): PageQuery {
  const page = PageQuery.safeParse(query)
  if (page.success) return page.data
  throw badRequest(page.error.issues[0]?.message ?? 'Malformed request')
}

function checkedWord<T extends string>(name: string, text: string, words: readonly T[]): T {
  const word = words.find((candidate) => candidate === text)
  if (word !== undefined) return word
  throw badRequest(`Parameter '${name}' is '${text}'; it must be one of ${words.join(', ')}.`)
}
