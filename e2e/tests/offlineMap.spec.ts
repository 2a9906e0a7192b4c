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

test('without any tiles the map asks for none and complains of none', async ({ page }) => {
  const platform = await startPlatformProcess({ GREENWAVE_TILE_URL: 'none' })
  try {
    await signInAndOpen(page, platform, await placedDevice(platform))
    const map = page.getByRole('region', { name: 'Map with the position of the device' })
    await expect(map.getByRole('img', { name: /^Position of Nguyễn Huệ/ })).toBeVisible()
    await expect(map.locator('img')).toHaveCount(0)
    await expect(page.getByText(/Map tiles cannot be loaded/)).toHaveCount(0)
    await page.goto('about:blank')
  } finally {
    await platform.stop()
  }
})
