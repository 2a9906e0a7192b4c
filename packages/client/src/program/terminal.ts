import process from 'node:process'

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
 * Discards output whose reader has ended, as `head` does, so that the command finishes its work with its own exit code.
 * Any other failure of standard output, such as a full disk, is noted and makes the exit code 1.
 */
export function tolerateClosedPipes(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return
    process.exitCode = 1
    note(`greenwave: standard output cannot be written (${error.message}): make room for it`)
  })
  // Nothing is left to report it on.
  process.stderr.on('error', () => {})
}

/**
 * Returns a function that shows the progress of long work with the time left: on a terminal in one line that is
 * rewritten, elsewhere (a log, a pipe) one line for each tenth. `fraction` is 0..1.
 */
export function progress(what: string): (fraction: number) => void {
  const live = process.stderr.isTTY === true
  const timeLeft = timeLeftEstimator(() => performance.now())
  let shown = ''
  let step = -1
  return (fraction) => {
    const percent = Math.floor(Math.min(1, Math.max(0, fraction)) * 100)
    const left = timeLeft(fraction)
    const next = live ? percent : Math.floor(percent / 10) * 10
    const line = `${what} ${next} %${left === '' ? '' : `, ${left}`}`
    // A new time left alone is worth a line only where it replaces the last one.
    if (live ? line === shown : next === step) return
    shown = line
    step = next
    process.stderr.write(live ? `\r${line}\u001B[K${next === 100 ? '\n' : ''}` : `${line}\n`)
  }
}

/** Work of fewer milliseconds says too little about the rest, and is soon over. */
const ESTIMATED_AFTER_MS = 3000
const MINUTE_S = 60
const HOUR_S = 3600

/**
 * Returns a function that takes the fraction of work done, 0..1, and returns the time left, such as `3 min left`; empty
 * while that is unknown and at the end. Work that an earlier run has done does not count as speed.
 *
 * @param nowMs a steady clock, milliseconds
 */
export function timeLeftEstimator(nowMs: () => number): (fraction: number) => string {
  const beganMs = nowMs()
  let first: number | undefined
  return (fraction) => {
    first ??= fraction
    const elapsedMs = nowMs() - beganMs
    if (fraction >= 1 || fraction <= first || elapsedMs < ESTIMATED_AFTER_MS) return ''
    const seconds = Math.round(((elapsedMs / (fraction - first)) * (1 - fraction)) / 1000)
    if (seconds <= MINUTE_S) return `${seconds} s left`
    if (seconds <= HOUR_S) return `${Math.ceil(seconds / MINUTE_S)} min left`
    const minutes = Math.ceil(seconds / MINUTE_S)
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min left`
  }
}
