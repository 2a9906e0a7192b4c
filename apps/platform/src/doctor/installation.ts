/** @file Checks of `greenwave doctor` on this machine. */
import { statfs } from 'node:fs/promises'
import { release } from 'node:os'
import process from 'node:process'
import type { Finding } from '@greenwave/client/doctor/finding'
import { VERSION } from '@greenwave/client/version'
import { CALLBACK_PATH } from '@greenwave/contract/wire/providerSignIn'
import { createProvider } from '../access/oidc/provider.ts'
import type { ProviderOptions } from '../access/oidc/providerOptions.ts'
import type { Settings } from '../start/settings.ts'
import { attempt, attemptAsync, type Found } from './attempt.ts'
import { checkBackups, checkKeptBackup } from './backupCheck.ts'
import { checkBackupTest } from './backupTest.ts'
import { checkCertificateFile, checkCertificateOf } from './certificateCheck.ts'
import { checkClock } from './clockCheck.ts'
import { checkFolder } from './folderChecks.ts'
import { checkBudgets, checkReady } from './runningCheck.ts'

const CHECK = 'sign-in provider'

/**
 * Asks the sign-in provider for its metadata, as a sign-in does. Whether it knows this client shows only when a user
 * signs in.
 */
export async function checkProvider(options: ProviderOptions, publicUrl: string | undefined): Promise<Finding> {
  try {
    const issuer = await createProvider(options, Date.now).lookUp()
    const callback = `${publicUrl ?? "the console's address"}${CALLBACK_PATH}`
    const says = `${issuer} answers; it must know ${callback} as redirect address of ${options.clientId}`
    return { check: CHECK, level: 'ok', says }
  } catch (error) {
    const says = `users cannot sign in through ${options.issuer}: ${error instanceof Error ? error.message : String(error)}`
    const fix = 'See that this machine reaches it, and that GREENWAVE_OIDC_ISSUER is the issuer that it states itself'
    return { check: CHECK, level: 'error', says, fix }
  }
}

const GIB = 2 ** 30
/** Below these a day of 5,000 controllers, or a backup, may not fit. */
const LEAST_BYTES = 2 * GIB
const FEW_BYTES = 10 * GIB
const FEW_PART = 0.1

const FIX = 'Give the disk room, or keep less: GREENWAVE_TELEMETRY_RETENTION'

/** Evaluates the room on a disk; bytes. */
export function evaluateRoom(freeBytes: number, totalBytes: number): Found {
  const says = `${gib(freeBytes)} of ${gib(totalBytes)} are free`
  if (freeBytes < LEAST_BYTES) return { level: 'error', says, fix: FIX }
  if (freeBytes < FEW_BYTES && freeBytes < totalBytes * FEW_PART) return { level: 'warning', says, fix: FIX }
  return { level: 'ok', says }
}

const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`

/** Looks at the disk of a data folder. */
async function checkDisk(dataDir: string): Promise<Found> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return evaluateRoom(bavail * bsize, blocks * bsize)
}

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
  if (settings.backup) {
    yield attempt('kept backup', () => checkKeptBackup(dataDir, Date.now()))
    yield attempt('test of the kept backup', () => checkBackupTest(dataDir, Date.now()))
  }
  const backups = attempt('backups', () => checkBackups(options.backups, Date.now()))
  yield backups
  // Without backups there is nothing to test.
  if (backups.level === 'ok') yield attempt('backup test', () => checkBackupTest(options.backups, Date.now()))
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
export function originOf(host: string, port: number): string {
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`
}
