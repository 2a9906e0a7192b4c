/** Dangers among the findings, and what it takes to send settings in spite of them. */
import type { Finding, FindingCode } from './finding.ts'

/** The findings of two conflicting movements on the road at once, or of too short a clearance between them (V4). */
const DANGERS = ['conflictingGreen', 'greenDuringYellow', 'clearanceShort'] as const satisfies FindingCode[]

/** A finding that is a danger. */
export type Danger = Extract<Finding, { readonly code: (typeof DANGERS)[number] }>

/** Returns whether a finding is a danger. */
export function isDanger(finding: Finding): finding is Danger {
  return DANGERS.some((code) => code === finding.code)
}

/** Returns the findings by severity: errors, dangers, and then the other warnings, each in the order given. */
export function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => rank(a) - rank(b))
}

function rank(finding: Finding): number {
  if (finding.level === 'error') return 0
  return isDanger(finding) ? 1 : 2
}

/** Confirmation of a user who sends settings despite a danger. */
export interface Override {
  /** Text to type: the code of the junction, or the number of junctions. */
  readonly asked: string
  readonly typed: string
  /** The reason, which is recorded with the change. */
  readonly why: string
}

/**
 * Returns whether settings with these findings may be sent. An error blocks them; each warning must be accepted; a danger
 * needs the override too.
 */
export function mayBeSent(
  findings: readonly Finding[],
  isAccepted: (finding: Finding) => boolean,
  override: Override,
): boolean {
  if (findings.some((finding) => finding.level === 'error' || !isAccepted(finding))) return false
  return !findings.some(isDanger) || isComplete(override)
}

function isComplete({ asked, typed, why }: Override): boolean {
  return plain(typed) === plain(asked) && why.trim() !== ''
}

/** Capitals and spaces are no proof of attention, and a phone adds both by itself. */
function plain(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase()
}
