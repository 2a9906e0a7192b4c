/** @file The command line as a user sees it: a process with arguments, outputs, signals and an exit code. */
import { type ChildProcess, spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../scripts/greenwave.mjs', import.meta.url))

/** How a process ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A running `greenwave` process. */
export interface GreenwaveProcess {
  readonly pid: number
  /** Returns all output so far. */
  said(): string
  /** Resolves with the match when the output matches. Rejects when the process ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>
  signal(name: NodeJS.Signals): void
  /** Closes the reading end of standard output, as `head` does when it has enough. */
  stopReading(): void
  readonly ended: Promise<Ended>
}

/**
 * Starts `greenwave` with these arguments, without the settings in the tests' own environment.
 * @param input standard input; default: none
 */
export function startGreenwave(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
  input?: string,
): GreenwaveProcess {
  const child: ChildProcess = spawn(process.execPath, [...nodeFlags, MAIN, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.on('error', () => {}).end(input)
  let stdout = ''
  let stderr = ''
  let isOver = false
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    tell()
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    tell()
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      isOver = true
      tell()
      resolve({ code, stdout, stderr })
    })
  })
  return {
    pid: child.pid ?? 0,
    said: () => stdout + stderr,
    says(pattern) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(stdout + stderr)
          if (!match && !isOver) return
          listeners.delete(look)
          if (match) resolve(match)
          else reject(new Error(`greenwave ended without saying ${String(pattern)}:\n${stdout}${stderr}`))
        }
        listeners.add(look)
        look()
      })
    },
    signal: (name) => child.kill(name),
    stopReading: () => void child.stdout?.destroy(),
    ended,
  }
}

/** Runs `greenwave` until it ends. */
export function runGreenwave(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return startGreenwave(args, env).ended
}
