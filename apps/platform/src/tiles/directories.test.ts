import { gzipSync } from 'node:zlib'
import { tileArchive } from '@greenwave/harness/tileArchive'
import fc from 'fast-check'
import { bytesToHeader, type Source } from 'pmtiles'
import { describe, expect, it } from 'vitest'
import { Directories, parseDirectory } from './directories.ts'

const bytes = new Uint8Array([1])

describe('a directory', () => {
  it('that ends too early is refused, whatever it says of its length', () => {
    expect(() => parseDirectory(new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 1]))).toThrow('ends too early')
    expect(() => parseDirectory(new Uint8Array([2, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80]))).toThrow(
      /early|varint/,
    )
  })

  it('of any bytes is read or refused, and never longer than the bytes can hold', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (any) => {
        try {
          expect(parseDirectory(any).length).toBeLessThanOrEqual(any.length / 4)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })
})

describe('the directories of an archive', () => {
  /** An archive of 64 tiles in leaves of 8, as a source that notes what is read. */
  function archive() {
    const tiles = Array.from({ length: 64 }, (_, i) => ({ z: 3, x: i % 8, y: i >> 3, bytes }))
    const whole = new Uint8Array(tileArchive({ tiles, entriesOfLeaf: 8 }))
    const read: number[] = []
    const source: Source = {
      getKey: () => 'test',
      getBytes: async (offset, length) => {
        read.push(offset)
        return { data: whole.slice(offset, offset + length).buffer }
      },
    }
    return { header: bytesToHeader(whole.buffer), source, read }
  }

  it('unpack to a mebibyte at most, since a few bytes could unpack to any length', async () => {
    const { header } = archive()
    const packedOf = (length: number): Source => ({
      getKey: () => 'test',
      getBytes: async () => ({ data: new Uint8Array(gzipSync(Buffer.alloc(length))).buffer }),
    })
    const directories = new Directories(header)
    expect(await directories.getDirectory(packedOf(1_048_576), 1, 1)).toEqual([])
    await expect(directories.getDirectory(packedOf(1_048_577), 2, 1)).rejects.toThrow('larger than 1048576 bytes')
  })

  it('are read once while there is room for them, and the one used longest ago goes first', async () => {
    const { header, source, read } = archive()
    // Room for two leaves of 8 entries of 80 bytes.
    const directories = new Directories(header, 1280)
    const root = await directories.getDirectory(source, header.rootDirectoryOffset, header.rootDirectoryLength)
    const leaf = (i: number) => {
      const { offset = 0, length = 0 } = root[i] ?? {}
      return directories.getDirectory(source, header.leafDirectoryOffset + offset, length)
    }
    await leaf(0)
    await leaf(1)
    expect(await leaf(0)).toHaveLength(8)
    expect(read).toHaveLength(3)
    await leaf(2)
    expect(directories.heldBytes).toBeLessThanOrEqual(1280)
    await leaf(0)
    expect(read).toHaveLength(4)
    await leaf(1)
    expect(read).toHaveLength(5)
  })
})
