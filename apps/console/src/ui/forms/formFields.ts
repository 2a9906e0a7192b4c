import { TEXT_LIMIT } from '@greenwave/contract/wire/fields'
import * as z from 'zod/mini'

/**
 * Text that must contain more than spaces and be at most as long as the platform stores. `message` is the text key of
 * the complaint.
 */
export function requiredText(message: string) {
  return z.string().check(
    z.refine((text) => text.trim() !== '', { error: message }),
    withinLimit(),
  )
}

/** Text that may be empty, at most as long as the platform stores. */
export function optionalText() {
  return z.string().check(withinLimit())
}

function withinLimit() {
  return z.maxLength(TEXT_LIMIT, { error: 'tooLong' })
}
