/** @file Reads the subject of a kept form. Apart from `keptForm.ts`, because the sign-in page loads no schemas. */
import * as z from 'zod/mini'

/** Creates a function that reads a kept subject. It returns null when the subject does not match the schema. */
export const subjectParser =
  <T>(schema: z.ZodMiniType<T>) =>
  (kept: unknown): T | null => {
    const read = z.safeParse(schema, kept)
    return read.success ? read.data : null
  }
