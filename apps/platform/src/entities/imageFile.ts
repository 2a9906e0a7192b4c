/**
 * @file Checks image files by their bytes, and rewrites them without what no viewer needs: position and camera (EXIF),
 * notes, and whatever follows the picture. Nothing is decoded. Long: three formats.
 */
import { crc32 } from 'node:zlib'
import { badRequest } from '../access/refusal.ts'
import { LIMITS } from '../limits/limits.ts'

/** An image without anything hidden. */
export interface CheckedImage {
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp'
  readonly width: number
  readonly height: number
  readonly content: Uint8Array
}

/**
 * Checks an image and removes what is hidden in it.
 * @throws {Refusal} for any other file, a damaged one, and one that is too large
 */
export function checkImageFile(bytes: Uint8Array): CheckedImage {
  if (bytes.length > LIMITS.imageBytes.value) {
    throw badRequest(`The image takes ${bytes.length} bytes, at most ${LIMITS.imageBytes.value} are taken.`)
  }
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const checked = readFile(file)
  const most = LIMITS.imagePixels.value
  const { width, height } = checked
  if (width < 1 || height < 1 || width > most || height > most) {
    throw badRequest(`The image has ${width} x ${height} pixels, at most ${most} x ${most} are taken.`)
  }
  return checked
}

function readFile(file: Buffer): CheckedImage {
  try {
    if (file.length > 4 && file.readUInt16BE(0) === 0xffd8) return readJpeg(file)
    if (file.subarray(0, 8).equals(PNG_BEGINNING)) return readPng(file)
    if (isText(file, 0, 'RIFF') && isText(file, 8, 'WEBP')) return readWebp(file)
  } catch (error) {
    // A length that leads beyond the end of the file.
    if (error instanceof RangeError) throw damaged()
    throw error
  }
  throw badRequest('Only JPEG, PNG and WebP images are taken.')
}

const damaged = () => badRequest('The image is damaged.')
const isText = (file: Buffer, at: number, text: string) => file.toString('latin1', at, at + text.length) === text

/** Returns a part of a file. @throws {RangeError} beyond its end */
function part(file: Buffer, from: number, to: number): Buffer {
  if (to < from || to > file.length) throw new RangeError('beyond the end')
  return file.subarray(from, to)
}

/** JPEG markers: beginnings of frames (without tables and arithmetic conditioning), scan, end. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const [SCAN, END] = [0xda, 0xd9]
/** Segments that belong to the picture: frames, tables, restarts, lines, scans, and the two that say what colours mean. */
const isKeptSegment = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) ||
  (marker >= 0xda && marker <= 0xdd) ||
  marker === 0xe0 ||
  marker === 0xee

function readJpeg(file: Buffer): CheckedImage {
  const kept = [part(file, 0, 2)]
  let size: { width: number; height: number } | undefined
  let at = 2
  for (;;) {
    if (file.readUInt8(at) !== 0xff) throw damaged()
    const marker = file.readUInt8(at + 1)
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) break
    const end = at + 2 + file.readUInt16BE(at + 2)
    const segment = part(file, at, end)
    if (isFrame(marker)) {
      // A second frame could be larger than the first.
      if (size !== undefined) throw damaged()
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
    }
    if (isKeptSegment(marker)) kept.push(segment)
    at = end
    if (marker === SCAN) {
      if (size === undefined) throw damaged()
      const next = endOfScan(file, end)
      kept.push(part(file, end, next))
      at = next
    }
  }
  if (size === undefined) throw damaged()
  kept.push(Buffer.from([0xff, END]))
  return { mediaType: 'image/jpeg', ...size, content: Buffer.concat(kept) }
}

/** Returns the position of the first marker after the data of a scan; restarts belong to the data. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw damaged()
}

const PNG_BEGINNING = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs', 'IDAT', 'IEND'])

function readPng(file: Buffer): CheckedImage {
  const kept = [part(file, 0, 8)]
  let size: { width: number; height: number } | undefined
  for (let at = 8; ; ) {
    const length = file.readUInt32BE(at)
    const end = at + 12 + length
    const chunk = part(file, at, end)
    const name = chunk.toString('latin1', 4, 8)
    if (crc32(part(chunk, 4, 8 + length)) !== chunk.readUInt32BE(8 + length)) throw damaged()
    // The header comes first, and once.
    if ((name === 'IHDR') !== (size === undefined)) throw damaged()
    if (name === 'IHDR') size = { width: chunk.readUInt32BE(8), height: chunk.readUInt32BE(12) }
    if (PNG_KEPT.has(name)) kept.push(chunk)
    if (name === 'IEND') break
    at = end
  }
  if (size === undefined) throw damaged()
  return { mediaType: 'image/png', ...size, content: Buffer.concat(kept) }
}

/** Bit of a WebP that says that it is transparent; those of profile, EXIF, XMP and animation are taken away. */
const ALPHA = 0x10
const ANIMATION = 0x02

function readWebp(file: Buffer): CheckedImage {
  const kept: Buffer[] = []
  let canvas: { width: number; height: number } | undefined
  let picture: { width: number; height: number } | undefined
  const end = 8 + file.readUInt32LE(4)
  for (let at = 12; at + 8 <= end && picture === undefined; ) {
    const name = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const next = at + 8 + length + (length % 2)
    const chunk = Buffer.from(part(file, at, next))
    if (name === 'VP8X') {
      if (canvas !== undefined) throw damaged()
      if (chunk.readUInt8(8) & ANIMATION) throw badRequest('Moving images are not taken.')
      chunk.writeUInt8(chunk.readUInt8(8) & ALPHA, 8)
      canvas = { width: chunk.readUIntLE(12, 3) + 1, height: chunk.readUIntLE(15, 3) + 1 }
      kept.push(chunk)
    } else if (name === 'VP8 ' || name === 'VP8L') {
      picture = name === 'VP8 ' ? sizeOfLossy(chunk) : sizeOfLossless(chunk)
      kept.push(chunk)
    } else if (name === 'ALPH') kept.push(chunk)
    at = next
  }
  if (picture === undefined) throw damaged()
  if (canvas && (canvas.width !== picture.width || canvas.height !== picture.height)) throw damaged()
  const body = Buffer.concat(kept)
  const head = Buffer.from('RIFF0000WEBP', 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  return { mediaType: 'image/webp', ...picture, content: Buffer.concat([head, body]) }
}

function sizeOfLossy(chunk: Buffer) {
  if (chunk.readUIntBE(11, 3) !== 0x9d012a) throw damaged()
  return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff }
}

function sizeOfLossless(chunk: Buffer) {
  if (chunk.readUInt8(8) !== 0x2f) throw damaged()
  const bits = chunk.readUInt32LE(9)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
