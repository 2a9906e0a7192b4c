/** @file Files of a release: their signature and checksum, and how they are unpacked. */
import { spawnSync } from 'node:child_process'
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { chmodSync, createReadStream, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import * as z from 'zod/mini'

const SUMS_FILE = 'SHA256SUMS'
const SIGNATURE_FILE = 'SHA256SUMS.sig'
/** A list of checksums has some lines; anything larger is none. */
const MOST_SUMS_BYTES = 65_536
const INFO_FILE = 'release.json'
/** Where a Debian package has the release. */
const IN_PACKAGE = './opt/greenwave/package'

/** Name of a release: its version, and for a trial its commit: `0.2.0+1a2b3c4d5e6f`. A name of one folder. */
export const RELEASE_NAME = /^\d+\.\d+\.\d+(?:\+[\da-f]{1,40})?$/

const ReleaseInfo = z.object({
  name: z.string().check(z.regex(RELEASE_NAME)),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  commit: z.string(),
  arch: z.string(),
})
/** Description of a release, from its `release.json`. */
export type ReleaseInfo = z.infer<typeof ReleaseInfo>

/** Reads `release.json` of an unpacked release; undefined for a folder that is none, such as a clone. */
export function readReleaseInfo(folder: string): ReleaseInfo | undefined {
  const file = join(folder, INFO_FILE)
  if (!existsSync(file)) return undefined
  return ReleaseInfo.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
}

/**
 * Verifies a file of a release: the signature of `SHA256SUMS` beside it, and its checksum there.
 * @param keyFile PEM of the Ed25519 public key
 * @throws {CommandFailed} with the reason and what to do
 */
export async function verifyReleaseFile(file: string, keyFile: string): Promise<void> {
  const path = resolve(file)
  if (!/\.(?:deb|tar\.gz)$/.test(path)) throw unusable(`${file} is no release: give a .deb or .tar.gz of one`)
  if (!existsSync(path)) throw unusable(`${file} does not exist`)
  const folder = dirname(path)
  const [sums, signature] = [SUMS_FILE, SIGNATURE_FILE].map((name) => readBeside(folder, name)) as [Buffer, Buffer]
  if (!verify(null, sums, readPublicKey(keyFile), signature)) {
    throw unusable(
      `The signature of ${join(folder, SUMS_FILE)} is not of ${keyFile}: copy the release again, from its maker`,
    )
  }
  const line = sums
    .toString()
    .split('\n')
    .find((each) => each.endsWith(`  ${basename(path)}`))
  if (line === undefined)
    throw unusable(`${basename(path)} is not in ${join(folder, SUMS_FILE)}: give a file of that release`)
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  if (hash.digest('hex') !== line.split(' ')[0]) throw unusable(`${file} is damaged or changed: copy it again`)
}

function readBeside(folder: string, name: string): Buffer {
  const file = join(folder, name)
  if (!existsSync(file))
    throw unusable(`${file} is missing: copy ${SUMS_FILE} and ${SIGNATURE_FILE} beside the release`)
  if (statSync(file).size > MOST_SUMS_BYTES) throw unusable(`${file} is too large: copy it again`)
  return readFileSync(file)
}

function readPublicKey(file: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // As for another kind of key.
  }
  throw unusable(`${file} is not the public key of a release: give one in PEM with --key`)
}

/**
 * Unpacks a verified file into a new folder, and returns what the release says about itself.
 * @throws {CommandFailed} when it cannot be unpacked, or is for another processor
 */
export function unpackRelease(file: string, folder: string): ReleaseInfo {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // The account of the service reads it, whatever the umask of root is.
  chmodSync(folder, 0o755)
  const words = file.endsWith('.deb')
    ? [`dpkg-deb --fsys-tarfile "$1" | tar -xf - -C "$2" --no-same-owner --strip-components=4 ${IN_PACKAGE}`]
    : ['tar -xzf "$1" -C "$2" --no-same-owner --strip-components=1']
  const { status, stderr } = spawnSync('sh', ['-c', ...words, 'sh', resolve(file), folder], { encoding: 'utf8' })
  const info = status === 0 ? readReleaseInfo(folder) : undefined
  if (info === undefined) throw unusable(`${file} could not be unpacked: ${stderr.trim() || 'it has no release.json'}`)
  if (info.arch !== process.arch) throw unusable(`${file} is for ${info.arch}: this machine needs ${process.arch}`)
  return info
}

/** Compares two versions of three numbers: negative when `one` is older. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const place = left.findIndex((number, index) => number !== right[index])
  return place < 0 ? 0 : (left[place] ?? 0) - (right[place] ?? 0)
}

const unusable = (message: string): CommandFailed => new CommandFailed(EXIT.usage, message)
