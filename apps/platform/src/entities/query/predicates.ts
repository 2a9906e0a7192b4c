import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type {
  BooleanPredicate,
  DynamicValue,
  NumericPredicate,
  Predicate,
  StringPredicate,
} from '@greenwave/contract/wire/entityQueries'
import { badRequest } from '../../access/refusal.ts'
import { numberOf } from '../../data/values/numberLiteral.ts'
import { createLike } from '../../store/likePattern.ts'

/** Returns whether a value fulfils a predicate; null stands for an empty field. */
export type Test = (value: JsonValue) => boolean

/** Returns the value that a predicate takes from an attribute of the caller; undefined when there is none. */
export type ResolveDynamic = (value: DynamicValue) => JsonValue | undefined

/** Most characters of a searched text; a longer one with wildcards could take seconds for each value. */
const MAX_PATTERN = 1000

/**
 * Returns the test of a predicate; undefined for one that filters nothing. A predicate looks only at values of its own
 * type. Of the others it accepts none, except that texts which must differ accept all.
 * @throws {Refusal} when it has nothing to compare with
 */
export function createTest(predicate: Predicate, resolve: ResolveDynamic): Test | undefined {
  switch (predicate.type) {
    case 'STRING':
      return textTest(predicate, resolve)
    case 'NUMERIC': {
      const holds = numberComparison(predicate.operation, wanted(predicate, resolve, numberOf))
      return (value) => {
        const number = numberOf(value)
        return number !== undefined && holds(number)
      }
    }
    case 'BOOLEAN': {
      const isWanted = wanted(predicate, resolve, asBoolean) === (predicate.operation === 'EQUAL')
      return (value) => value === isWanted
    }
    case 'COMPLEX': {
      const tests = predicate.predicates.flatMap((part) => createTest(part, resolve) ?? [])
      if (tests.length === 0) return undefined
      return predicate.operation === 'AND'
        ? (value) => tests.every((test) => test(value))
        : (value) => tests.some((test) => test(value))
    }
  }
}

/** Returns the types of the predicates that a predicate consists of. */
export function typesOf(predicate: Predicate): readonly Exclude<Predicate['type'], 'COMPLEX'>[] {
  return predicate.type === 'COMPLEX' ? predicate.predicates.flatMap(typesOf) : [predicate.type]
}

/** Returns how many predicates a predicate consists of, itself included. */
export function sizeOf(predicate: Predicate): number {
  return predicate.type === 'COMPLEX' ? predicate.predicates.reduce((sum, part) => sum + sizeOf(part), 1) : 1
}

const asText = (value: JsonValue): string | undefined => (typeof value === 'string' ? value : undefined)
const asBoolean = (value: JsonValue): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

/** Resolves the value that a predicate compares with. An attribute of another type counts as missing. */
function wanted<T>(
  { type, operation, value }: { type: string; operation: string; value: ComparedWith<T> },
  resolve: ResolveDynamic,
  asType: (value: JsonValue) => T | undefined,
): T {
  const { userValue, dynamicValue, defaultValue } = value
  if (userValue != null) return userValue
  const dynamic = dynamicValue == null ? undefined : resolve(dynamicValue)
  const found = (dynamic === undefined ? undefined : asType(dynamic)) ?? defaultValue
  if (found != null) return found
  throw badRequest(`A ${type} predicate ${operation} has nothing to compare with: give its value a defaultValue.`)
}

interface ComparedWith<T> {
  readonly userValue?: T | null | undefined
  readonly dynamicValue?: DynamicValue | null | undefined
  readonly defaultValue?: T | null | undefined
}

function textTest(predicate: StringPredicate, resolve: ResolveDynamic): Test | undefined {
  const { operation, ignoreCase } = predicate
  const fold = ignoreCase === true ? (text: string) => text.toLowerCase() : (text: string) => text
  const text = fold(wanted(predicate, resolve, asText))
  if (text === '') return undefined
  const holds = textComparison(operation, text)
  // What was written as another type, or is an empty field, differs from every text, but is in no list.
  const otherwise = operation === 'NOT_EQUAL' || operation === 'NOT_CONTAINS'
  return (value) => (typeof value === 'string' ? holds(fold(value)) : otherwise)
}

function textComparison(operation: StringPredicate['operation'], wanted: string): (text: string) => boolean {
  switch (operation) {
    case 'EQUAL':
      return (text) => text === wanted
    case 'NOT_EQUAL':
      return (text) => text !== wanted
    case 'STARTS_WITH':
      return boundedLike(`${wanted}%`)
    case 'ENDS_WITH':
      return boundedLike(`%${wanted}`)
    case 'CONTAINS':
      return boundedLike(`%${wanted}%`)
    case 'NOT_CONTAINS': {
      const contains = boundedLike(`%${wanted}%`)
      return (text) => !contains(text)
    }
    case 'IN': {
      const list = new Set(listOf(wanted))
      return (text) => list.has(text)
    }
    case 'NOT_IN': {
      const list = new Set(listOf(wanted))
      return (text) => !list.has(text)
    }
  }
}

/** Creates a matcher as `createLike` does. @throws {Refusal} for a pattern that is too long */
export function boundedLike(pattern: string): (text: string) => boolean {
  checkPattern(pattern)
  return createLike(pattern)
}

/** Throws a Refusal for a text that is too long to be searched. */
export function checkPattern(pattern: string): void {
  if (pattern.length > MAX_PATTERN) {
    throw badRequest(`The query searches a text of ${pattern.length} characters; give at most ${MAX_PATTERN}.`)
  }
}

/** Returns the elements of a list with commas. Quotes are removed only when each element has the same. */
function listOf(text: string): string[] {
  const elements = text
    .split(',')
    .map((element) => element.trim())
    .filter((element) => element !== '')
  const isQuotedBy = (quote: string): boolean =>
    elements.every((element) => element.length >= 2 && element.startsWith(quote) && element.endsWith(quote))
  return isQuotedBy("'") || isQuotedBy('"') ? elements.map((element) => element.slice(1, -1)) : elements
}

function numberComparison(
  operation: NumericPredicate['operation'] | BooleanPredicate['operation'],
  wanted: number,
): (number: number) => boolean {
  switch (operation) {
    case 'EQUAL':
      return (number) => number === wanted
    case 'NOT_EQUAL':
      return (number) => number !== wanted
    case 'GREATER':
      return (number) => number > wanted
    case 'LESS':
      return (number) => number < wanted
    case 'GREATER_OR_EQUAL':
      return (number) => number >= wanted
    case 'LESS_OR_EQUAL':
      return (number) => number <= wanted
  }
}
