/**
 * @file Stands for systemd with the units of deploy/systemd: runs the release that `current` names, starts it again when it
 * ends, and with each start `upgrade --finish` while there is a journal.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const RESTART_MS = 1000
const STOP_MS = 30_000
const LAUNCHER = 'current/bin/greenwave'

/** A service of an installation. */
export interface ServiceManager {
  /** Command with `{}` for a verb, as `upgrade --service` takes it. */
  readonly command: string
  /** Runs `start`, `stop` or `restart`. */
  run(verb: string): Promise<void>
  /** The running platform and finisher, if there are. */
  platform(): ChildProcess | undefined
  finisher(): ChildProcess | undefined
  /** Folder of the release that runs. */
  release(): string | undefined
  output(): string
  close(): Promise<void>
}

/** Starts to manage the service of an installation. */
export async function manageService(installation: string, env: NodeJS.ProcessEnv): Promise<ServiceManager> {
  let platform: ChildProcess | undefined
  let finisher: ChildProcess | undefined
  let release: string | undefined
  let isWanted = false
  let output = ''

  function run(words: readonly string[], onExit: (code: number | null) => void): ChildProcess {
    const child = spawn(join(installation, LAUNCHER), words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text) => {
        output = (output + String(text)).slice(-20_000)
      })
    }
    child.on('exit', onExit)
    return child
  }

  function finish(): void {
    if (finisher !== undefined || !existsSync(join(installation, 'upgrade.json'))) return
    finisher = run(['upgrade', '--finish'], (code) => {
      finisher = undefined
      if (isWanted && code !== 0 && code !== 2) setTimeout(finish, RESTART_MS).unref()
    })
  }

  function start(): void {
    if (platform !== undefined) return
    release = realpathSync(join(installation, 'current'))
    const child = run(['serve'], (code) => {
      if (platform !== child) return
      platform = undefined
      if (isWanted && code !== 2) setTimeout(() => isWanted && start(), RESTART_MS).unref()
    })
    platform = child
    finish()
  }

  async function stop(): Promise<void> {
    const child = platform
    if (child === undefined) return
    const ended = once(child, 'exit')
    const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    child.kill('SIGTERM')
    await ended
    clearTimeout(kill)
  }

  async function runVerb(verb: string): Promise<void> {
    isWanted = verb !== 'stop'
    if (verb !== 'start') {
      const wasWanted = isWanted
      isWanted = false
      await stop()
      isWanted = wasWanted
    }
    if (isWanted) start()
  }

  const server = createServer((socket) => {
    // The caller may be killed, as the client of a service manager may be: its order stands.
    socket.on('error', () => {})
    socket.once('data', (verb) => {
      runVerb(String(verb).trim()).then(
        () => socket.end('ok\n'),
        () => socket.end('failed\n'),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const script = join(installation, 'service')
  const call = `exec 3<>/dev/tcp/127.0.0.1/${port}; echo "$1" >&3; read -r answer <&3; [ "$answer" = ok ]`
  writeFileSync(script, `#!/bin/bash\n${call}\n`, { mode: 0o755 })
  return {
    command: `${script} {}`,
    run: runVerb,
    platform: () => platform,
    finisher: () => finisher,
    release: () => release,
    output: () => output,
    async close() {
      isWanted = false
      finisher?.kill('SIGKILL')
      await stop()
      while (finisher !== undefined) await pause(20)
      server.close()
    },
  }
}
