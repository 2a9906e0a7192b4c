import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Readable } from 'node:stream'
import { until } from '@greenwave/harness/until'

/** A program that runs in the machine. */
interface StartedProgram {
  readonly output: Readable
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<unknown>
}

/** A bare Debian with its own systemd, in which packages are installed; loopback is its only network. */
export interface BareMachine {
  /** Returns a path of the machine as this process sees it. */
  path(inside: string): string
  /** Runs a program as root, and returns its output. Throws when it fails. */
  run(command: string, ...args: readonly string[]): string
  /** Runs a program with this standard input. */
  runWith(input: string, command: string, ...args: readonly string[]): string
  /** Runs a program as root; returns its exit code and output. */
  tryRun(command: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string }
  /** Starts a program as root. */
  start(command: string, args: readonly string[], extra?: Readonly<Record<string, string>>): StartedProgram
  /** Returns the log of the service. */
  serviceLog(): string
  /** Shuts the machine down. */
  halt(): Promise<void>
}

/**
 * Boots the Debian in a folder, in the network of this process. Its systemd is the real one, so units start, restart,
 * wait and are confined as in a city.
 */
export async function bootMachine(root: string): Promise<BareMachine> {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  const container = spawn('systemd-nspawn', ['-q', '-D', root, '--register=no', '--keep-unit', '--boot'], {
    stdio: 'ignore',
    detached: true,
  })
  const env = ['-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive']
  const inside = (command: string, args: readonly string[], extra: Readonly<Record<string, string>> = {}) => {
    const own = Object.entries(extra).map(([name, value]) => `${name}=${value}`)
    return ['--target', childOf(container), '--all', 'env', ...env, ...own, command, ...args]
  }
  const tryWith = (input: string, command: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('nsenter', inside(command, args), { input, encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }
  const runWith = (input: string, command: string, ...args: readonly string[]) => {
    const { status, output } = tryWith(input, command, args)
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${output}`)
    return output
  }
  await until('systemd to have started', () => {
    if (container.exitCode !== null) throw new Error(`systemd-nspawn ended with ${container.exitCode}`)
    return tryWith('', 'systemctl', ['is-system-running']).output.trim() === 'running'
  })
  return {
    path: (path) => join(root, path),
    tryRun: (command, ...args) => tryWith('', command, args),
    run: (command, ...args) => runWith('', command, ...args),
    runWith,
    start(command, args, extra) {
      // The shell joins both outputs.
      const words = ['sh', ['-c', 'exec "$@" 2>&1', command, command, ...args], extra] as const
      const child = spawn('nsenter', inside(...words), { stdio: ['ignore', 'pipe', 'inherit'] })
      return {
        output: child.stdout,
        // A signal to nsenter would not reach what it waits for.
        kill: (signal) => void process.kill(Number(childOf(child)), signal),
        ended: once(child, 'exit'),
      }
    },
    serviceLog: () => runWith('', 'journalctl', '--no-pager', '-u', 'greenwave'),
    async halt() {
      const ended = once(container, 'exit')
      runWith('', 'systemctl', 'poweroff')
      await ended
    },
  }
}

/** Returns the first child of a process: of systemd-nspawn, the init of its machine; of nsenter, its program. */
function childOf({ pid }: ChildProcess): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? ''
}
