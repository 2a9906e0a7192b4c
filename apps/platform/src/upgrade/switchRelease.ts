/** @file The switch from one release to another, and back if the new one fails. */
import { spawnSync } from 'node:child_process'
import { chownSync, constants, copyFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { type Connections, missingConnections, mostConnections, readConnections } from './controllerConnections.ts'
import { type Installation, pointTo } from './installedRelease.ts'
import { isReady, waitReady } from './launch.ts'

/** Folder in the data folder with the databases as they were before a start that migrates them. */
const BEFORE = 'before-upgrade'
const ASK_EVERY_MS = 250
/** The release before was ready once: it is waited for longer than for a new one, milliseconds. */
const BACK_READY_MS = 600_000

/** How a service is stopped and started: a command with `{}` for the verb, such as `systemctl {} greenwave`. */
type ServiceCommand = string

/** Inputs of a switch. */
export interface SwitchOptions {
  readonly installation: Installation
  /** Name of the new release, which is unpacked. */
  readonly next: string
  readonly service: ServiceCommand
  readonly dataDir: string
  /** Address at which the service answers on this machine. */
  readonly url: string
  /** Ports to which controllers connect. */
  readonly ports: ReadonlySet<number>
  /** Databases of the data folder whose schema the new release changes. */
  readonly migrates: readonly string[]
  /** Longest wait for the new release to take requests, milliseconds. */
  readonly readyMs: number
  /** For how long controllers may come back, milliseconds. */
  readonly watchMs: number
  readonly log: (line: string) => void
}

/** How a switch ended. */
export interface Switched {
  /** Without the service taking data, milliseconds. */
  readonly pauseMs: number
  /** Why the release before runs again; undefined when the new one runs. */
  readonly wentBack?: string
}

/**
 * Starts the new release in place of the current one. If it does not become ready, or a controller that was connected
 * does not come back, the release before is started again, with the migrated databases as they were at the stop.
 */
export async function switchRelease(options: SwitchOptions): Promise<Switched> {
  const { installation, next, service, ports, log } = options
  const before = readConnections(ports)
  const restore = options.migrates.length > 0 ? stopAndKeep(options) : undefined
  const beganMs = restore?.beganMs ?? performance.now()
  pointTo(installation, next)
  // Without a copy the service manager does both, also if this command is killed.
  const notStarted = serviceFailure(service, restore ? 'start' : 'restart')
  const isUp = notStarted === undefined && (await waitReady(options.url, options.readyMs))
  const pauseMs = performance.now() - beganMs
  if (isUp)
    log(`${next} takes data again after ${seconds(pauseMs)} s; watching ${total(before)} connections of controllers`)
  const failure = isUp
    ? await watchControllers(options, before)
    : (notStarted ?? `was not ready within ${seconds(options.readyMs)} s`)
  if (failure === undefined) {
    restore?.discard()
    return { pauseMs }
  }
  log(`${next} ${failure}: going back to ${installation.current.name}`)
  if (restore) {
    runService(service, 'stop')
    restore.putBack()
  }
  pointTo(installation, installation.current.name)
  runService(service, restore ? 'start' : 'restart')
  if (!(await waitReady(options.url, BACK_READY_MS))) {
    throw new CommandFailed(
      EXIT.failed,
      `${next} ${failure}, and ${installation.current.name} is not ready again: see the log of the service`,
    )
  }
  return { pauseMs, wentBack: failure }
}

/** Watches the new release; resolves with why it fails, or undefined as soon as all controllers are back. */
async function watchControllers(
  { url, ports, watchMs }: SwitchOptions,
  before: Connections,
): Promise<string | undefined> {
  const untilMs = performance.now() + watchMs
  let most: Connections = new Map()
  for (;;) {
    most = mostConnections(most, readConnections(ports))
    const missing = missingConnections(before, most)
    const isOver = performance.now() >= untilMs
    if (!(await isReady(url))) return 'is not ready any more'
    if (isOver) return missing.length === 0 ? undefined : `lost controllers at ${missing.slice(0, 10).join(', ')}`
    await pause(ASK_EVERY_MS)
  }
}

/** Stops the service, and keeps a copy of the databases that will be migrated; the others stay as they are. */
function stopAndKeep({ service, dataDir, migrates }: SwitchOptions) {
  const kept = join(dataDir, BEFORE)
  rmSync(kept, { recursive: true, force: true })
  const beganMs = performance.now()
  runService(service, 'stop')
  try {
    for (const name of migrates) copyAs(join(dataDir, name), join(kept, name))
  } catch (error) {
    rmSync(kept, { recursive: true, force: true })
    runService(service, 'start')
    throw error
  }
  return {
    beganMs,
    discard: () => rmSync(kept, { recursive: true, force: true }),
    /** Puts the databases back; what the new release made of them stays in a folder beside. */
    putBack() {
      const aside = join(dataDir, 'set-aside', `upgrade-${new Date().toISOString().replaceAll(/[:.]/g, '')}`)
      for (const name of migrates) {
        for (const suffix of ['', '-wal', '-shm']) moveIfThere(join(dataDir, name + suffix), join(aside, name + suffix))
      }
      for (const name of migrates) renameSync(join(kept, name), join(dataDir, name))
      rmSync(kept, { recursive: true, force: true })
    },
  }
}

/** Copies a file with its owner; on a file system that can, without copying its blocks. */
function copyAs(from: string, to: string): void {
  makeFolderLike(dirname(from), dirname(to))
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  const { uid, gid } = statSync(from)
  chownSync(to, uid, gid)
}

function makeFolderLike(model: string, folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) === undefined) return
  const { uid, gid } = statSync(model)
  chownSync(folder, uid, gid)
}

function moveIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) === undefined) return
  makeFolderLike(dirname(from), dirname(to))
  renameSync(from, to)
}

/** @throws {CommandFailed} when the service manager refuses */
function runService(command: ServiceCommand, verb: 'stop' | 'start' | 'restart'): void {
  const failure = serviceFailure(command, verb)
  if (failure !== undefined)
    throw new CommandFailed(EXIT.failed, `${failure}: correct --service, or look at the service`)
}

/** Runs a verb of the service, and returns why it failed. */
function serviceFailure(command: ServiceCommand, verb: 'stop' | 'start' | 'restart'): string | undefined {
  const [program = '', ...words] = command.split(' ').map((word) => word.replace('{}', verb))
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (status === 0) return undefined
  return `failed at ${[program, ...words].join(' ')} (${error?.message ?? stderr.trim()})`
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const total = (connections: Connections): number => [...connections.values()].reduce((sum, count) => sum + count, 0)
