import { TokenRefused } from '../access/principal.ts'

/** Longest close reason, bytes: a control frame holds 125, two of them for the code. */
const MAX_REASON_BYTES = 123

/** The close reason for a revoked token. */
export const OUTDATED_REASON = 'Token is outdated'

/** Returns the close reason for a refused token. */
export function refusalReason(error: unknown): string {
  if (!(error instanceof TokenRefused)) return 'Authentication failed'
  switch (error.reason) {
    case 'expired':
      return 'JWT Token expired'
    case 'scope':
      return error.message
    case 'malformed':
      return 'Invalid JWT token: '
    default:
      return OUTDATED_REASON
  }
}

/** Cuts a text to the length that a close frame can carry. */
export function closeReason(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_REASON_BYTES) return text
  // A character cut in half decodes to a replacement character, which is dropped.
  return bytes
    .subarray(0, MAX_REASON_BYTES)
    .toString()
    .replace(/\uFFFD+$/, '')
}
