/** Verifies an evidence package, packed or unpacked: who made it, when, and whether one byte was changed since. */
import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readdirSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { MANIFEST_FILE, type Manifest, readManifest, SIGNATURE_FILE } from './manifest.ts'
import { LONGEST_END, readSeal } from './seal.ts'
import { changedOf, readSignature } from './signature.ts'

/** Something that is not as it was when the package was made. */
interface Finding {
  readonly file: string
  readonly problem: string
}

/** What a package proves. */
export interface Verdict {
  /** Undefined if it has none that can be read. */
  readonly manifest: Manifest | undefined
  /** Empty: nothing was changed. */
  readonly findings: readonly Finding[]
  /** The key that signed the manifest and, of a packed one, the whole file; null if nobody's did. */
  readonly signer: { readonly publicKey: string; readonly fingerprint: string } | null
}

/** A manifest with a thousand gaps takes 100 kB; a wrong file must not fill the memory. */
const MOST_TEXT_BYTES = 4 * 1024 * 1024
/** A package has eight. */
const MOST_FILES = 100
/** Months of seconds take 1 GB. A small file that unpacks to more than this is no package. */
const MOST_BYTES = 64 * 1024 ** 3

/** A file as it is found. */
interface FoundFile {
  readonly name: string
  readonly sha256: string
  readonly bytes: number
  /** Of the manifest and its signature, if they are no longer than they may be. */
  readonly content: Buffer | undefined
}

/** Collects what is found. */
class Contents {
  readonly files = new Map<string, FoundFile>()
  readonly findings: Finding[] = []
  #bytes = 0

  find(file: string, problem: string): void {
    this.findings.push({ file, problem })
  }

  /** Takes a file; one that cannot be read to its end is a finding. Returns whether to go on. */
  async add(name: string, stream: Readable): Promise<boolean> {
    if (this.files.has(name)) this.find(name, 'is in the package twice')
    const hash = createHash('sha256')
    const kept: Buffer[] | undefined = [MANIFEST_FILE, SIGNATURE_FILE].includes(name) ? [] : undefined
    let bytes = 0
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        hash.update(chunk)
        bytes += chunk.length
        this.#bytes += chunk.length
        if (bytes <= MOST_TEXT_BYTES) kept?.push(chunk)
        if (this.#bytes > MOST_BYTES) throw new Error('the package unpacks to more than a package has')
      }
    } catch (error) {
      this.find(name, `cannot be unpacked (${messageOf(error)}): it was changed`)
    }
    const content = kept && bytes <= MOST_TEXT_BYTES ? Buffer.concat(kept) : undefined
    this.files.set(name, { name, sha256: hash.digest('hex'), bytes, content })
    return this.#bytes <= MOST_BYTES && this.files.size <= MOST_FILES
  }
}

/**
 * Verifies a package: a ZIP file, or a folder into which one was unpacked. Rejects if `path` cannot be read at all; what
 * is wrong with the package is in the verdict.
 */
export async function verifyPackage(path: string): Promise<Verdict> {
  const contents = new Contents()
  const isFolder = (await stat(path)).isDirectory()
  const sealedBy = isFolder ? await readFolder(path, contents) : await readZip(path, contents)
  const { manifest, signer } = compare(contents)
  if (!isFolder) checkSeal(basename(path), sealedBy, signer, contents)
  return { manifest, signer, findings: contents.findings }
}

async function readFolder(folder: string, contents: Contents): Promise<undefined> {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name)
    if (!lstatSync(path).isFile()) contents.find(name, 'was added: a package has files only')
    else if (!(await contents.add(name, createReadStream(path)))) break
  }
  return undefined
}

/** The seal of a ZIP file: whether it fits, and whose it is. Undefined: there is none. */
type SealedBy = { readonly fits: boolean; readonly publicKey: string | null } | undefined

