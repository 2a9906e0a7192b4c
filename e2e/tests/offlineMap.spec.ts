import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { pngTile, tileArchive } from '@greenwave/harness/tileArchive'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures/test.ts'

/** The junction of Nguyễn Huệ and Lê Lợi, and the tile with it at zoom 12. */
const PLACE = { latitude: 10.7739, longitude: 106.7034 }
const TILE = { z: 12, x: 3262, y: 1924 }

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-tiles-'))
})
test.afterEach(() => rmSync(folder, { recursive: true }))

async function signInAndOpen(page: Page, platform: PlatformProcess, path: string): Promise<void> {
  await signIn(page, ADMIN_EMAIL, platform.adminPassword, platform.url)
  await page.goto(platform.url + path)
}

async function placedDevice(platform: PlatformProcess): Promise<string> {
  const api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  const login = { clientId: 'ctl-01', userName: 'ctl-01', password: 'controller-secret' }
  const device = await api.createDevice({ name: 'TLC-0001', label: 'Nguyễn Huệ – Lê Lợi' }, login)
  await api.writeAttributes(device.id.id, 'SERVER_SCOPE', PLACE)
  return `/devices/${device.id.id}`
}

test('the map shows the tiles of an own archive, enlarged beyond its highest zoom, and its makers', async ({
  page,
}) => {
  const tiles = [-1, 0, 1].flatMap((dx) =>
    [-1, 0, 1].map((dy) => {
      const bytes = pngTile([120 + dx * 40, 190, 140 + dy * 40])
      return { ...TILE, x: TILE.x + dx, y: TILE.y + dy, bytes }
    }),
  )
  const file = join(folder, 'city.pmtiles')
  writeFileSync(file, tileArchive({ tiles, metadata: { attribution: '&copy; <b>City survey</b>' } }))
  const platform = await startPlatformProcess({ GREENWAVE_TILE_URL: '', GREENWAVE_TILE_ARCHIVE: file })
  try {
    const asked: string[] = []
    page.on('request', (request) => request.resourceType() === 'image' && asked.push(request.url()))
    await signInAndOpen(page, platform, await placedDevice(platform))
    const map = page.getByRole('region', { name: 'Map with the position of the device' })
    await map.scrollIntoViewIfNeeded()
    await expect(map.getByRole('img', { name: /^Position of Nguyễn Huệ/ })).toBeVisible()
    await expect(map.getByText('© City survey')).toBeVisible()
    const shown = () =>
      map
        .locator('img.leaflet-tile-loaded')
        .evaluateAll((images) => (images as HTMLImageElement[]).map(({ naturalWidth }) => naturalWidth))
    await expect.poll(shown).toContain(256)
    expect(new Set(await shown())).toEqual(new Set([256]))
    expect(asked.filter((url) => url.includes('/tiles/12/')).length).toBeGreaterThan(0)
    expect(asked.filter((url) => !url.startsWith(platform.url))).toEqual([])
    await expect(page.getByText(/Map tiles cannot be loaded/)).toHaveCount(0)
    await page.goto('about:blank')
  } finally {
    await platform.stop()
  }
})

/** Makes two junctions of one street and one of another; returns the page of the first. */
async function twoStreets(platform: PlatformProcess): Promise<string> {
  const path = await placedDevice(platform)
  const api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  for (const [name, label, east] of [
    ['TLC-0002', 'Lê Lợi – Pasteur', 0.004],
    ['TLC-0003', 'Hàm Nghi – Tôn Đức Thắng', 0.007],
  ] as const) {
    const login = { clientId: name, userName: name, password: 'controller-secret' }
    const { id } = (await api.createDevice({ name, label }, login)).id
    await api.writeAttributes(id, 'SERVER_SCOPE', { ...PLACE, longitude: PLACE.longitude + east })
  }
  return path
}

/** Returns how many pixels of the net's tiles are painted. */
const painted = (page: Page) =>
  page.locator('.leaflet-street-net-pane canvas').evaluateAll((tiles) => {
    let count = 0
    for (const tile of tiles as HTMLCanvasElement[]) {
      const { data = [] } = tile.getContext('2d')?.getImageData(0, 0, tile.width, tile.height) ?? {}
      for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 0) count += 1
    }
    return count
  })

for (const [without, tileUrl] of [
  ['without any tiles', 'none'],
  ['where tiles cannot be loaded', 'http://127.0.0.1:9/{z}/{x}/{y}.png'],
] as const) {
  test(`${without} every map shows the streets that the names of junctions contain`, async ({ page, browserLog }) => {
    browserLog.expect(/ERR_CONNECTION_REFUSED|ERR_UNSAFE_PORT|Content Security Policy/)
    const platform = await startPlatformProcess({ GREENWAVE_TILE_URL: tileUrl })
    try {
      const path = await twoStreets(platform)
      const net = page.locator('.leaflet-container[data-street-net="1"]')
      const complaint = page.getByText('Map tiles cannot be loaded.')
      await signInAndOpen(page, platform, path)
      const map = page.getByRole('region', { name: 'Map with the position of the device' })
      await expect(map.getByRole('img', { name: /^Position of Nguyễn Huệ/ })).toBeVisible()
      if (tileUrl === 'none') await expect(map.locator('img')).toHaveCount(0)
      await expect(complaint).toHaveCount(tileUrl === 'none' ? 0 : 1)
      await expect(net).toBeVisible()
      await expect(map.getByText('Streets drawn from the names of junctions')).toBeVisible()
      await expect.poll(() => painted(page)).toBeGreaterThan(500)
      await map.getByRole('button', { name: 'Zoom in' }).click()
      await expect.poll(() => painted(page)).toBeGreaterThan(500)

      await page.getByRole('button', { name: 'Set location' }).click()
      await expect(page.getByRole('dialog').locator('[data-street-net="1"]')).toBeVisible()
      for (const shown of ['/now', `/?device=${path.split('/').at(-1)}`, '/corridors/new']) {
        await page.goto(platform.url + shown)
        await expect(net.first(), shown).toBeVisible()
        await expect.poll(() => painted(page), shown).toBeGreaterThan(500)
      }
      await page.goto('about:blank')
    } finally {
      await platform.stop()
    }
  })
}
