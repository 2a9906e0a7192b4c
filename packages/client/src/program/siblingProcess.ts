import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isBeat, mainTaskOf, waitedForProcessorMs, watchBeats } from './heartbeat.ts'
import { note } from './terminal.ts'

/** The files that start the apps. */
const SIMULATOR = new URL('../../../../apps/simulator/src/main.ts', import.meta.url)
const COMMANDS = new URL('../../../../apps/cli/src/main.ts', import.meta.url)
const WATCHER = new URL('../../../../apps/watcher/src/main.ts', import.meta.url)

/**
 * How Node keeps the memory of 5,000 controllers small: it collects garbage early, and fills pages that are a fifth empty
 * instead of two thirds (`--memory-saver-mode`), since the state of a junction is made anew all the time. Its threads
 * keep no memory apart, and what the compiler needs for a moment is given back (`MALLOC_MMAP_THRESHOLD_`).
 */
const WATCHER_FLAGS = new URL('../../../../apps/watcher/nodeFlags.json', import.meta.url)
const WATCHER_ENVIRONMENT = new URL('../../../../apps/watcher/environment.json', import.meta.url)

/** How long a program may take to end in order, milliseconds. */
const END_WITHIN_MS = 15_000

/** A watcher without a sign of life for so many seconds stands still, and is killed. */
const STANDS_STILL_S = 7
/** Additional time for a start on a busy machine. */
const START_S = 20

/** Another program of Greenwave in a process of its own; it reaches a platform over the network only. */
export interface SiblingProcess {
  /** Resolves with its exit code, whoever ended it. */
  readonly ended: Promise<number>
  /** Tells it something; nothing if it has ended. */
  tell(message: object): void
  /** Asks it to end in order, and resolves when it has ended. */
  close(): Promise<void>
}

/** How a program is started. */
export interface SiblingOptions {
  readonly stdin: 'inherit' | 'ignore'
  /** Differences to the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Called when the program stands still, before it is killed; default: says so on standard error. */
  readonly onStandstill?: (seconds: number) => void
  /** Called when the program first gives a sign of life. */
  readonly onAlive?: () => void
  /** Called with each message that the program sends. */
  readonly onMessage?: (message: unknown, answer: (message: object) => void) => void
}

/** Starts virtual controllers with these arguments. They end when this process ends, however that happens. */
export function startSimulator(args: readonly string[], options: SiblingOptions): SiblingProcess {
  return startSibling(SIMULATOR, args, options, { flags: [], beats: false })
}

/** Starts a command of apps/cli with these arguments. It is asked to end when this process ends. */
export function startCommand(args: readonly string[], options: SiblingOptions): SiblingProcess {
  return startSibling(COMMANDS, args, options, { flags: [], beats: false })
}

/**
 * Starts a watcher with these arguments. It ends when this process ends, however that happens, and is killed when it
 * stands still.
 */
export function startWatcher(args: readonly string[], options: SiblingOptions): SiblingProcess {
  const flags = JSON.parse(readFileSync(WATCHER_FLAGS, 'utf8')) as string[]
  const environment = JSON.parse(readFileSync(WATCHER_ENVIRONMENT, 'utf8')) as Record<string, string>
  return startSibling(
    WATCHER,
    args,
    { ...options, environment: { ...environment, ...options.environment } },
    { flags, beats: true },
  )
}

function startSibling(
  file: URL,
  args: readonly string[],
  { stdin, environment, onMessage, onStandstill, onAlive }: SiblingOptions,
  { flags, beats }: { readonly flags: readonly string[]; readonly beats: boolean },
): SiblingProcess {
  const child = spawn(process.execPath, [...flags, fileURLToPath(file), ...args], {
    env: { ...process.env, ...environment },
    stdio: [stdin, 'inherit', 'inherit', 'ipc'],
  })
  const ended = endOf(child)
  const tell = (message: object): void => {
    if (child.connected) child.send(message, () => {})
  }
  let patience = START_S
  const watch =
    beats &&
    watchBeats(
      (seconds) => {
        if (seconds - patience < STANDS_STILL_S) return
        if (onStandstill) onStandstill(seconds)
        else note(`the program has stood still for ${seconds} s, and is killed`)
        child.kill('SIGKILL')
      },
      () => waitedForProcessorMs(mainTaskOf(child.pid)),
    )
  if (watch) child.once('exit', () => watch.stop())
  child.on('message', (message) => {
    if (!watch || !isBeat(message)) return onMessage?.(message, tell)
    watch.beat()
    if (patience > 0) onAlive?.()
    patience = 0
  })
  return {
    ended,
    tell,
    async close() {
      if (child.connected) child.send('stop', () => {})
      const cut = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS)
      await ended
      clearTimeout(cut)
    },
  }
}

function endOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
