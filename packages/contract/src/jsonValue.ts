/** Reads values that are JSON: as they are over REST and MQTT, as the text of it over the live socket. */
import * as z from 'zod/mini'

/** Returns what a schema reads of a value that is JSON or the text of it; undefined if it does not fit. */
export function readJson<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> | undefined {
  const read = z.safeParse(schema, typeof value === 'string' ? parseText(value) : value)
  return read.success ? read.data : undefined
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
