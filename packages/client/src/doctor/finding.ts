/** Result of a check. */
export interface Finding {
  /** Short name of the check. */
  readonly check: string
  /** `unknown`: this account or program cannot see it. */
  readonly level: 'ok' | 'unknown' | 'warning' | 'error'
  /** Result as a sentence without its full stop. */
  readonly says: string
  /** Fix; absent for `ok`. */
  readonly fix?: string
  /** Figures for programs. */
  readonly figures?: Readonly<Record<string, number>>
}

/** Returns whether there is something to fix. */
export const isTrouble = ({ level }: Pick<Finding, 'level'>): boolean => level === 'warning' || level === 'error'

/** Returns a finding as one line for a log. */
export function describeFinding({ check, says, fix }: Finding): string {
  return `${check}: ${says}${fix === undefined ? '' : `. ${fix}`}`
}
