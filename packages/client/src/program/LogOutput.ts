import { writeSync, write as writeToFile } from 'node:fs'

/** Most bytes that wait to be written; lines beyond that are dropped and counted. */
const WAITING_BYTES = 262_144
/** Bytes of the newest lines that are kept for a bundle for support. */
const KEPT_BYTES = 262_144
/** Pause after a failed write, milliseconds. Lines that arrive meanwhile wait. */
const RETRY_MS = 500
/** A write that takes longer has a reader that has stopped, milliseconds. */
const STALLED_MS = 1_000

/** Writes bytes and calls back with the number of bytes written, or with the error. */
export type WriteBytes = (bytes: Buffer, done: (error: Error | null, written: number) => void) => void

/** Options of a log output. */
export interface LogOutputOptions {
  /** File descriptor; default: standard error. */
  readonly fd?: number
  /** Formats the line that reports dropped lines once the log can be written again, without a line break. */
  readonly describeLoss: (lines: number, reason: string) => string
  /** Replaces the write to the file descriptor, for tests. */
  readonly write?: WriteBytes
}

/**
 * Destination of a log that neither fails nor blocks its writer: a full disk, a closed pipe or a reader that has stopped
 * costs log lines, never the process. Lines are written in order by the thread pool. While writing fails they wait, up to
 * a limit; what is dropped beyond it is counted, and reported in one line when the log can be written again.
 */
export class LogOutput {
  readonly #fd: number
  readonly #write: WriteBytes
  readonly #describeLoss: LogOutputOptions['describeLoss']
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #kept: Buffer[] = []
  #keptBytes = 0
  /** The bytes that are being written, or whose write failed. */
  #current: Buffer | undefined
  #writingSince: number | undefined
  #retry: NodeJS.Timeout | undefined
  /** Lines dropped since the log could last be written. */
  #unreported = 0
  #reason = ''
  #droppedLines = 0
  #failedWrites = 0

  constructor({ fd = 2, describeLoss, write }: LogOutputOptions) {
    this.#fd = fd
    this.#describeLoss = describeLoss
    this.#write = write ?? ((bytes, done) => writeToFile(fd, bytes, (error, written) => done(error, written)))
    process.once('exit', () => this.flushSync())
  }

  /** Number of lines that were dropped because they could not be written. */
  get droppedLines(): number {
    return this.#droppedLines
  }

  /** Number of writes that failed. */
  get failedWrites(): number {
    return this.#failedWrites
  }

  /** Returns the newest lines, also those that could not be written. */
  newestLines(): string {
    return Buffer.concat(this.#kept).toString()
  }

  /** Takes a line with its line break. */
  write(line: string): void {
    const bytes = Buffer.from(line)
    this.#keep(bytes)
    if (this.#waitingBytes + bytes.length > WAITING_BYTES) {
      this.#reason ||= 'its reader is too slow'
      this.#unreported += 1
      this.#droppedLines += 1
      return
    }
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    this.#pump()
  }

  /** Writes what waits, for a process that ends, unless its reader has stopped. A write that has begun ends by itself. */
  flushSync(): void {
    if (this.#writingSince !== undefined && performance.now() - this.#writingSince > STALLED_MS) return
    try {
      if (this.#writingSince === undefined && this.#current) writeSync(this.#fd, this.#current)
      for (const bytes of this.#waiting.splice(0)) writeSync(this.#fd, bytes)
    } catch {
      // The process is ending, and has no other place to report this.
    }
  }

  #keep(bytes: Buffer): void {
    this.#kept.push(bytes)
    this.#keptBytes += bytes.length
    while (this.#keptBytes > KEPT_BYTES) this.#keptBytes -= this.#kept.shift()?.length ?? 0
  }

  #pump(): void {
    if (this.#writingSince !== undefined || this.#retry) return
    this.#current ??= this.#waiting.length > 0 ? Buffer.concat(this.#waiting.splice(0)) : undefined
    if (!this.#current) return
    const bytes = this.#current
    this.#writingSince = performance.now()
    this.#write(bytes, (error, written) => {
      this.#writingSince = undefined
      if (error) this.#onFailed(error)
      else this.#onWritten(bytes, written)
    })
  }

  #onWritten(bytes: Buffer, written: number): void {
    this.#waitingBytes -= written
    this.#current = written < bytes.length ? bytes.subarray(written) : undefined
    if (this.#current === undefined && this.#unreported > 0) {
      const line = Buffer.from(`${this.#describeLoss(this.#unreported, this.#reason)}\n`)
      this.#unreported = 0
      this.#reason = ''
      this.#waiting.push(line)
      this.#waitingBytes += line.length
    }
    this.#pump()
  }

  #onFailed(error: Error): void {
    // A pipe that is full for the moment is no failure.
    const isBusy = 'code' in error && error.code === 'EAGAIN'
    if (!isBusy) {
      this.#failedWrites += 1
      this.#reason = error.message
    }
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#pump()
    }, RETRY_MS).unref()
  }
}

/** Formats the report of dropped lines like the JSON lines of the log. */
export function jsonLossLine(lines: number, reason: string): string {
  const msg = 'Log lines were dropped while the log could not be written'
  return JSON.stringify({ level: 40, time: new Date().toISOString(), lines, reason, msg })
}
