/** Prints a line of a command's result to standard output. */
export function print(line = ''): void {
  process.stdout.write(`${printable(line)}\n`)
}

/** Prints a line about a command's progress or trouble to standard error. */
export function note(line: string): void {
  process.stderr.write(`${printable(line)}\n`)
}

/** Names, answers of platforms and cells of files come from anybody, and must not command the terminal. */
function printable(line: string): string {
  return line.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD')
}

/**
 * Returns a function that shows the progress of long work: on a terminal in one line that is rewritten, elsewhere (a
 * log, a pipe) one line for each tenth. `fraction` is 0..1.
 */
export function progress(what: string): (fraction: number) => void {
  const live = process.stderr.isTTY === true
  let shown = -1
  return (fraction) => {
    const percent = Math.floor(Math.min(1, Math.max(0, fraction)) * 100)
    const step = live ? percent : Math.floor(percent / 10) * 10
    if (step === shown) return
    shown = step
    process.stderr.write(live ? `\r${what} ${step} %${step === 100 ? '\n' : ''}` : `${what} ${step} %\n`)
  }
}
