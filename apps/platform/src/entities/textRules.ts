import { isMalformedText } from '../data/values/malformedText.ts'

/** Longest text of a name, label, title and the like, characters. */
const MAX_TEXT_LENGTH = 255
/**
 * Longest free-form notes of an entity, characters of JSON. Every list with the entity carries it and every change keeps it
 * in the audit log: customer users, who may write their own, could fill memory and disk with it.
 */
const MAX_INFO_LENGTH = 65_536

/** One text member of an entity and how violations name it. */
export interface TextMember {
  /** Name in the "is malformed" message. */
  readonly name: string
  /** Name in the length message, where it differs. */
  readonly label?: string
  readonly value: string | null | undefined
  /** Most characters; null means no limit. */
  readonly maxLength?: number | null
}

/**
 * Checks texts and notes of an entity.
 * @param additionalInfo the entity's free-form notes, any JSON, judged as its text
 * @returns one message that joins all violations in alphabetical order, or undefined when there is none
 */
export function findTextViolations(members: readonly TextMember[], additionalInfo?: unknown): string | undefined {
  const violations: string[] = []
  for (const { name, label = name, value, maxLength = MAX_TEXT_LENGTH } of members) {
    if (value == null) continue
    if (maxLength !== null && value.length > maxLength) {
      violations.push(`${label} length must be equal or less than ${maxLength}`)
    }
    if (isMalformedText(value)) violations.push(`${name} is malformed`)
    if (value.includes('\0')) violations.push(`${name} should not contain 0x00 symbol`)
  }
  if (additionalInfo != null) {
    const info = JSON.stringify(additionalInfo)
    if (info.length > MAX_INFO_LENGTH) {
      violations.push(`additionalInfo length must be equal or less than ${MAX_INFO_LENGTH}`)
    }
    if (isMalformedText(info)) violations.push('additionalInfo is malformed')
  }
  return violations.length === 0 ? undefined : `Validation error: ${violations.sort().join(', ')}`
}
