/** @file Damage of a write-ahead log. SQLite ignores a log from its first broken frame on, without an error. */
import { readFileSync } from 'node:fs'
import { endianness } from 'node:os'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682
const WORD_BYTES = 4

/**
 * Returns whether a write-ahead log (https://sqlite.org/fileformat.html#the_write_ahead_log) has lost commits that were on
 * disk: its header is broken, or at least two later commits follow a broken frame. A power failure breaks only the last
 * commit, which was not acknowledged.
 */
export function isLogDamaged(path: string): boolean {
  const broken = brokenFrame(path)
  // A platform that runs may have been writing meanwhile: damage stays where it is.
  return broken !== undefined && brokenFrame(path) === broken
}

/** Returns the number of the frame from which on commits are lost, 0 for all; undefined if none are. */
function brokenFrame(path: string): number | undefined {
  const log = readFileSync(path)
  if (log.length <= HEADER_BYTES) return undefined
  const magic = log.readUInt32BE(0)
  if ((magic & ~1) >>> 0 !== MAGIC) return 0
  const sum = checksum(magic === MAGIC ? 'LE' : 'BE')
  const pageBytes = log.readUInt32BE(8)
  const frameBytes = FRAME_HEADER_BYTES + pageBytes
  const salts = log.readBigUInt64BE(16)
  if (!isSum(log, 24, sum(log.subarray(0, 24)))) return 0
  const frames = Math.floor((log.length - HEADER_BYTES) / frameBytes)
  let nth = 0
  const at = (): number => HEADER_BYTES + nth * frameBytes
  const isOfThisLog = (): boolean => log.readBigUInt64BE(at() + 8) === salts
  for (; nth < frames && isOfThisLog(); nth += 1) {
    sum(log.subarray(at(), at() + 8))
    if (!isSum(log, at() + 16, sum(log.subarray(at() + FRAME_HEADER_BYTES, at() + frameBytes)))) break
  }
  const broken = nth
  let commits = 0
  for (; nth < frames; nth += 1) if (isOfThisLog() && log.readUInt32BE(at() + 4) !== 0) commits += 1
  return commits >= 2 ? broken : undefined
}

type Sum = readonly [number, number]

function isSum(log: Buffer, at: number, [first, second]: Sum): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + WORD_BYTES) === second
}

/** Returns a function that adds bytes, a multiple of 8, to the log's running checksum and returns it. */
function checksum(order: 'LE' | 'BE'): (bytes: Buffer) => Sum {
  let first = 0
  let second = 0
  return (bytes) => {
    // Words of this machine are read many times faster.
    const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
    if (endianness() !== order) Buffer.from(words.buffer).swap32()
    for (let i = 0; i < words.length; i += 2) {
      first = (first + (words[i] ?? 0) + second) >>> 0
      second = (second + (words[i + 1] ?? 0) + first) >>> 0
    }
    return [first, second]
  }
}
