/** Reads values that are JSON: as they are over REST and MQTT, as the text of it over the live socket. */
import * as z from 'zod/mini'

/** Returns what a schema reads of a value that is JSON or the text of it; undefined if it does not fit. */
export function readJson<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> | undefined {
  const read = z.safeParse(schema, parsedJson(value))
  return read.success ? read.data : undefined
}

/** Returns the JSON that a value is, or that its text says; undefined for a text that is no JSON. */
export function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
