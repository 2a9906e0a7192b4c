import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { Compression, type DecompressFunc } from 'pmtiles'

const gunzipBytes = promisify(gunzip)
const brotliBytes = promisify(brotliDecompress)
const zstdBytes = promisify(zstdDecompress)

/**
 * Returns a function that decompresses parts of an archive. It rejects for more than `mostBytes`, because a few bytes
 * can inflate to gigabytes.
 */
export function inflateTo(mostBytes: number): DecompressFunc {
  const options = { maxOutputLength: mostBytes }
  return async (packed, compression) => {
    switch (compression) {
      case Compression.None:
      case Compression.Unknown:
        return packed
      case Compression.Gzip:
        return asArrayBuffer(await gunzipBytes(packed, options))
      case Compression.Brotli:
        return asArrayBuffer(await brotliBytes(packed, options))
      case Compression.Zstd:
        return asArrayBuffer(await zstdBytes(packed, options))
    }
  }
}

function asArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
