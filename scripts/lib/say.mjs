import process from 'node:process'

/** A line about the work of a script. Standard output is left to what the started program says. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Ends the script with a message for its user: what is wrong, and the mend. */
export class Stop extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Runs a script's main function; a `Stop` becomes its message and exit code. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    say(error.message)
    process.exitCode = error.exitCode
  }
}
