import { describe, expect, it, test } from 'vitest'
import { jpegFile, pngChunk, pngFile, webpChunk, webpFile } from '../testing/testImages.ts'
import { checkImageFile } from './imageFile.ts'

const HIDDEN = 'Exif\0\0 10.7769N 106.7009E <script>alert(1)</script>'
const isHidden = (content: Uint8Array) => Buffer.from(content).includes('106.7009E')

/** The picture of a lossy WebP: its frame begins with the size. */
function lossy(width: number, height: number): Buffer {
  const frame = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, width & 255, width >> 8, height & 255, height >> 8, 7])
  return webpChunk('VP8 ', frame)
}

/** The canvas of a WebP, with flags. */
function canvas(width: number, height: number, flags: number): Buffer {
  const content = Buffer.alloc(10)
  content.writeUInt8(flags)
  content.writeUIntLE(width - 1, 4, 3)
  content.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', content)
}

describe('an image loses what is hidden in it, and keeps its picture', () => {
  test('JPEG: EXIF, XMP, comments and what follows the end', () => {
    const file = jpegFile({
      width: 640,
      height: 480,
      more: [
        [0xe0, 'JFIF\0'],
        [0xe1, HIDDEN],
        [0xfe, HIDDEN],
        [0xed, HIDDEN],
      ],
    })
    const { content, ...facts } = checkImageFile(Buffer.concat([file, Buffer.from(`PK\x03\x04${HIDDEN}`)]))
    expect(facts).toEqual({ mediaType: 'image/jpeg', width: 640, height: 480 })
    expect(Buffer.from(content)).toEqual(jpegFile({ width: 640, height: 480, more: [[0xe0, 'JFIF\0']] }))
    // Cleaned once, it stays as it is.
    expect(checkImageFile(content).content).toEqual(content)
  })

  test('PNG: texts, EXIF, profiles and what follows the end', () => {
    const more = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'iCCP', 'prVt'].map((name) => pngChunk(name, Buffer.from(HIDDEN)))
    const file = Buffer.concat([pngFile({ width: 3, height: 2, more }), Buffer.from(HIDDEN)])
    const { content, ...facts } = checkImageFile(file)
    expect(facts).toEqual({ mediaType: 'image/png', width: 3, height: 2 })
    expect(Buffer.from(content)).toEqual(pngFile({ width: 3, height: 2 }))
  })

  test('WebP: EXIF, XMP and profiles, and the flags that announce them', () => {
    const hidden = ['ICCP', 'EXIF', 'XMP '].map((name) => webpChunk(name, Buffer.from(HIDDEN)))
    const file = webpFile(canvas(9, 5, 0x3c), ...hidden, webpChunk('ALPH', Buffer.from([1])), lossy(9, 5), ...hidden)
    const { content, ...facts } = checkImageFile(file)
    expect(facts).toEqual({ mediaType: 'image/webp', width: 9, height: 5 })
    expect(isHidden(file)).toBe(true)
    expect(Buffer.from(content)).toEqual(webpFile(canvas(9, 5, 0x10), webpChunk('ALPH', Buffer.from([1])), lossy(9, 5)))
  })

  test('WebP without losses', () => {
    const file = webpFile(webpChunk('VP8L', Buffer.from([0x2f, 0x48, 0x00, 0x01, 0x00, 9])))
    expect(checkImageFile(file)).toMatchObject({ mediaType: 'image/webp', width: 73, height: 5 })
  })
})

describe('is refused:', () => {
  const damagedSum = pngFile()
  damagedSum.writeUInt8(damagedSum.readUInt8(20) ^ 1, 20)
  const twoFrames = jpegFile({ more: [[0xc0, '\x08\0\x01\0\x01\x01\x01\x11\0']] })
  it.each([
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /Only/,
    ],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), /Only/],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0'), /Only/],
    ['a page that begins like a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from('<script>')]), /damaged/],
    ['an empty file', Buffer.alloc(0), /Only/],
    ['a JPEG of 100 megapixels', jpegFile({ width: 10_000, height: 10_000 }), /10000 x 10000 pixels, at most 4096/],
    ['a PNG of 100 megapixels', pngFile({ width: 10_000, height: 10_000 }), /at most 4096/],
    ['a WebP of 100 megapixels', webpFile(lossy(10_000, 10_000)), /at most 4096/],
    ['a WebP whose canvas is smaller than its picture', webpFile(canvas(1, 1, 0), lossy(10_000, 10_000)), /damaged/],
    ['a WebP that moves', webpFile(canvas(9, 5, 2), webpChunk('ANIM', Buffer.alloc(6))), /Moving/],
    ['a JPEG with a second frame', twoFrames, /damaged/],
    ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 0]), /damaged/],
    ['a JPEG of no width', jpegFile({ width: 0 }), /0 x 1 pixels/],
    ['half a JPEG', jpegFile().subarray(0, 60), /damaged/],
    ['half a PNG', pngFile().subarray(0, 40), /damaged/],
    ['half a WebP', webpFile(lossy(9, 5)).subarray(0, 24), /damaged/],
    ['a PNG with a wrong sum', damagedSum, /damaged/],
    ['a PNG without a header', Buffer.concat([pngFile().subarray(0, 8), pngChunk('IEND', Buffer.alloc(0))]), /damaged/],
    ['a large file', Buffer.concat([jpegFile(), Buffer.alloc(512_000)]), /at most 512000/],
  ])('%s', (_of, file, message) => {
    expect(() => checkImageFile(file)).toThrow(message)
  })

  it('any damage leaves a smaller image or a refusal, never another error', () => {
    const files = [jpegFile(), pngFile(), webpFile(canvas(9, 5, 0), lossy(9, 5))]
    for (const file of files)
      for (let at = 0; at < file.length; at += 1)
        for (const value of [0, 1, 0x7f, 0xff]) {
          const damaged = Buffer.from(file)
          damaged.writeUInt8(value, at)
          try {
            expect(checkImageFile(damaged).content.length).toBeLessThanOrEqual(file.length)
          } catch (error) {
            expect(error).toMatchObject({ name: 'Refusal' })
          }
        }
  })
})
