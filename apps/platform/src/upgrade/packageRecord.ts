import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { note } from '@greenwave/client/program/terminal'

/** Where a Debian package has its release; an installation from an archive has none. */
const PACKAGE = 'package'

/**
 * Installs the package of a release that runs already, so that Debian's list of packages and the units agree with it. Its
 * script finds the release in place, and restarts nothing.
 */
export function installPackage(installation: string, file: string): void {
  if (!file.endsWith('.deb') || !existsSync(join(installation, PACKAGE))) return
  const { status, stdout, stderr } = spawnSync('dpkg', ['--force-confold', '-i', file], { encoding: 'utf8' })
  if (status !== 0) note(`The new release runs, but dpkg did not note it: run dpkg -i ${file}\n${stdout}${stderr}`)
}
