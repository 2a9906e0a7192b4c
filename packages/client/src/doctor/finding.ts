/** What a check found. */
export interface Finding {
  /** What was checked, in a few words. */
  readonly check: string
  /** `unknown`: this account or program cannot see it. */
  readonly level: 'ok' | 'unknown' | 'warning' | 'error'
  /** What was found, in a sentence without its full stop. */
  readonly says: string
  /** What to do about it; not of `ok`. */
  readonly fix?: string
}

/** Returns whether there is something to fix. */
export const isTrouble = ({ level }: Pick<Finding, 'level'>): boolean => level === 'warning' || level === 'error'

/** Returns a finding as one line for a log. */
export function describeFinding({ check, says, fix }: Finding): string {
  return `${check}: ${says}${fix === undefined ? '' : `. ${fix}`}`
}
