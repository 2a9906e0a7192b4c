import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { INSTALLED_WORKSPACES, isServerSource, productFiles } from './productFiles.mjs'
import { Stop } from './say.mjs'
import { packageOf, shippedPackages } from './shippedPackages.mjs'

/** Files of packages that nothing reads at run time: declarations, source maps, and headers of the runtime. */
const UNUSED = /\.d\.[cm]?ts$|\.map$|^(?:include|share)$/
/** The launcher of commands; `bin/greenwave` of an image. */
const LAUNCHER = 'deploy/bin/greenwave.sh'

/**
 * Makes the folder of a product from a working tree with installed packages and a built console: its files, its packages
 * for one kind of processor, and `bin/` with Node and the launcher.
 * @param {string} source root of the working tree
 * @param {string} target folder to make
 * @param {'x64' | 'arm64'} arch
 * @param {{ node?: boolean }} [options] `node: false` leaves out Node's runtime, where the image has its own
 */
export function createProductImage(source, target, arch, { node = true } = {}) {
  for (const file of productFiles(source)) if (!isServerSource(file)) copy(join(source, file), join(target, file))
  joinServer(source, target)
  const lock = JSON.parse(readFileSync(join(source, 'package-lock.json'), 'utf8'))
  const runtime = `node_modules/node-linux-${arch}`
  const places = [...shippedPackages(lock, ['', ...INSTALLED_WORKSPACES])].filter(
    (place) => place.includes('node_modules/') && fits(lock.packages[place], arch) && (node || place !== runtime),
  )
  for (const place of places.toSorted()) {
    if (existsSync(join(source, place))) copyPackage(source, target, place)
    else fetchPackage(place, lock.packages[place], join(target, place))
  }
  mkdirSync(join(target, 'bin'))
  if (node) symlinkSync(`../${runtime}/bin/node`, join(target, 'bin', 'node'))
  copy(join(source, LAUNCHER), join(target, 'bin', 'greenwave'))
  setModes(target)
}

/** Joins the programs of a working tree, by its own tools. */
function joinServer(source, target) {
  const { status } = spawnSync(process.execPath, [join(source, 'scripts', 'serverBundle.mjs'), target], {
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Stop('The programs could not be joined: the lines above say why.')
}

/** Returns whether a package is for this processor, with Linux and glibc. */
function fits({ os = 'linux', cpu, libc = 'glibc' }, arch) {
  // Some manifests have a text instead of a list.
  return [os].flat().includes('linux') && [cpu ?? arch].flat().includes(arch) && [libc].flat().includes('glibc')
}

/** Copies a package without the packages inside it, which have places of their own. */
function copyPackage(from, to, place) {
  if (lstatSync(join(from, place)).isSymbolicLink()) {
    mkdirSync(dirname(join(to, place)), { recursive: true })
    // A workspace: node_modules/@greenwave/contract -> ../../packages/contract.
    symlinkSync(readlinkSync(join(from, place)), join(to, place))
    return
  }
  copyUsedFiles(join(from, place), join(to, place))
}

function copyUsedFiles(from, to) {
  const inner = join(from, 'node_modules')
  const filter = (path) => path !== inner && !UNUSED.test(relative(from, path))
  cpSync(from, to, { recursive: true, filter })
}

/** Fetches a package that is not for this machine's processor from the registry, compares its checksum, and unpacks it. */
function fetchPackage(place, { name = packageOf(place), version, integrity }, target) {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-package-'))
  try {
    const words = ['pack', `${name}@${version}`, '--pack-destination', folder, '--prefer-offline', '--loglevel=error']
    const packed = spawnSync('npm', words, { encoding: 'utf8', cwd: folder })
    const [file = ''] = readdirSync(folder)
    if (packed.status !== 0) throw new Stop(`npm could not fetch ${name} ${version}: ${packed.stderr}`)
    const [algorithm, checksum] = integrity.split('-', 2)
    const found = createHash(algorithm)
      .update(readFileSync(join(folder, file)))
      .digest('base64')
    if (found !== checksum)
      throw new Stop(`${name} ${version} differs from package-lock.json: its checksum is ${found}.`)
    const { status } = spawnSync('tar', ['-xzf', join(folder, file), '-C', folder])
    if (status !== 0) throw new Stop(`tar could not unpack ${name} ${version}`)
    copyUsedFiles(join(folder, 'package'), target)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}

/** Sets the modes of a folder, so that they do not depend on who made it: programs 755, other files 644. */
export function setModes(folder) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else chmodSync(path, /\/bin\/[^/]+$/.test(path) && isProgram(path) ? 0o755 : 0o644)
  }
}

/** Returns whether a file is an ELF program, or text that names its interpreter. */
function isProgram(path) {
  const head = readFileSync(path).subarray(0, 4).toString('latin1')
  return head === '\x7FELF' || head.startsWith('#!')
}

/** Writes a file of an image with its folder, as text or JSON. */
export function writeImageFile(target, path, content) {
  const file = join(target, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`, { mode: 0o644 })
}
