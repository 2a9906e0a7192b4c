/** The exit codes of the command line; `--help` of each command says which ones it uses. */
export const EXIT = {
  ok: 0,
  /** The command found something, or failed. */
  failed: 1,
  /** Wrong usage: a setting, an argument or a file that cannot be used. Nothing was started. */
  usage: 2,
} as const

/** Ends a command with a message for the user and an exit code. */
export class CommandFailed extends Error {
  readonly exitCode: number
  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CommandFailed'
    this.exitCode = exitCode
  }
}
