import process from 'node:process'

/** Prints a line about the work of a script to standard error; standard output belongs to the started program. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Ends the script with a message for its user: what is wrong, and what to do. */
export class Stop extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Runs a script's main function. A `Stop` prints its message and sets its exit code. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    say(error.message)
    process.exitCode = error.exitCode
  }
}
