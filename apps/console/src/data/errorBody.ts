/** Finds the sentence in an error's body: most are the platform's error object, some are plain text, some a bare JSON string. */
import * as z from 'zod/mini'

/** A longer plain text is a page or a trace, no sentence for a person. Characters. */
export const MAX_PLAIN_MESSAGE = 300

const ErrorObject = z.object({ message: z.optional(z.unknown()), errorCode: z.optional(z.unknown()) })

/** The error code and the message of a body, each undefined when it holds none. */
export function readErrorBody(text: string): { errorCode: number | undefined; message: string | undefined } {
  const value = parseJson(text)
  const object = z.safeParse(ErrorObject, value)
  if (object.success && !Array.isArray(value)) {
    const { message, errorCode } = object.data
    return {
      errorCode: typeof errorCode === 'number' ? errorCode : undefined,
      message: typeof message === 'string' ? sentence(message, Number.POSITIVE_INFINITY) : undefined,
    }
  }
  return { errorCode: undefined, message: sentence(typeof value === 'string' ? value : text, MAX_PLAIN_MESSAGE) }
}

function sentence(text: string, longest: number): string | undefined {
  const trimmed = text.trim()
  // A proxy in between answers HTML pages.
  return trimmed === '' || trimmed.length > longest || trimmed.startsWith('<') ? undefined : trimmed
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
