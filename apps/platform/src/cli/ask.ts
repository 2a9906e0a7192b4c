/** @file Questions at the terminal, or to a program that writes the answers as lines. */
import process from 'node:process'
import { createInterface } from 'node:readline'
import { PassThrough, Transform } from 'node:stream'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'

/** Most bytes that all answers together may have. */
const MOST_BYTES = 1_048_576

/** Asks one question after the other. */
export interface Asker {
  /**
   * Shows a prompt and resolves with the next line. A secret is not shown while it is typed.
   * @throws {CommandFailed} at the end of the input
   */
  ask(prompt: string, isSecret?: boolean): Promise<string>
  close(): void
}

/** Creates an asker on standard input and output. */
export function createAsker(): Asker {
  const { stdin, stdout } = process
  const isTerminal = stdin.isTTY === true
  const echo = new PassThrough()
  let [isHidden, bytes, isOver] = [false, 0, false]
  echo.on('data', (chunk: Buffer) => {
    if (!isHidden) stdout.write(chunk)
  })
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      // Whatever writes so much gives no answers.
      if (bytes > MOST_BYTES) this.push(null)
      else this.push(chunk)
      done()
    },
  })
  const input = isTerminal ? stdin : stdin.pipe(bounded)
  const lines = createInterface({ input, output: echo, terminal: isTerminal })
  const waiting: string[] = []
  let wake = (): void => {}
  lines.on('line', (line) => {
    waiting.push(line)
    wake()
  })
  lines.once('close', () => {
    isOver = true
    wake()
  })
  return {
    async ask(prompt, isSecret = false) {
      if (isTerminal) lines.setPrompt(prompt)
      stdout.write(prompt)
      isHidden = isSecret
      try {
        if (waiting.length === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve))
      } finally {
        isHidden = false
        if (isSecret || !isTerminal) stdout.write('\n')
      }
      const line = waiting.shift()
      if (line !== undefined) return line
      throw new CommandFailed(EXIT.usage, 'the input ended before all questions were answered: run setup again')
    },
    close() {
      lines.close()
      stdin.unpipe(bounded)
      stdin.pause()
    },
  }
}
