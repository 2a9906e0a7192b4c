/** @file Reads query parameters that are not plain text. */
import { badRequest } from '../access/refusal.ts'

/** `true` or `false`. @throws {Refusal} */
export function readFlag(name: string, text: string | undefined, absent: boolean): boolean {
  const flag = readOptionalFlag(name, text)
  return flag ?? absent
}

/** `true`, `false` or nothing. @throws {Refusal} */
export function readOptionalFlag(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined || text === '') return undefined
  const lower = text.toLowerCase()
  if (lower === 'true') return true
  if (lower === 'false') return false
  throw badRequest(`Parameter '${name}' is '${text}'; it must be true or false.`)
}

/** A whole number, such as epoch milliseconds. @throws {Refusal} */
export function readWhole(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const number = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(number)) return number
  throw badRequest(`Parameter '${name}' is '${text}'; it must be a whole number.`)
}

/** One of some words. @throws {Refusal} */
export function readWord<T extends string>(name: string, text: string | undefined, words: readonly T[]): T | undefined {
  if (text === undefined || text === '') return undefined
  const word = words.find((candidate) => candidate === text)
  if (word !== undefined) return word
  throw badRequest(`Parameter '${name}' is '${text}'; it must be one of ${words.join(', ')}.`)
}

/** Words of a list that is written with commas, or by repeating the parameter, or both. */
export function readList(value: string | readonly string[] | undefined): string[] {
  if (value === undefined) return []
  const texts = typeof value === 'string' ? [value] : value
  return texts.flatMap((text) => text.split(',')).filter((text) => text !== '')
}

/** Checked words of a list; undefined for an empty one. @throws {Refusal} */
export function readWords<T extends string>(
  name: string,
  value: string | readonly string[] | undefined,
  words: readonly T[],
): T[] | undefined {
  const list = readList(value).map((text) => readWord(name, text, words))
  const known = list.filter((word) => word !== undefined)
  return known.length === 0 ? undefined : known
}
