/** @file Map tiles of an own archive over real HTTP, from a platform and from a front of another one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { DEFAULT_CONSOLE_SETTINGS } from '@greenwave/contract/wire/consoleSettings'
import { type ArchiveContents, pngTile, tileArchive } from '@greenwave/harness/tileArchive'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createFront } from '../start/front.ts'
import { silentLog } from '../testing/silentLog.ts'
import { startPlatform } from '../testing/startPlatform.ts'

const GREEN = pngTile([40, 160, 90])
/** The tile of Hồ Chí Minh City at zoom 12. */
const CITY = { z: 12, x: 3261, y: 1924, bytes: GREEN }
const MAKERS = '<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap contributors</a>, city survey'

const folder = folderOfTests()
beforeAll(() => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>x</title></head><body></body></html>')
})

const closings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

function archiveFile(contents: Partial<ArchiveContents> | Uint8Array): string {
  const file = join(folder, 'city.pmtiles')
  const whole = contents instanceof Uint8Array ? contents : tileArchive({ tiles: [CITY], ...contents })
  writeFileSync(file, whole)
  return file
}

/** Starts a platform with an archive; returns its address. */
async function platformWith(contents: Partial<ArchiveContents> | Uint8Array, attribution?: string): Promise<string> {
  const tileArchive = { file: archiveFile(contents), attribution }
  const platform = await startPlatform({ tileArchive, consoleDir: folder })
  closings.push(() => platform.close())
  return platform.url
}

/** Returns the settings of the map in the page that a server gives the browser. */
async function mapSettings(url: string): Promise<Record<string, unknown>> {
  const page = await (await fetch(url)).text()
  const settings = /id="greenwave-settings">([^<]*)</.exec(page)?.[1] ?? '{}'
  const { tileUrl, tileMinZoom, tileMaxZoom, tileAttribution } = JSON.parse(settings) as Record<string, unknown>
  return { tileUrl, tileMinZoom, tileMaxZoom, tileAttribution }
}

