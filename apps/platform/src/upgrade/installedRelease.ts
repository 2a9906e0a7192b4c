/** @file The releases of an installation: a folder each, and the link `current` to the one that the service runs. */
import { existsSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { lockDataDir } from '../store/dataDirLock.ts'
import { type ReleaseInfo, readReleaseInfo } from './releaseFile.ts'

const LINK = 'current'
const RELEASES = 'releases'
/** The root of the release that runs this command. */
const OWN_ROOT = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '')

/** An installation, such as the one in `/opt/greenwave`. */
export interface Installation {
  readonly folder: string
  /** The release that runs this command; for `upgrade FILE` it is the one that the service runs. */
  readonly own: ReleaseInfo
}

/** Returns the installation whose release runs this command; undefined for a clone. */
export function ownInstallation(root = OWN_ROOT): Installation | undefined {
  const own = readReleaseInfo(root)
  return own && { folder: dirname(dirname(root)), own }
}

/** Finds the installation whose service runs this release. @throws {CommandFailed} for a clone */
export function findInstallation(root = OWN_ROOT): Installation {
  const found = ownInstallation(root)
  const link = found && join(found.folder, LINK)
  if (link !== undefined && existsSync(link) && realpathSync(link) === realpathSync(root)) return found as Installation
  throw new CommandFailed(
    EXIT.usage,
    `${root} is not the release that a service runs: use the greenwave of ${LINK} in the folder of the installation; a clone is upgraded by git pull`,
  )
}

/** Returns the folder of a release of an installation. */
export const releaseFolder = (installation: string, name: string): string => join(installation, RELEASES, name)

/** Makes a release the one that the service starts next, at once or not at all. */
export function pointTo(installation: string, name: string): void {
  const made = join(installation, `${LINK}.new`)
  rmSync(made, { force: true })
  symlinkSync(join(RELEASES, name), made)
  renameSync(made, join(installation, LINK))
}

/** Removes all releases but these. */
export function keepReleases(installation: string, names: readonly string[]): void {
  const folder = join(installation, RELEASES)
  for (const name of readdirSync(folder)) {
    if (!names.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** A lock that nothing refers to would be released some time. */
const locks: (() => void)[] = []

/** Locks an installation for one upgrade, until this process ends. Returns whether no other process has the lock. */
export function lockInstallation(installation: string): boolean {
  try {
    locks.push(lockDataDir(installation))
    return true
  } catch (error) {
    if (error instanceof StoreRefused) return false
    throw error
  }
}
