/**
 * Finds the message in an error's body. Most bodies are the platform's error object, some plain text, some a bare JSON
 * string.
 */
import * as z from 'zod/mini'

/** A longer plain text is a page or a stack trace, not a message for a user. Characters. */
export const MAX_PLAIN_MESSAGE = 300

const ErrorObject = z.object({
  message: z.optional(z.unknown()),
  errorCode: z.optional(z.unknown()),
  resetToken: z.optional(z.unknown()),
})

/** The useful parts of an error's body. Each member is undefined if the body does not have it. */
interface ErrorFacts {
  readonly errorCode: number | undefined
  readonly message: string | undefined
  /** The token for changing a password that must be changed first. */
  readonly resetToken?: string | undefined
}

/** Parses the body of an error. */
export function parseErrorBody(text: string): ErrorFacts {
  const value = parseJson(text)
  const object = z.safeParse(ErrorObject, value)
  if (object.success && !Array.isArray(value)) {
    const { message, errorCode, resetToken } = object.data
    return {
      errorCode: typeof errorCode === 'number' ? errorCode : undefined,
      message: typeof message === 'string' ? sentence(message, Number.POSITIVE_INFINITY) : undefined,
      ...(typeof resetToken === 'string' && { resetToken }),
    }
  }
  return { errorCode: undefined, message: sentence(typeof value === 'string' ? value : text, MAX_PLAIN_MESSAGE) }
}

function sentence(text: string, longest: number): string | undefined {
  const trimmed = text.trim()
  // A proxy in between replies with HTML pages.
  return trimmed === '' || trimmed.length > longest || trimmed.startsWith('<') ? undefined : trimmed
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
