/** @file Small image files for tests. */
import { crc32 } from 'node:zlib'

const u16 = (n: number) => [n >> 8, n & 255]
const segment = (marker: number, content: readonly number[]) => [0xff, marker, ...u16(content.length + 2), ...content]
const textBytes = (text: string) => [...Buffer.from(text, 'latin1')]

/** A JPEG of the given size; `more` are segments after its beginning. */
export function jpegFile({ width = 1, height = 1, more = [] as readonly (readonly [number, string])[] } = {}): Buffer {
  return Buffer.from([
    ...[0xff, 0xd8],
    ...more.flatMap(([marker, text]) => segment(marker, textBytes(text))),
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0]),
    ...segment(0xc4, [0, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...[0x3f, 0xff, 0x00, 0xff, 0xd0, 0x12],
    ...[0xff, 0xd9],
  ])
}

/** A chunk of a PNG. */
export function pngChunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of the given size; `more` are chunks after its header. */
export function pngFile({ width = 1, height = 1, more = [] as readonly Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const beginning = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const end = [pngChunk('IDAT', Buffer.from([1, 2, 3])), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([beginning, pngChunk('IHDR', header), ...more, ...end])
}

/** A chunk of a WebP. */
export function webpChunk(name: string, content: Uint8Array): Buffer {
  const head = Buffer.from(`${name}0000`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** A WebP of chunks. */
export function webpFile(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks)
  const head = Buffer.from('RIFF0000WEBP', 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}

/** The form that uploads a file. */
export function imageForm(title: string, content: Uint8Array = jpegFile(), name = 'photo.jpg'): FormData {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(content)], name))
  form.append('title', title)
  return form
}
