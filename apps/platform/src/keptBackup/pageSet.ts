/** @file Pages of a database as one object: magic, page size, count, page numbers, pages; little endian, 32 bit. */
import { TargetFailed } from './target.ts'

const MAGIC = 0x31_50_57_47
const HEADER_BYTES = 12
/** Bytes of pages in one object. */
export const SET_BYTES = 16_777_216

/** Pages of a database, by page number from 1. */
export interface PageSet {
  readonly pageSize: number
  readonly numbers: readonly number[]
  readonly pages: readonly Uint8Array[]
}

/** Encodes pages. */
export function encodePages(pageSize: number, pages: readonly (readonly [number, Uint8Array])[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + pages.length * (4 + pageSize))
  bytes.writeUInt32LE(MAGIC, 0)
  bytes.writeUInt32LE(pageSize, 4)
  bytes.writeUInt32LE(pages.length, 8)
  let at = HEADER_BYTES
  for (const [number] of pages) at = bytes.writeUInt32LE(number, at)
  for (const [, page] of pages) {
    bytes.set(page, at)
    at += pageSize
  }
  return bytes
}

/** Decodes pages. @throws {TargetFailed} for other bytes */
export function decodePages(bytes: Uint8Array): PageSet {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pageSize = view.length < HEADER_BYTES ? 0 : view.readUInt32LE(4)
  const count = pageSize === 0 ? 0 : view.readUInt32LE(8)
  if (count === 0 || view.readUInt32LE(0) !== MAGIC || view.length !== HEADER_BYTES + count * (4 + pageSize)) {
    throw new TargetFailed('a part of the backup holds no pages', 'use another time of the backup')
  }
  const first = HEADER_BYTES + count * 4
  return {
    pageSize,
    numbers: Array.from({ length: count }, (_, index) => view.readUInt32LE(HEADER_BYTES + index * 4)),
    pages: Array.from({ length: count }, (_, index) =>
      view.subarray(first + index * pageSize, first + (index + 1) * pageSize),
    ),
  }
}
