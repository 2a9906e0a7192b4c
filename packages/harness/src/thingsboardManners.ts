/** @file How a ThingsBoard answers where our own platform is stricter or says less, for tests in front of it. */
import { ERRORS } from '@greenwave/contract/wire/errors'

/** An answer with its body. */
export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
}

/** The beginnings of rows of entities and of pages. In a text their quotes would have backslashes. */
const BEGINNINGS = /\{(?="id":\{"|"data":\[)/g
const MEMBER = '"ofAnotherPlatform":{"version":[4,3]},'

/**
 * Returns an answer of our platform as a ThingsBoard may give it: entities and pages have a member that nobody here
 * knows, and errors are ISO-8859-1, with `?` for all other letters. Numbers keep their text. Answers that are not JSON
 * are returned unchanged.
 */
export function asThingsBoard(answer: Answer): Answer {
  const { status, contentType, body } = answer
  if (!contentType.startsWith('application/json')) return answer
  if (status < 400) return { ...answer, body: Buffer.from(body.toString().replaceAll(BEGINNINGS, `{${MEMBER}`)) }
  const letters = body.toString().replaceAll(/[^\0-\xff]/gu, '?')
  return { status, contentType: 'application/json;charset=ISO-8859-1', body: Buffer.from(letters, 'latin1') }
}

/** Returns the refusal of a call beyond the limits of the tenant's profile. It does not say how long to wait. */
export function tooManyCalls(nowMs: number): Answer {
  const { status, errorCode } = ERRORS.tooManyRequests
  const error = { status, message: 'Too many requests for current tenant!', errorCode, timestamp: nowMs }
  return asThingsBoard({ status, contentType: 'application/json', body: Buffer.from(JSON.stringify(error)) })
}
