/** @file An archive of map tiles in one file (PMTiles, version 3), of which only the requested parts are read. */
import { type FileHandle, open } from 'node:fs/promises'
import { bytesToHeader, type Header, PMTiles, type Source, TileType } from 'pmtiles'
import { LIMITS } from '../limits/limits.ts'
import { Directories } from './directories.ts'
import { inflateTo } from './inflate.ts'

const ENTITIES: Readonly<Record<string, string>> = { copy: '©', amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** Returns the text of a piece of HTML: archives state their makers with links, and the console shows plain text. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(
      /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
        return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
      },
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** An open archive. */
export interface TileArchive {
  /** The media type of every tile, such as `image/png`. */
  readonly mediaType: string
  /** The usual ending of a file of that type, without the dot. */
  readonly extension: string
  readonly minZoom: number
  readonly maxZoom: number
  /** Attribution of the map, as plain text; empty if the archive has none. */
  readonly attribution: string
  /** Differs from that of any other state of the file. */
  readonly version: string
  /**
   * Resolves with the bytes of a tile, or undefined if the archive has no such tile. Rejects if the file cannot be
   * read, or what it holds there is no tile.
   */
  tile(z: number, x: number, y: number): Promise<Uint8Array | undefined>
  close(): Promise<void>
}

/** Thrown for a file that is no archive of pictures; the message names its kind and the fix. */
export class UnusableArchive extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnusableArchive'
  }
}

const HEADER_BYTES = 127
const PICTURES: Partial<Record<TileType, { readonly mediaType: string; readonly extension: string }>> = {
  [TileType.Png]: { mediaType: 'image/png', extension: 'png' },
  [TileType.Jpeg]: { mediaType: 'image/jpeg', extension: 'jpg' },
  [TileType.Webp]: { mediaType: 'image/webp', extension: 'webp' },
  [TileType.Avif]: { mediaType: 'image/avif', extension: 'avif' },
}
/** Longest attribution that is shown, characters; the same as for the setting. */
const ATTRIBUTION_LENGTH = 255

/** Opens an archive and reads what it says of itself. Rejects with UnusableArchive if its tiles cannot be served. */
export async function openTileArchive(file: string): Promise<TileArchive> {
  const handle = await open(file, 'r')
  try {
    return await readArchive(handle, file)
  } catch (error) {
    await handle.close()
    if (error instanceof UnusableArchive) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new UnusableArchive(`it cannot be read as an archive of map tiles (${why}), so make it or copy it again`, {
      cause: error,
    })
  }
}

async function readArchive(handle: FileHandle, file: string): Promise<TileArchive> {
  const { size, mtimeMs } = await handle.stat()
  const source: Source = {
    getKey: () => file,
    getBytes: async (offset, length) => ({ data: await readRange(handle, offset, length) }),
  }
  const header = checkedHeader((await source.getBytes(0, Math.min(HEADER_BYTES, size))).data, size)
  const picture = PICTURES[header.tileType]
  if (!picture) throw new UnusableArchive('its tiles are no pictures, so give an archive of png, jpg or webp tiles')
  const archive = new PMTiles(source, new Directories(header), inflateTo(LIMITS.tileBytes.value))
  const metadata = header.jsonMetadataLength > 0 ? await archive.getMetadata() : {}
  // A directory that cannot be read is better noticed at the start than on the map.
  await archive.getZxy(header.minZoom, 0, 0)
  return {
    ...picture,
    minZoom: header.minZoom,
    maxZoom: header.maxZoom,
    attribution: attributionOf(metadata),
    version: `${Math.round(mtimeMs).toString(36)}-${size.toString(36)}`,
    tile: async (z, x, y) => {
      const found = await archive.getZxy(z, x, y)
      return found && new Uint8Array(found.data)
    },
    close: () => handle.close(),
  }
}

async function readRange(handle: FileHandle, offset: number, length: number): Promise<ArrayBuffer> {
  if (length > LIMITS.tileBytes.value) throw new Error(`a part of it has ${length} bytes`)
  const bytes = new Uint8Array(length)
  const { bytesRead } = await handle.read(bytes, 0, length, offset)
  if (bytesRead < length) throw new Error(`it ends at byte ${offset + bytesRead}`)
  return bytes.buffer
}

function checkedHeader(bytes: ArrayBuffer, size: number): Header {
  const magic = Buffer.from(bytes).toString('latin1')
  if (magic.startsWith('SQLite format 3')) {
    throw new UnusableArchive('it is an MBTiles file, so convert it: pmtiles convert city.mbtiles city.pmtiles')
  }
  if (!magic.startsWith('PM') || bytes.byteLength < HEADER_BYTES) {
    throw new UnusableArchive('it is no PMTiles archive, so give one, such as city.pmtiles')
  }
  if (!magic.startsWith('PMTiles\u0003')) {
    throw new UnusableArchive(
      'it is not of version 3 of PMTiles, so convert it: pmtiles convert old.pmtiles new.pmtiles',
    )
  }
  const header = bytesToHeader(bytes)
  const { minZoom, maxZoom, tileDataOffset, tileDataLength = 0 } = header
  const end = tileDataOffset + tileDataLength
  if (end > size) throw new UnusableArchive(`it has ${size} bytes of ${end}, so copy it again`)
  if (minZoom > maxZoom)
    throw new UnusableArchive(`its zoom ends at ${maxZoom} before it begins at ${minZoom}, so make it again`)
  return header
}

function attributionOf(metadata: unknown): string {
  const stated = typeof metadata === 'object' && metadata !== null && 'attribution' in metadata && metadata.attribution
  return typeof stated === 'string' ? plainText(stated).slice(0, ATTRIBUTION_LENGTH) : ''
}