describe('an archive of map tiles', () => {
  it('is served from the platform itself, and the console learns address, zooms and makers', async () => {
    const url = await platformWith({
      tiles: [CITY, { ...CITY, z: 13, x: 6522, y: 3848 }],
      metadata: { attribution: MAKERS },
    })
    expect(await mapSettings(url)).toEqual({
      tileUrl: '/tiles/{z}/{x}/{y}.png',
      tileMinZoom: 12,
      tileMaxZoom: 13,
      tileAttribution: '© OpenStreetMap contributors, city survey',
    })
    const answer = await fetch(`${url}/tiles/12/3261/1924.png`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(GREEN)
  })

  it('may be loaded by the page under its policy, and by no page of another site', async () => {
    const url = await platformWith({})
    expect((await fetch(url)).headers.get('content-security-policy')).toContain("img-src 'self' ")
    const { headers } = await fetch(`${url}/tiles/12/3261/1924.png`)
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('is not sent again to a browser that has the tile', async () => {
    const url = await platformWith({})
    const tag = (await fetch(`${url}/tiles/12/3261/1924.png`)).headers.get('etag') ?? ''
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const answer = await fetch(`${url}/tiles/12/3261/1924.png`, { headers: { 'if-none-match': held } })
      expect([answer.status, answer.headers.get('etag')]).toEqual([304, tag])
    }
    const other = await fetch(`${url}/tiles/12/3261/1924.png`, { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  it('answers 204 where it has no tile, and 404 for what is no address of a tile', async () => {
    const url = await platformWith({})
    const status = async (path: string) => (await fetch(url + path)).status
    for (const none of ['/tiles/12/0/0.png', '/tiles/11/0/0.png', '/tiles/26/0/0.png']) {
      expect([none, await status(none)]).toEqual([none, 204])
    }
    for (const wrong of [
      '/tiles/12/4096/0.png',
      '/tiles/12/0/4096.png',
      '/tiles/27/0/0.png',
      '/tiles/-1/0/0.png',
      '/tiles/12/3261/1924.jpg',
      '/tiles/12/3261/1924',
      '/tiles/12/3261/1924.png.png',
      '/tiles/12/x/1924.png',
      '/tiles/12/3261/%2e%2e%2f1924.png',
      `/tiles/12/${'9'.repeat(400)}/0.png`,
    ]) {
      expect([wrong, await status(wrong)]).toEqual([wrong, 404])
    }
    const head = await fetch(`${url}/tiles/12/3261/1924.png`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(GREEN.length)])
    expect((await fetch(`${url}/tiles/12/3261/1924.png`, { method: 'POST' })).status).toBe(404)
  })

  it('with leaf directories, and with jpeg or webp, is served as it is', async () => {
    const tiles = Array.from({ length: 64 }, (_, i) => ({ z: 3, x: i % 8, y: i >> 3, bytes: Buffer.from([i]) }))
    for (const [tileType, ending, type] of [
      [3, 'jpg', 'image/jpeg'],
      [4, 'webp', 'image/webp'],
    ] as const) {
      const url = await platformWith({ tiles, tileType, entriesOfLeaf: 5 })
      const answers = await Promise.all(tiles.map(({ x, y }) => fetch(`${url}/tiles/3/${x}/${y}.${ending}`)))
      expect(new Set(answers.map(({ headers }) => headers.get('content-type')))).toEqual(new Set([type]))
      const bytes = await Promise.all(answers.map((answer) => answer.bytes()))
      expect(bytes.map(([first]) => first)).toEqual(tiles.map((_, i) => i))
    }
  })

  it('is of whom the operator says, else the archive, else OpenStreetMap', async () => {
    expect(await mapSettings(await platformWith({ metadata: { attribution: MAKERS } }, 'City of Huế'))).toMatchObject({
      tileAttribution: 'City of Huế',
    })
    expect(await mapSettings(await platformWith({}))).toMatchObject({
      tileAttribution: DEFAULT_CONSOLE_SETTINGS.tileAttribution,
    })
  })

  it('is served in front of another platform as well', async () => {
    const front = await createFront({
      host: '127.0.0.1',
      port: 0,
      platformUrl: 'http://127.0.0.1:9',
      consoleDir: folder,
      consoleSettings: DEFAULT_CONSOLE_SETTINGS,
      tileArchive: { file: archiveFile({}), attribution: undefined },
      imageHosts: undefined,
      trustedProxies: [],
      allowedOrigins: [],
      log: silentLog,
    })
    closings.push(() => front.close())
    expect(await mapSettings(front.url)).toMatchObject({ tileUrl: '/tiles/{z}/{x}/{y}.png' })
    expect((await fetch(`${front.url}/tiles/12/3261/1924.png`)).status).toBe(200)
  })

  it('that is damaged behind its directory answers 500 for the tile that is lost, and is not kept by browsers', async () => {
    const whole = tileArchive({ tiles: [CITY, { ...CITY, x: 3262 }] })
    const url = await platformWith(whole)
    writeFileSync(join(folder, 'city.pmtiles'), whole.subarray(0, whole.length - 1))
    const answers = await Promise.all([3261, 3262].map((x) => fetch(`${url}/tiles/12/${x}/1924.png`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 500])
    expect(answers[1]?.headers.get('cache-control')).toBe('no-store')
  })

  it('serves no tile beyond a mebibyte, whatever the archive says of its length', async () => {
    const most = Buffer.alloc(1_048_576)
    const url = await platformWith({
      tiles: [
        { ...CITY, bytes: most },
        { ...CITY, x: 0, bytes: Buffer.alloc(1_048_577) },
      ],
    })
    const answers = await Promise.all([3261, 0].map((x) => fetch(`${url}/tiles/12/${x}/1924.png`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 500])
    expect((await answers[0]?.bytes())?.length).toBe(most.length)
  })
})

it('without an archive there is no such address', async () => {
  const platform = await startPlatform({ consoleDir: folder })
  closings.push(() => platform.close())
  expect((await fetch(`${platform.url}/tiles/12/3261/1924.png`)).status).toBe(404)
  expect(await mapSettings(platform.url)).toMatchObject({ tileUrl: DEFAULT_CONSOLE_SETTINGS.tileUrl })
})

describe('what is no archive of pictures refuses the start, in one line with the fix', () => {
  const whole = tileArchive({ tiles: [CITY] })
  const withByte = (at: number, value: number) => whole.map((byte, i) => (i === at ? value : byte))
  it.each<[what: string, file: Uint8Array | Partial<ArchiveContents>, words: RegExp]>([
    ['vector tiles', { tileType: 1 }, /its tiles are no pictures, so give an archive of png, jpg or webp/],
    ['an MBTiles file', Buffer.from(`SQLite format 3\0${'x'.repeat(500)}`), /pmtiles convert city\.mbtiles/],
    ['an older version', withByte(7, 2), /not of version 3 .*pmtiles convert/],
    ['another file', Buffer.from('%PDF-1.7 and more'), /no PMTiles archive/],
    ['an empty file', Buffer.alloc(0), /no PMTiles archive/],
    ['half a header', whole.subarray(0, 100), /no PMTiles archive/],
    ['a copy that was cut off', whole.subarray(0, whole.length - 3), /it has \d+ bytes of \d+, so copy it again/],
    [
      'a damaged directory',
      withByte(130, 0xff),
      /cannot be read as an archive of map tiles \(.+\), so make it or copy/,
    ],
    [
      'what unpacks to more than a mebibyte',
      { metadata: { attribution: 'x'.repeat(1_048_576) } },
      /cannot be read as an archive of map tiles \(.+larger than 1048576 bytes\)/,
    ],
    ['zooms the wrong way round', withByte(100, 20), /zoom ends at 12 before it begins at 20/],
  ])('%s', async (_what, file, words) => {
    const starting = platformWith(file)
    await expect(starting).rejects.toThrow(words)
    await expect(starting).rejects.toThrow(/^GREENWAVE_TILE_ARCHIVE is ".*city\.pmtiles": [^\n]+$/)
  })

  it('a folder', async () => {
    const starting = startPlatform({ tileArchive: { file: folder, attribution: undefined } })
    await expect(starting).rejects.toThrow(/^GREENWAVE_TILE_ARCHIVE is ".*": .*EISDIR/)
  })
})
