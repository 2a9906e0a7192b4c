/** @file Evidence: what was kept of a junction in a span, as one signed file. No other platform of the family has it. */
import * as z from 'zod/mini'

/** The longest span of one package, milliseconds: 31 days. */
export const MOST_EVIDENCE_MS = 31 * 86_400_000

/** The key with which an installation signs evidence. */
export const EvidenceKey = z.looseObject({
  algorithm: z.literal('Ed25519'),
  /** Id of the installation, as packages name it. */
  installation: z.string(),
  /** The 32 bytes of the key, base64url. */
  publicKey: z.string(),
  /** The SHA-256 of these bytes: 16 groups of 4 hexadecimal digits with colons. */
  fingerprint: z.string(),
  /** The same key, for other programs. */
  pem: z.string(),
})
export type EvidenceKey = z.infer<typeof EvidenceKey>
