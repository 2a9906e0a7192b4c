/**
 * @file The part of a setup that needs root: writing the settings of the installed service and starting it. Everything
 * else, above all what reads from people and networks, runs as the account of the service, in a process of its own.
 */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import type { SettingTexts } from '../start/settings.ts'
import { StartRefused } from '../start/startRefused.ts'
import { INSTALLED_SETTINGS, writeAnswers } from './settingsFile.ts'

/** Account of the installed service. */
const ACCOUNT = 'greenwave'
const UNITS = ['greenwave.service', 'greenwave-backup.timer']

/** Changes of the machine that a setup makes. Each rejects with StartRefused. */
export interface Installer {
  write(answers: SettingTexts): Promise<void>
  /** Starts the installed service, now and with the machine. */
  start(): Promise<void>
}

/** Returns the installer of a settings file that this process may write. */
export function ownInstaller(file: string): Installer {
  return {
    async write(answers) {
      writeAnswers(file, answers)
    },
    async start() {
      const { status, stderr, error } = spawnSync('systemctl', ['enable', '--now', ...UNITS], { encoding: 'utf8' })
      if (status === 0) return
      throw new StartRefused('settings', `systemctl could not start ${UNITS[0]}: ${error?.message ?? stderr.trim()}`)
    },
  }
}

type Request = { readonly write: SettingTexts } | { readonly start: true }
type Reply = { readonly problem?: string }

/** Returns the installer that asks the process which started this one. */
export function parentInstaller(): Installer {
  const ask = async (request: Request): Promise<void> => {
    const replied = once(process, 'message')
    process.send?.(request)
    const [{ problem }] = (await replied) as [Reply]
    if (problem !== undefined) throw new StartRefused('settings', problem)
  }
  return { write: (write) => ask({ write }), start: () => ask({ start: true }) }
}

/** Returns whether this process is to be the parent of a setup: root, where the package is installed. */
export function isForService(file: string): boolean {
  if (process.getuid?.() !== 0 || file !== INSTALLED_SETTINGS) return false
  return spawnSync('id', [ACCOUNT], { stdio: 'ignore' }).status === 0
}

/** Runs a command of this program as the account of the service, and does what needs root. Resolves with its exit code. */
export async function runForService(file: string, args: readonly string[]): Promise<number> {
  const installer = ownInstaller(file)
  const child = fork(process.argv[1] ?? '', args, {
    execPath: 'runuser',
    execArgv: ['-u', ACCOUNT, '--', process.execPath],
  })
  // Ctrl-C reaches both; the child ends first.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {})
  child.on('message', (request: Request) => {
    void done(installer, request).then((reply) => child.connected && child.send(reply))
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

async function done(installer: Installer, request: Request): Promise<Reply> {
  try {
    if ('start' in request) await installer.start()
    else await installer.write(request.write)
    return {}
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
