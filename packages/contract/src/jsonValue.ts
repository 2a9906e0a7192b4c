/** Reads values that are JSON: as they are over REST and MQTT, as the text of it over the live socket. */
import * as z from 'zod/mini'

/** Parses a value that is JSON or its text with a schema; undefined if it does not fit. */
export function parseJson<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> | undefined {
  const json = parsedJson(value)
  // What is not there fits no record, and saying why takes as long as reading one.
  if (json === undefined) return undefined
  const read = z.safeParse(schema, json)
  return read.success ? read.data : undefined
}

/** Returns the JSON that a value is, or that its text says; undefined for a text that is no JSON. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  // A value that is not there, over the live socket and in entity queries: by far the most frequent text, for which an
  // error would take a page with thousands of junctions a third of its time.
  if (value === '') return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/**
 * Returns whether a value is an object as JSON has it. A quick check: for thousands of messages or a long history a schema
 * takes several times as long as everything else.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Returns whether all members of an object are as they should be. */
export function everyMember(object: Readonly<Record<string, unknown>>, isRight: (member: unknown) => boolean): boolean {
  for (const key in object) if (!isRight(object[key])) return false
  return true
}
