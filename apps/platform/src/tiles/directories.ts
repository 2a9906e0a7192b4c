import { type Cache, type Entry, type Header, readVarint, type Source } from 'pmtiles'
import { LIMITS } from '../limits/limits.ts'
import { inflateTo } from './inflate.ts'

/** Longest directory, uncompressed. Archives have a hundredth of it; a damaged one could ask for any length. */
const DIRECTORY_BYTES = 1_048_576
/** Size of one entry as an object in memory, bytes. */
const ENTRY_BYTES = 80
/** An entry has four numbers, each of at least one byte. */
const LEAST_ENTRY_BYTES = 4

/** The directories of one archive. Those read last stay in memory, counted in bytes. */
export class Directories implements Cache {
  readonly #header: Header
  readonly #inflate = inflateTo(DIRECTORY_BYTES)
  readonly #mostBytes: number
  /** By the offset in the file; the one read longest ago comes first. */
  readonly #held = new Map<number, Entry[]>()
  #heldBytes = 0

  constructor(header: Header, mostBytes: number = LIMITS.tileDirectoryBytes.value) {
    this.#header = header
    this.#mostBytes = mostBytes
  }

  /** Bytes that are held now. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  async getHeader(): Promise<Header> {
    return this.#header
  }

  async getDirectory(source: Source, offset: number, length: number): Promise<Entry[]> {
    const held = this.#held.get(offset)
    if (held) {
      this.#held.delete(offset)
      this.#held.set(offset, held)
      return held
    }
    const { data } = await source.getBytes(offset, length)
    const entries = parseDirectory(new Uint8Array(await this.#inflate(data, this.#header.internalCompression)))
    this.#hold(offset, entries)
    return entries
  }

  /** Does nothing: the file stays open, so it cannot become another one. */
  async invalidate(): Promise<void> {}

  #hold(offset: number, entries: Entry[]): void {
    if (this.#held.has(offset)) return
    this.#held.set(offset, entries)
    this.#heldBytes += entries.length * ENTRY_BYTES
    for (const [oldest, { length }] of this.#held) {
      if (this.#heldBytes <= this.#mostBytes) break
      this.#held.delete(oldest)
      this.#heldBytes -= length * ENTRY_BYTES
    }
  }
}

/**
 * Parses a directory as the third version of PMTiles writes it: the number of entries, then column by column the steps
 * of their ids, run lengths, lengths and offsets. Throws for bytes that end too early; the package's own reader would
 * go on for ever.
 */
export function parseDirectory(bytes: Uint8Array): Entry[] {
  const from = { buf: bytes, pos: 0 }
  const count = readVarint(from)
  if (count * LEAST_ENTRY_BYTES > bytes.length) throw new Error('a directory ends too early')
  const entries: Entry[] = []
  let tileId = 0
  for (let i = 0; i < count; i += 1) {
    tileId += readVarint(from)
    entries.push({ tileId, offset: 0, length: 0, runLength: 0 })
  }
  for (const entry of entries) entry.runLength = readVarint(from)
  for (const entry of entries) entry.length = readVarint(from)
  let end = 0
  for (const entry of entries) {
    const stored = readVarint(from)
    // 0: right behind the entry before.
    entry.offset = stored === 0 ? end : stored - 1
    end = entry.offset + entry.length
  }
  if (from.pos > bytes.length) throw new Error('a directory ends too early')
  return entries
}
