import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stop } from './say.mjs'

/** The list of the checksums of a release, as sha256sum reads it, and its signature: 64 bytes of Ed25519. */
export const SUMS_FILE = 'SHA256SUMS'
export const SIGNATURE_FILE = 'SHA256SUMS.sig'
/** The public key of a release, in every image. An installed release accepts only upgrades that it signed. */
export const KEY_FILE = 'release-key.pem'

/**
 * Returns the name of a release: the version for a tag, which must be `v` and the version; for any other commit the
 * version with the commit, such as `0.2.0+1a2b3c4d5e6f`.
 * @param {{ tag: string | undefined, version: string, commit: string }} release
 */
export function releaseName({ tag, version, commit }) {
  if (tag === undefined) return `${version}+${commit.slice(0, 12)}`
  if (tag !== `v${version}`)
    throw new Stop(`The tag ${tag} has version ${version} in package.json: tag it v${version}.`, 2)
  return version
}

/**
 * Reads the key of a release: an Ed25519 key in PEM, private to sign, or public to repeat a build without a signature.
 * @returns {{ publicPem: string, sign: ((content: Buffer) => Buffer) | undefined }}
 */
export function readReleaseKey(file) {
  try {
    const pem = readFileSync(file, 'utf8')
    const publicKey = createPublicKey(pem)
    if (publicKey.asymmetricKeyType !== 'ed25519') throw new Error(`the key is ${publicKey.asymmetricKeyType}`)
    const publicPem = String(publicKey.export({ type: 'spki', format: 'pem' }))
    if (!pem.includes('PRIVATE KEY')) return { publicPem, sign: undefined }
    const privateKey = createPrivateKey(pem)
    return { publicPem, sign: (content) => sign(null, content, privateKey) }
  } catch (error) {
    throw new Stop(
      `--key ${file} cannot be used (${error.message}): give an Ed25519 key in PEM, as openssl genpkey writes it.`,
      2,
    )
  }
}

/** Writes the checksums of files of a folder, and their signature if the key can sign. */
export function writeSums(folder, names, key) {
  const line = (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')}  ${name}\n`
  const sums = Buffer.from(names.toSorted().map(line).join(''))
  writeFileSync(join(folder, SUMS_FILE), sums)
  if (key?.sign) writeFileSync(join(folder, SIGNATURE_FILE), key.sign(sums))
}
