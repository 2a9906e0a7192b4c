/**
 * @file The switch from one release to another, and back if the new one fails. Each step is in the journal before it is
 * taken and may be taken twice, so that a switch that was killed goes on. The service is only ever restarted: its manager
 * starts a complete release, also if this process ends in between.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { discardKept } from '../store/upgradeCopies.ts'
import { type Connections, missingConnections, mostConnections, readConnections } from './controllerConnections.ts'
import { keepReleases, pointTo } from './installedRelease.ts'
import { isReady, waitReady } from './launch.ts'
import { installPackage } from './packageRecord.ts'
import { readUpgradeJournal, removeUpgradeJournal, type UpgradeJournal, writeUpgradeJournal } from './upgradeJournal.ts'

const ASK_EVERY_MS = 250
/** The release before was ready once: it is waited for longer than for a new one, milliseconds. */
const BACK_READY_MS = 600_000

/** Inputs of a switch. */
export type SwitchOptions = Omit<UpgradeJournal, 'format' | 'phase' | 'failure' | 'connections'>

/** How a switch ended. */
export interface Switched {
  readonly from: string
  readonly to: string
  /** Without the service taking data, milliseconds; undefined when an earlier process restarted it. */
  readonly pauseMs?: number | undefined
  /** Why the release before runs again; undefined when the new one runs. */
  readonly wentBack?: string | undefined
}

/** Begins a switch: from now on `finishSwitch` ends it, in this or another process. */
export function beginSwitch(installation: string, options: SwitchOptions): void {
  discardKept(options.dataDir)
  const connections = Object.fromEntries(readConnections(new Set(options.ports)))
  writeUpgradeJournal(installation, { format: 1, phase: 'forward', connections, ...options })
}

/**
 * Ends the switch that is in the journal; undefined when none is. If the new release does not become ready, or a
 * controller that was connected does not come back, the release before is started again, with the migrated databases as
 * they were at the stop.
 * @throws {CommandFailed} when the release before does not become ready either; calling it again tries again
 */
export async function finishSwitch(
  installation: string,
  log: (line: string) => void,
  service?: string,
): Promise<Switched | undefined> {
  let pauseMs: number | undefined
  let restartedMs: number | undefined
  for (;;) {
    const read = readUpgradeJournal(installation)
    if (read === undefined) return undefined
    const journal = { ...read, service: service ?? read.service }
    const { from, to, failure, dataDir } = journal
    const next = (more: Partial<UpgradeJournal>): void => writeUpgradeJournal(installation, { ...journal, ...more })
    const goBack = (why: string): void => {
      log(`${to} ${why}: going back to ${from}`)
      next({ phase: 'back', failure: why })
    }
    switch (journal.phase) {
      case 'forward': {
        pointTo(installation, to)
        restartedMs = performance.now()
        const notStarted = restartFailure(journal)
        if (notStarted === undefined) next({ phase: 'watch' })
        else goBack(notStarted)
        break
      }
      case 'watch': {
        const isUp = await waitReady(journal.url, journal.readyMs)
        if (restartedMs !== undefined) pauseMs = performance.now() - restartedMs
        if (isUp) log(`${to} takes data again${pauseMs === undefined ? '' : ` after ${seconds(pauseMs)} s`}`)
        const why = isUp ? await watchControllers(journal, log) : `was not ready within ${seconds(journal.readyMs)} s`
        if (why === undefined) next({ phase: 'done' })
        else goBack(why)
        break
      }
      case 'back': {
        pointTo(installation, from)
        const notStarted = restartFailure(journal)
        if (notStarted !== undefined) {
          throw new CommandFailed(
            EXIT.failed,
            `${notStarted}: correct the command with greenwave upgrade --finish --service, or look at the service`,
          )
        }
        next({ phase: 'wait' })
        break
      }
      case 'wait':
        if (!(await waitReady(journal.url, BACK_READY_MS))) {
          next({ phase: 'back' })
          throw new CommandFailed(
            EXIT.failed,
            `${to} ${failure ?? 'failed'}, and ${from} is not ready again: see the log of the service, then run greenwave upgrade --finish`,
          )
        }
        removeUpgradeJournal(installation)
        return { from, to, pauseMs, wentBack: failure ?? 'failed' }
      case 'done':
        discardKept(dataDir)
        installPackage(installation, journal.file)
        keepReleases(installation, [from, to])
        removeUpgradeJournal(installation)
        return { from, to, pauseMs }
    }
  }
}

/** Watches the new release; resolves with why it fails, or undefined as soon as all controllers are back. */
async function watchControllers(
  { url, ports, watchMs, connections }: UpgradeJournal,
  log: (line: string) => void,
): Promise<string | undefined> {
  const before: Connections = new Map(Object.entries(connections))
  const total = [...before.values()].reduce((sum, count) => sum + count, 0)
  log(`Watching ${total} connections of controllers for ${seconds(watchMs)} s`)
  const untilMs = performance.now() + watchMs
  let most: Connections = new Map()
  for (;;) {
    most = mostConnections(most, readConnections(new Set(ports)))
    const missing = missingConnections(before, most)
    const isOver = performance.now() >= untilMs
    if (!(await isReady(url))) return 'is not ready any more'
    if (isOver) return missing.length === 0 ? undefined : `lost controllers at ${missing.slice(0, 10).join(', ')}`
    await pause(ASK_EVERY_MS)
  }
}

/** Restarts the service, and returns why that failed. */
function restartFailure({ service }: UpgradeJournal): string | undefined {
  const [program = '', ...words] = service.split(' ').map((word) => word.replace('{}', 'restart'))
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (status === 0) return undefined
  return `failed at ${[program, ...words].join(' ')} (${error?.message ?? stderr.trim()})`
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
