/** @file The releases of an installation: a folder each, and the link `current` to the one that the service runs. */
import { existsSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import { type ReleaseInfo, readReleaseInfo } from './releaseFile.ts'

const LINK = 'current'
const RELEASES = 'releases'
/** The root of the release that runs this command. */
const OWN_ROOT = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '')

/** An installation, such as the one in `/opt/greenwave`. */
export interface Installation {
  readonly folder: string
  /** The release that the service runs. */
  readonly current: ReleaseInfo
}

/** Finds the installation whose release runs this command. @throws {CommandFailed} for a clone */
export function findInstallation(root = OWN_ROOT): Installation {
  const folder = dirname(dirname(root))
  const current = readReleaseInfo(root)
  const link = join(folder, LINK)
  if (current === undefined || !existsSync(link) || realpathSync(link) !== realpathSync(root)) {
    throw new CommandFailed(
      EXIT.usage,
      `${root} is not the release that a service runs: use the greenwave of ${LINK} in the folder of the installation; a clone is upgraded by git pull`,
    )
  }
  return { folder, current }
}

/** Returns the folder of a release of an installation. */
export const releaseFolder = ({ folder }: Installation, name: string): string => join(folder, RELEASES, name)

/** Makes a release the one that the service starts next, at once or not at all. */
export function pointTo({ folder }: Installation, name: string): void {
  const made = join(folder, `${LINK}.new`)
  rmSync(made, { force: true })
  symlinkSync(join(RELEASES, name), made)
  renameSync(made, join(folder, LINK))
}

/** Removes all releases but these. */
export function keepReleases(installation: Installation, names: readonly string[]): void {
  const folder = join(installation.folder, RELEASES)
  for (const name of readdirSync(folder)) {
    if (!names.includes(name)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
