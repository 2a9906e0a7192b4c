/** Writes an evidence package: a ZIP file that is made while it is sent, however long it is. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import yazl from 'yazl'
import {
  MANIFEST_FILE,
  MOST_PACKAGE_BYTES,
  type Manifest,
  manifestText,
  type PackagedFile,
  SIGNATURE_FILE,
} from './manifest.ts'
import { Seal } from './seal.ts'
import { signatureText } from './signature.ts'
import type { Signer } from './signer.ts'

/** A file that is to be packed. */
export interface FileToPack {
  readonly name: string
  /** Returns its text, in pieces of any length. Called when the files before it are packed. */
  readonly text: () => AsyncIterable<string> | Iterable<string>
  /** Returns how many rows it has had, when all of its text was taken; null for a file without rows. */
  readonly rows: () => number | null
}

/** Every file of every package has this time, so that equal contents are equal bytes. ZIP knows none before it. */
const NO_TIME = new Date(1980, 0, 1)
const ENTRY = { mtime: NO_TIME, mode: 0o100644, forceDosTimestamp: true, compressionLevel: 6 }
/** Pieces of text are joined to chunks of this length before they are packed, letters. */
const CHUNK_LETTERS = 65_536

/**
 * Yields the bytes of a package. Leaving the loop ends the reading of the files.
 *
 * @param manifestOf returns the manifest, when all files are packed
 * @param signer null for an unsigned package
 * @param mostBytes of all files. With more, the loop ends with an error that names the file
 */
export async function* writePackage(
  files: readonly FileToPack[],
  manifestOf: (packed: readonly PackagedFile[]) => Manifest,
  signer: Signer | null,
  mostBytes: number = MOST_PACKAGE_BYTES,
): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  // What fails in one file would end the process otherwise.
  zip.on('error', (error: Error) => output.destroy(error))
  const packed: PackagedFile[] = []
  let manifest = Buffer.alloc(0)
  const addLazily = (name: string, open: () => Readable): void =>
    zip.addReadStreamLazy(name, ENTRY, (done) => {
      try {
        done(null, open())
      } catch (error) {
        done(error, Readable.from([]))
      }
    })
  const open = new Set<Readable>()
  for (const file of files) {
    addLazily(file.name, () => {
      const stream = Readable.from(bytesOf(file, packed, mostBytes), { objectMode: false })
      stream.on('error', (error) => output.destroy(error))
      open.add(stream)
      return stream
    })
  }
  addLazily(MANIFEST_FILE, () => {
    manifest = Buffer.from(manifestText(manifestOf(packed)))
    return Readable.from([manifest], { objectMode: false })
  })
  if (signer) addLazily(SIGNATURE_FILE, () => Readable.from([signatureText(manifest, signer)], { objectMode: false }))
  const sealLength = Seal.lengthBy(signer)
  zip.end({ forceZip64Format: false, comment: ' '.repeat(sealLength) })
  try {
    yield* sealed(output, sealLength, signer)
  } finally {
    for (const stream of open) stream.destroy()
    output.destroy()
  }
}

async function* bytesOf(
  { name, text, rows }: FileToPack,
  packed: PackagedFile[],
  mostBytes: number,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const bytesBefore = packed.reduce((sum, file) => sum + file.bytes, 0)
  let bytes = 0
  const chunkOf = (letters: string): Buffer => {
    const chunk = Buffer.from(letters)
    hash.update(chunk)
    bytes += chunk.length
    if (bytesBefore + bytes > mostBytes) {
      throw new Error(`With ${name} the package has more than ${mostBytes} bytes: ask for a shorter span.`)
    }
    return chunk
  }
  let waiting = ''
  for await (const piece of text()) {
    waiting += piece
    if (waiting.length < CHUNK_LETTERS) continue
    yield chunkOf(waiting)
    waiting = ''
  }
  if (waiting !== '') yield chunkOf(waiting)
  packed.push({ name, bytes, sha256: hash.digest('hex'), rows: rows() })
}

/** Passes bytes on, and puts the seal in the place of as many at the end. */
async function* sealed(
  bytes: AsyncIterable<Buffer>,
  length: number,
  signer: Signer | null,
): AsyncGenerator<Uint8Array> {
  const seal = new Seal(signer)
  let held = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const all = Buffer.concat([held, chunk])
    const ready = all.subarray(0, Math.max(0, all.length - length))
    held = all.subarray(ready.length)
    if (ready.length === 0) continue
    seal.add(ready)
    yield ready
  }
  yield Buffer.from(seal.text())
}
