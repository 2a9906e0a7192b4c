/** What is known of the backup that is kept up to date. */
export interface BackupState {
  /** Epoch milliseconds of the newest point, and up to which history is complete; 0: none. */
  readonly atMs: number
  readonly historyAtMs: number
  readonly keptBytes: number
}

/** Last state of the backup, for metrics; without a state there is none. */
export class BackupHealth {
  state: BackupState | undefined
  /** Whether the last test of a backup found it good; undefined: there was none. */
  isTestGood: boolean | undefined
}