async function readZip(path: string, contents: Contents): Promise<SealedBy> {
  const sealedBy = await sealOf(path)
  try {
    const zip = await yauzl.openPromise(path, { strictFileNames: true })
    let [entries, packed] = [0, 0]
    for await (const entry of zip.eachEntry()) {
      entries += 1
      packed += entry.compressedSize
      // Many names of one file unpack to a thousand times as much as any file of this length holds.
      if (entries > MOST_FILES || packed > zip.fileSize) {
        contents.find(basename(path), 'has more files than a package, or one under several names')
        break
      }
      let stream: Readable
      try {
        stream = await zip.openReadStreamPromise(entry)
      } catch (error) {
        contents.find(entry.fileName, `cannot be unpacked (${messageOf(error)}): it was changed`)
        continue
      }
      if (!(await contents.add(entry.fileName, stream))) break
    }
  } catch (error) {
    contents.find(basename(path), `cannot be unpacked (${messageOf(error)}): it was changed, or cut short`)
  }
  return sealedBy
}

async function sealOf(path: string): Promise<SealedBy> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const tail = Buffer.alloc(Math.min(size, LONGEST_END))
    await handle.read(tail, 0, tail.length, size - tail.length)
    const seal = readSeal(tail, size)
    if (!seal) return undefined
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path, { end: seal.from - 1 })) hash.update(chunk as Buffer)
    return { fits: seal.fits(hash), publicKey: seal.publicKey }
  } finally {
    await handle.close()
  }
}

/** Compares the files with the manifest, and the manifest with its signature. */
function compare(contents: Contents): Pick<Verdict, 'manifest' | 'signer'> {
  const { files, findings } = contents
  const written = files.get(MANIFEST_FILE)?.content
  const manifest = written && readManifest(written.toString())
  if (!written) contents.find(MANIFEST_FILE, 'is missing: nothing says what the files should be')
  else if (!manifest) contents.find(MANIFEST_FILE, 'cannot be read: it was changed, or a later release made it')
  const unreadable = new Set(findings.map(({ file }) => file))
  for (const { name, bytes, sha256 } of manifest?.files ?? []) {
    const found = files.get(name)
    if (!found) contents.find(name, 'is missing')
    else if (unreadable.has(name)) continue
    else if (found.bytes !== bytes) contents.find(name, `was changed: it has ${found.bytes} bytes in place of ${bytes}`)
    else if (found.sha256 !== sha256) contents.find(name, 'was changed: its content is not what was signed')
  }
  const known = new Set([...(manifest?.files ?? []).map(({ name }) => name), MANIFEST_FILE, SIGNATURE_FILE])
  if (manifest) for (const name of files.keys()) if (!known.has(name)) contents.find(name, 'was added')
  return { manifest, signer: written ? signerOf(written, manifest, contents) : null }
}

function signerOf(written: Buffer, manifest: Manifest | undefined, contents: Contents): Verdict['signer'] {
  const file = contents.files.get(SIGNATURE_FILE)
  if (!file) {
    if (manifest?.signer) contents.find(SIGNATURE_FILE, 'is missing: the manifest says that it was signed')
    return null
  }
  const said = file.content && readSignature(file.content.toString())
  if (!said) {
    contents.find(SIGNATURE_FILE, 'was changed: it is no signature')
    return null
  }
  const changed = changedOf(written, said)
  if (changed === 'manifest') contents.find(MANIFEST_FILE, 'was changed: it does not fit its signature')
  if (changed === 'signature') contents.find(SIGNATURE_FILE, 'was changed: it does not fit the manifest')
  if (!changed && manifest?.signer?.publicKey !== said.publicKey) {
    contents.find(SIGNATURE_FILE, 'was replaced: the manifest names another signer')
  }
  return changed ? null : { publicKey: said.publicKey, fingerprint: said.fingerprint }
}

/** The seal says what is left to say: that the file itself was changed around its files. */
function checkSeal(file: string, sealedBy: SealedBy, signer: Verdict['signer'], contents: Contents): void {
  const isWhole = sealedBy?.fits === true && sealedBy.publicKey === (signer?.publicKey ?? null)
  if (isWhole || contents.findings.length > 0) return
  contents.find(
    file,
    sealedBy
      ? 'was changed, although the files in it are as they were: unpack it and verify the folder'
      : 'was packed anew or cut short, although the files in it are as they were: unpack it and verify the folder',
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
