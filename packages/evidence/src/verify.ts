/** Verifies an evidence package, packed or unpacked: who made it, when, and whether one byte was changed since. */
import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readdirSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { MANIFEST_FILE, type Manifest, MOST_PACKAGE_BYTES, parseManifest, SIGNATURE_FILE } from './manifest.ts'
import { LONGEST_END, parseSeal } from './seal.ts'
import { changedOf, parseSignature } from './signature.ts'

/** Something that is not as it was when the package was made. */
interface Finding {
  readonly file: string
  readonly problem: string
}

/** Verdict on a package. */
export interface Verdict {
  /** Undefined if it has none that can be read. */
  readonly manifest: Manifest | undefined
  /** Empty: nothing was changed. */
  readonly findings: readonly Finding[]
  /** The key that signed the manifest and, for a packed one, the complete file; null if unsigned. */
  readonly signer: { readonly publicKey: string; readonly fingerprint: string } | null
}

/** A manifest with a thousand gaps takes 150 kB; a wrong file must not fill the memory. */
const MOST_TEXT_BYTES = 4 * 1024 * 1024
/** A package has nine. */
const MOST_FILES = 100
/** Packing makes nothing longer by more than a thousandth; the manifest and the ends of the archive come on top. */
const MOST_ARCHIVE_BYTES = MOST_PACKAGE_BYTES + 16 * 1024 * 1024

/** A file of a package, not read yet. */
interface Part {
  readonly name: string
  /** Length according to the archive or the disk, bytes. */
  readonly bytes: number
  /** Rejects if it cannot be unpacked. */
  readonly open: () => Promise<Readable>
}

/** The files of a package, and what is wrong with them. */
class Contents {
  readonly parts = new Map<string, Part>()
  readonly findings: Finding[] = []

  find(file: string, problem: string): void {
    this.findings.push({ file, problem })
  }

  add(part: Part): void {
    if (this.parts.has(part.name)) this.find(part.name, 'is in the package twice')
    else this.parts.set(part.name, part)
  }

  /** Reads a file and passes on its bytes. Returns false, with a finding, if it cannot be read or has more than `most`. */
  async read(part: Part, most: number, take: (chunk: Buffer) => void): Promise<boolean> {
    let bytes = 0
    try {
      for await (const chunk of (await part.open()) as AsyncIterable<Buffer>) {
        bytes += chunk.length
        // An archive can say one length and unpack to another.
        if (bytes > most) {
          this.find(
            part.name,
            `was changed: it goes on after the ${most} bytes that it may have, and was not read further. Take the package anew`,
          )
          return false
        }
        take(chunk)
      }
      return true
    } catch (error) {
      this.find(part.name, `cannot be unpacked (${errorMessage(error)}): it was changed`)
      return false
    }
  }

  /** Returns the content of the manifest or its signature; undefined if it is missing or too long, with a finding. */
  async text(name: string, missing: string | undefined): Promise<Buffer | undefined> {
    const part = this.parts.get(name)
    if (!part) {
      if (missing !== undefined) this.find(name, missing)
      return undefined
    }
    const chunks: Buffer[] = []
    return (await this.read(part, MOST_TEXT_BYTES, (chunk) => chunks.push(chunk))) ? Buffer.concat(chunks) : undefined
  }
}

/**
 * Verifies a package: a ZIP file, or a folder into which one was unpacked. Rejects if `path` cannot be read at all; what
 * is wrong with the package is in the verdict. Nothing is unpacked but what the manifest lists, and no byte more.
 */
export async function verifyPackage(path: string): Promise<Verdict> {
  const contents = new Contents()
  const { isFolder, size } = await stat(path).then((found) => ({ isFolder: found.isDirectory(), size: found.size }))
  if (isFolder) {
    listFolder(path, contents)
    return { ...(await compare(contents)), findings: contents.findings }
  }
  if (size > MOST_ARCHIVE_BYTES) {
    contents.find(
      basename(path),
      `has ${size} bytes, and a package has at most ${MOST_ARCHIVE_BYTES}: it is none. Give the file that the platform made`,
    )
    return { manifest: undefined, signer: null, findings: contents.findings }
  }
  const sealedBy = await sealOf(path)
  const close = await listZip(path, contents)
  try {
    const { manifest, signer } = await compare(contents)
    checkSeal(basename(path), sealedBy, signer, contents)
    return { manifest, signer, findings: contents.findings }
  } finally {
    close()
  }
}

