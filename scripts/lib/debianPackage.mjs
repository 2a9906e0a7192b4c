import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setModes, writeImageFile } from './productImage.mjs'
import { Stop } from './say.mjs'
import { setTimes } from './tarball.mjs'

/** Debian's names of processors. */
export const DEBIAN_ARCH = { x64: 'amd64', arm64: 'arm64' }
/** The owner of these files is set at the installation; only root and the service read them. */
const CONFFILES = ['/etc/greenwave/greenwave.env', '/etc/greenwave/watcher.env']

/**
 * Writes a Debian package of an image: the image in `/opt/greenwave/package`, the units of deploy/systemd, their
 * settings as conffiles, and `greenwave` on the PATH. Equal images and times give equal bytes.
 * @param {{ image: string, work: string, file: string, arch: 'x64' | 'arm64', version: string, epoch: number }} options
 */
export function writeDebianPackage({ image, work, file, arch, version, epoch }) {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(join(work, 'opt/greenwave'), { recursive: true })
  cpSync(image, join(work, 'opt/greenwave/package'), { recursive: true, verbatimSymlinks: true })
  const units = join(image, 'deploy/systemd')
  for (const name of readdirSync(units)) {
    const folder = name.endsWith('.env') ? 'etc/greenwave' : 'lib/systemd/system'
    mkdirSync(join(work, folder), { recursive: true })
    cpSync(join(units, name), join(work, folder, name))
  }
  mkdirSync(join(work, 'usr/bin'), { recursive: true })
  symlinkSync('/opt/greenwave/current/bin/greenwave', join(work, 'usr/bin/greenwave'))
  setModes(work)
  for (const path of CONFFILES) chmodSync(join(work, path), 0o640)
  chmodSync(join(work, 'etc/greenwave'), 0o750)

  writeImageFile(work, 'DEBIAN/control', controlOf({ arch, version, kilobytes: kilobytesBelow(work) }))
  writeImageFile(work, 'DEBIAN/conffiles', `${CONFFILES.join('\n')}\n`)
  for (const script of readdirSync(join(image, 'deploy/debian'))) {
    cpSync(join(image, 'deploy/debian', script), join(work, 'DEBIAN', script))
    chmodSync(join(work, 'DEBIAN', script), 0o755)
  }
  chmodSync(join(work, 'DEBIAN'), 0o755)
  setTimes(work, epoch)
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }
  const words = ['--root-owner-group', '-Zgzip', '-z9', '--build', work, file]
  const { status, stderr, error } = spawnSync('dpkg-deb', words, { env, encoding: 'utf8' })
  if (status !== 0) throw new Stop(`dpkg-deb could not write ${file}: ${error?.message ?? stderr}`)
}

/** Returns the control file of the package. `kilobytes` is the size when installed. */
export function controlOf({ arch, version, kilobytes }) {
  return `Package: greenwave
Version: ${version}
Architecture: ${DEBIAN_ARCH[arch]}
Maintainer: Greenwave <greenwave@localhost>
Installed-Size: ${kilobytes}
Recommends: openssh-client
Depends: adduser, libc6 (>= 2.28), libstdc++6 (>= 6), util-linux
Section: net
Priority: optional
Description: console and IoT platform for traffic-signal controllers
 Everything that a city's traffic signals need on one machine: the gateway for
 controllers, the console, the watcher that raises alarms, and their database.
`
}

function kilobytesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.reduce((sum, entry) => sum + Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 1024), 0)
}
