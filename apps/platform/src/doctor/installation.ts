/** @file Checks of `greenwave doctor` on this machine. */
import { VERSION } from '@greenwave/client/version'
import { release } from 'node:os'
import process from 'node:process'
import type { Finding } from '@greenwave/client/doctor/finding'
import type { Settings } from '../start/settings.ts'
import { attempt, attemptAsync } from './attempt.ts'
import { checkBackups } from './backupCheck.ts'
import { checkCertificateFile, checkCertificateOf } from './certificateCheck.ts'
import { checkClock } from './clockCheck.ts'
import { checkDisk } from './diskCheck.ts'
import { checkFolder } from './folderChecks.ts'
import { checkProvider } from './providerCheck.ts'
import { checkBudgets, checkReady } from './runningCheck.ts'

/** The oldest Node that runs this release. */
const NODE_MAJOR = 24

/** Inputs of the checks besides the settings. */
export interface InstallationOptions {
  /** Folder of the backups, or of one backup. */
  readonly backups: string
  /** Whether every page of every database is read. */
  readonly isThorough: boolean
}

/** Looks at everything, and yields each finding as soon as it is known. Changes nothing. */
export async function* checkInstallation(settings: Settings, options: InstallationOptions): AsyncGenerator<Finding> {
  const { platformUrl, publicUrl, host, port } = settings
  yield checkVersions(process.versions.node)
  yield await checkReady(originOf(host, port))
  if (platformUrl === undefined) yield* checkOwnData(settings, options)
  else {
    const says = `they are kept by ${platformUrl}: see greenwave doctor --url ${platformUrl}`
    yield { check: 'data, controllers and accounts', level: 'ok', says }
  }
  for (const address of [publicUrl, platformUrl]) {
    if (address?.startsWith('https:')) yield await checkCertificateOf(address)
  }
}

/** Looks at what an embedded platform keeps, and at what only it has. */
async function* checkOwnData(settings: Settings, options: InstallationOptions): AsyncGenerator<Finding> {
  const { dataDir, tls, metrics, provider, publicUrl } = settings
  const folder = checkFolder(
    dataDir,
    { samplesMs: settings.telemetryRetentionMs, recordsMs: settings.recordRetentionMs },
    { isThorough: options.isThorough, nowMs: Date.now() },
  )
  yield* folder
  if (folder.length > 1) {
    yield await attemptAsync('disk', () => checkDisk(dataDir))
    yield await attemptAsync('clock', () => checkClock(dataDir))
  }
  yield attempt('backups', () => checkBackups(options.backups, Date.now()))
  yield await checkBudgets(metrics && originOf(metrics.host, metrics.port))
  if (tls) yield checkCertificateFile(tls.certFile)
  if (provider) yield await checkProvider(provider, publicUrl)
}

/** Evaluates the version of Node, such as `24.1.0`. */
export function checkVersions(node: string): Finding {
  const check = 'versions'
  const says = `Greenwave ${VERSION}, Node ${node}, ${process.platform} ${release()}`
  if (Number(node.split('.')[0]) >= NODE_MAJOR) return { check, level: 'ok', says }
  return { check, level: 'error', says, fix: `Run it with Node ${NODE_MAJOR}, which npm ci brings along` }
}

/** Returns the address by which this machine reaches a server that may listen on all of its addresses. */
function originOf(host: string, port: number): string {
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`
}
