/** What the command line's exit codes mean; `--help` of each command tells which it uses. */
export const EXIT = {
  ok: 0,
  /** The work was done and found something, or could not be done. */
  failed: 1,
  /** Asked for wrongly: a setting, an argument or a file that cannot be used; nothing was started. */
  usage: 2,
  /** Ended by a second Ctrl-C before everything was closed. */
  forced: 130,
} as const

/** Ends a command with a message for its user and an exit code. */
export class CommandFailed extends Error {
  readonly exitCode: number
  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CommandFailed'
    this.exitCode = exitCode
  }
}