function listFolder(folder: string, contents: Contents): void {
  const names = readdirSync(folder).sort()
  if (names.length > MOST_FILES) {
    contents.find(basename(folder), `has ${names.length} files: unpack the package into a folder of its own`)
  }
  for (const name of names.slice(0, MOST_FILES)) {
    const path = join(folder, name)
    const found = lstatSync(path)
    if (!found.isFile()) contents.find(name, 'was added: a package has files only')
    else contents.add({ name, bytes: found.size, open: () => Promise.resolve(createReadStream(path)) })
  }
}

/** Lists the files of an archive without unpacking. Returns a function that closes it. */
async function listZip(path: string, contents: Contents): Promise<() => void> {
  let close = (): void => {}
  try {
    const zip = await yauzl.openPromise(path, { strictFileNames: true, autoClose: false })
    close = () => zip.close()
    let [entries, packed] = [0, 0]
    for await (const entry of zip.eachEntry()) {
      entries += 1
      packed += entry.compressedSize
      // Many names of one file unpack to a thousand times as much as any file of this length holds.
      if (entries > MOST_FILES || packed > zip.fileSize) {
        contents.find(basename(path), 'has more files than a package, or one under several names')
        break
      }
      contents.add({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        open: () => zip.openReadStreamPromise(entry),
      })
    }
  } catch (error) {
    contents.find(basename(path), `cannot be unpacked (${errorMessage(error)}): it was changed, or cut short`)
  }
  return close
}

/** The seal of a ZIP file: whether it fits, and whose it is. Undefined: there is none. */
type SealedBy = { readonly fits: boolean; readonly publicKey: string | null } | undefined

async function sealOf(path: string): Promise<SealedBy> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const tail = Buffer.alloc(Math.min(size, LONGEST_END))
    await handle.read(tail, 0, tail.length, size - tail.length)
    const seal = parseSeal(tail, size)
    if (!seal) return undefined
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path, { end: seal.from - 1 })) hash.update(chunk as Buffer)
    return { fits: seal.fits(hash), publicKey: seal.publicKey }
  } finally {
    await handle.close()
  }
}

/** Compares the files with the manifest, and the manifest with its signature. */
async function compare(contents: Contents): Promise<Pick<Verdict, 'manifest' | 'signer'>> {
  const written = await contents.text(MANIFEST_FILE, 'is missing: nothing says what the files should be')
  if (!written) return { manifest: undefined, signer: null }
  const manifest = parseManifest(written.toString())
  if (!manifest) contents.find(MANIFEST_FILE, 'cannot be read: it was changed, or a later release made it')
  else await compareFiles(manifest, contents)
  return { manifest, signer: await signerOf(written, manifest, contents) }
}

async function compareFiles({ files }: Manifest, contents: Contents): Promise<void> {
  const known = new Set([...files.map(({ name }) => name), MANIFEST_FILE, SIGNATURE_FILE])
  for (const name of contents.parts.keys()) if (!known.has(name)) contents.find(name, 'was added')
  const listed = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (listed > MOST_PACKAGE_BYTES) {
    contents.find(
      MANIFEST_FILE,
      `lists ${listed} bytes, and a package has at most ${MOST_PACKAGE_BYTES}: nothing was unpacked. Ask for a shorter span`,
    )
    return
  }
  for (const { name, bytes, sha256 } of files) {
    const part = contents.parts.get(name)
    if (!part) contents.find(name, 'is missing')
    else if (part.bytes !== bytes) {
      contents.find(name, `was changed: it has ${part.bytes} bytes in place of ${bytes}`)
    } else {
      const hash = createHash('sha256')
      const isRead = await contents.read(part, bytes, (chunk) => hash.update(chunk))
      if (isRead && hash.digest('hex') !== sha256) {
        contents.find(name, 'was changed: its content is not what was signed')
      }
    }
  }
}

async function signerOf(
  written: Buffer,
  manifest: Manifest | undefined,
  contents: Contents,
): Promise<Verdict['signer']> {
  const missing = manifest?.signer ? 'is missing: the manifest says that it was signed' : undefined
  const content = await contents.text(SIGNATURE_FILE, missing)
  if (!content) return null
  const signature = parseSignature(content.toString())
  if (!signature) {
    contents.find(SIGNATURE_FILE, 'was changed: it is no signature')
    return null
  }
  const changed = changedOf(written, signature)
  if (changed === 'manifest') contents.find(MANIFEST_FILE, 'was changed: it does not fit its signature')
  if (changed === 'signature') contents.find(SIGNATURE_FILE, 'was changed: it does not fit the manifest')
  if (!changed && manifest?.signer?.publicKey !== signature.publicKey) {
    contents.find(SIGNATURE_FILE, 'was replaced: the manifest names another signer')
  }
  return changed ? null : { publicKey: signature.publicKey, fingerprint: signature.fingerprint }
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

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
