/** @file Another program of Greenwave as a process of its own, with its output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** A running program. */
export interface ProgramProcess {
  /** Returns everything that it has written so far. */
  said(): string
  /** Tells it something over its channel. */
  tell(message: object): void
  /** Ends it by a signal; resolves with its exit code, null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
  readonly ended: Promise<number | null>
}

/** Starts a program of `apps/` with these arguments. */
export function startProgram(
  app: 'simulator' | 'watcher',
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ProgramProcess {
  const main = fileURLToPath(new URL(`../../../${app}/src/main.ts`, import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [main, ...args], {
    // Without the compile cache a start takes four times as long.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const hear = (text: string): void => {
    output += text
  }
  child.stdout?.setEncoding('utf8').on('data', hear)
  child.stderr?.setEncoding('utf8').on('data', hear)
  const ended = once(child, 'close').then(([code]): number | null => (typeof code === 'number' ? code : null))
  return {
    said: () => output,
    tell: (message) => child.send(message),
    end(signal) {
      child.kill(signal)
      return ended
    },
    ended,
  }
}
