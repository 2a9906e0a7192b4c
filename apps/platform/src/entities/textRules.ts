import { isMalformedText } from '../data/values/valueTyping.ts'

/** Longest name, label, title and the like, characters. */
const MAX_TEXT_LENGTH = 255
/**
 * Longest free-form notes of an entity, characters of JSON. Every list with the entity includes them and the audit log
 * keeps every change; without the limit customer users, who may write their own, could fill memory and disk.
 */
const MAX_INFO_LENGTH = 65_536

/** Text member of an entity, with its names in violations. */
export interface TextMember {
  /** Name in the "is malformed" message. */
  readonly name: string
  /** Name in the message about its length, if different. */
  readonly label?: string
  readonly value: string | null | undefined
  /** Most characters; null means no limit. */
  readonly maxLength?: number | null
}

/**
 * Checks the texts and the notes of an entity.
 * @param additionalInfo the entity's free-form notes, any JSON; checked as text
 * @returns all violations in alphabetical order as one message, or undefined when there are none
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
