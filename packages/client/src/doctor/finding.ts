/** What a check found. */
export interface Finding {
  /** What was checked, in a few words. */
  readonly check: string
  readonly level: 'ok' | 'warning' | 'error'
  /** What was found, in a sentence without its full stop. */
  readonly says: string
  /** What to do about it; only of warnings and errors. */
  readonly mend?: string
}

/** Returns a finding as one line for a log. */
export function describeFinding({ check, says, mend }: Finding): string {
  return `${check}: ${says}${mend === undefined ? '' : `. ${mend}`}`
}
