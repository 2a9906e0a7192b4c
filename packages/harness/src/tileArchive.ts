/** @file Makes archives of map tiles for tests: PMTiles, version 3. */
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'

/** One tile of an archive. */
interface ArchivedTile {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly bytes: Uint8Array
}

/** What an archive holds. */
export interface ArchiveContents {
  readonly tiles: readonly ArchivedTile[]
  /** What the tiles are, in the format's numbers: 1 vector, 2 png (the default), 3 jpeg, 4 webp. */
  readonly tileType?: number
  readonly metadata?: Record<string, unknown>
  /** Divides the directory into leaves of so many entries; by default it is one. */
  readonly entriesOfLeaf?: number
}

interface Entry {
  readonly tileId: number
  readonly offset: number
  readonly length: number
  /** How many tiles the entry is of; 0: it is a leaf directory. */
  readonly runLength: number
}

const HEADER_BYTES = 127
const [GZIP, UNCOMPRESSED, PNG] = [2, 1, 2]

/** Returns the bytes of an archive with these tiles. */
export function tileArchive({ tiles, tileType = PNG, metadata = {}, entriesOfLeaf }: ArchiveContents): Buffer {
  const sorted = tiles
    .map(({ z, x, y, bytes }) => ({ tileId: zxyToTileId(z, x, y), bytes }))
    .sort((a, b) => a.tileId - b.tileId)
  let end = 0
  const entries = sorted.map(({ tileId, bytes: { length } }): Entry => {
    end += length
    return { tileId, offset: end - length, length, runLength: 1 }
  })
  const leaves: Buffer[] = []
  const root = entriesOfLeaf === undefined ? entries : leafEntries(entries, entriesOfLeaf, leaves)
  const parts = [directory(root), gzipSync(JSON.stringify(metadata)), Buffer.concat(leaves)]
  const zooms = tiles.map(({ z }) => z)

  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const contents = [...parts, Buffer.concat(sorted.map(({ bytes }) => bytes))]
  let offset = HEADER_BYTES
  for (const [i, { length }] of contents.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + i * 16)
    offset += length
  }
  for (let at = 72; at < 96; at += 8) header.writeBigUInt64LE(BigInt(tiles.length), at)
  header.set([1, GZIP, UNCOMPRESSED, tileType, Math.min(...zooms), Math.max(...zooms)], 96)
  return Buffer.concat([header, ...contents])
}

function leafEntries(entries: readonly Entry[], size: number, leaves: Buffer[]): Entry[] {
  const root: Entry[] = []
  let end = 0
  for (let from = 0; from < entries.length; from += size) {
    const part = entries.slice(from, from + size)
    const leaf = directory(part)
    root.push({ tileId: part[0]?.tileId ?? 0, offset: end, length: leaf.length, runLength: 0 })
    end += leaf.length
    leaves.push(leaf)
  }
  return root
}

/** Writes a directory, column by column. */
function directory(entries: readonly Entry[]): Buffer {
  const steps = entries.map(({ tileId }, i) => tileId - (entries[i - 1]?.tileId ?? 0))
  const columns = [
    ...steps,
    ...entries.map(({ runLength }) => runLength),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }) => offset + 1),
  ]
  return gzipSync(Buffer.concat([entries.length, ...columns].map(varint)))
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  return Buffer.from([...bytes, rest])
}

/** Returns a tile of one colour with a thin edge, 256 by 256 pixels, as PNG. */
export function pngTile([red, green, blue]: readonly [red: number, green: number, blue: number]): Buffer {
  const side = 256
  const size = Buffer.alloc(8)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  // One byte a pixel, an index of the palette; before each row its filter, none.
  const rows = Array.from({ length: side }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: side }, (_, x) => (x === 0 || y === 0 ? 1 : 0))]),
  )
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 3, 0, 0, 0])])),
    chunk('PLTE', Buffer.from([red, green, blue, red >> 1, green >> 1, blue >> 1])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
