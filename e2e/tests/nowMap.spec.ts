/** @file The map of all junctions on the page Now, with states that the test writes in the place of a watcher. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JunctionLevel } from '@greenwave/contract/records/watch'
import { Api, issueTokens } from '@greenwave/harness/api'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { PlayedWatcher } from '@greenwave/harness/playedWatcher'
import { pngTile, tileArchive } from '@greenwave/harness/tileArchive'
import type { Page } from '@playwright/test'
import { expectNoOverhang, savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

let platform: PlatformProcess
let api: Api
let watcher: PlayedWatcher
let folder: string
let made = 0

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-tiles-'))
  const file = join(folder, 'city.pmtiles')
  // The four tiles around the city at zoom 10, two greys in turn.
  const tiles = [814, 815, 816].flatMap((x) =>
    [480, 481, 482].map((y) => ({
      z: 10,
      x,
      y,
      bytes: pngTile((x + y) % 2 === 0 ? [214, 220, 226] : [204, 211, 219]),
    })),
  )
  writeFileSync(file, tileArchive({ tiles, metadata: { attribution: 'City survey' } }))
  platform = await startPlatformProcess({ GREENWAVE_TILE_URL: '', GREENWAVE_TILE_ARCHIVE: file })
  api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  watcher = await PlayedWatcher.begin(api)
})
test.afterAll(async () => {
  await platform.stop()
  rmSync(folder, { recursive: true })
})
test.beforeEach(async ({ context }) => {
  const tokens = await issueTokens(platform.url, ADMIN_EMAIL, platform.adminPassword)
  await context.addInitScript((items) => {
    // An empty page has no storage.
    if (location.protocol === 'http:') for (const [name, value] of items) localStorage.setItem(name, value)
  }, Object.entries(tokens))
})
test.afterEach(async ({ page }) => {
  // An open page would request junctions that are being removed.
  await page.goto('about:blank')
  for (const id of ids.splice(0)) {
    watcher.forget(id)
    await api.remove({ kind: 'device', id })
  }
})

const ids: string[] = []
/** Makes a junction that is judged; north and east are degrees from the middle of the city. */
async function junction(
  label: string,
  level: JunctionLevel,
  [north, east]: readonly [number, number],
): Promise<string> {
  made += 1
  const name = `TLC-${made}`
  const login = { clientId: name, userName: name, password: 'controller-secret' }
  const { id } = (await api.createDevice({ name, label }, login)).id
  ids.push(id)
  await api.writeAttributes(id, 'SERVER_SCOPE', { latitude: 10.78 + north, longitude: 106.69 + east })
  await watcher.judge(id, level)
  if (level >= 3) await watcher.raise(id, level as 3 | 4 | 5)
  return id
}

async function openNow(page: Page): Promise<void> {
  await watcher.pulse()
  await page.goto(`${platform.url}/now`)
}

const picture = (page: Page, words: RegExp) => page.getByRole('img', { name: words })

/**
 * Returns the middle of what is drawn in a colour of the theme, in pixels of the page, or null if nothing is. The
 * canvas is copied first, because reading it again and again would slow it down.
 */
function drawn(page: Page, colour: 'bad' | 'warn'): Promise<{ x: number; y: number } | null> {
  return page.evaluate((name) => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[role="img"]')
    const copy = document.createElement('canvas')
    const context = copy.getContext('2d', { willReadFrequently: true })
    if (!canvas || !context || canvas.width === 0) return null
    ;[copy.width, copy.height] = [canvas.width, canvas.height]
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--gw-${name}`)
    context.fillRect(0, 0, 1, 1)
    const wanted = context.getImageData(0, 0, 1, 1).data
    context.clearRect(0, 0, 1, 1)
    context.drawImage(canvas, 0, 0)
    const { data } = context.getImageData(0, 0, copy.width, copy.height)
    let [count, sumX, sumY] = [0, 0, 0]
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] !== wanted[0] || data[i + 1] !== wanted[1] || data[i + 2] !== wanted[2] || data[i + 3] !== 255)
        continue
      count += 1
      sumX += (i / 4) % copy.width
      sumY += Math.floor(i / 4 / copy.width)
    }
    const { left, top, width } = canvas.getBoundingClientRect()
    const scale = width / copy.width
    return count < 40 ? null : { x: left + (sumX / count) * scale, y: top + (sumY / count) * scale }
  }, `${colour}`)
}

/** Waits until something is drawn in a colour, and returns its middle. */
async function markIn(page: Page, colour: 'bad' | 'warn'): Promise<{ x: number; y: number }> {
  let found: { x: number; y: number } | null = null
  await expect
    .poll(async () => {
      found = await drawn(page, colour)
      return found !== null
    })
    .toBe(true)
  return found ?? { x: 0, y: 0 }
}

test('danger is a mark on the map among healthy dots; pointing at it marks its row, choosing it leads to its page', async ({
  page,
}) => {
  const bad = await junction('Võ Thị Sáu – Hai Bà Trưng', 5, [0.01, 0])
  for (const [i, east] of [0.0002, -0.0002, 0.03].entries()) await junction(`Healthy ${i}`, 0, [0.01, east])
  await openNow(page)
  await expect(picture(page, /^Map of 4 junctions: 1 in danger\./)).toBeVisible()
  const mark = await markIn(page, 'bad')
  const row = page.getByRole('listitem').filter({ hasText: 'Võ Thị Sáu – Hai Bà Trưng' })
  await page.mouse.move(mark.x, mark.y)
  await expect(row.locator('[data-hovered]')).toBeVisible()
  await page.mouse.move(mark.x, mark.y + 120)
  await expect(row.locator('[data-hovered]')).toHaveCount(0)
  await page.mouse.click(mark.x, mark.y)
  await expect(row.locator('[data-selected]')).toBeVisible()
  const card = page.getByRole('region', { name: 'All junctions', exact: true })
  await expect(card).toContainText('Conflicting green')
  // It is well again, and the map says so without being asked.
  await watcher.judge(bad, 0)
  await watcher.pulse()
  await expect(picture(page, /^Map of 4 junctions, none of which is in trouble/)).toBeVisible()
  await expect.poll(() => drawn(page, 'bad')).toBeNull()
  await expect(card).toContainText('As programmed')
  await card.getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(new RegExp(`/devices/${bad}`))
})

test('marks that would cover one another are one, of the worst; choosing it shows them apart', async ({ page }) => {
  await junction('Danger', 5, [0, 0])
  for (const north of [0.0004, -0.0004]) await junction(`Deviation ${north}`, 3, [north, 0])
  await junction('Far', 0, [0.2, 0.2])
  await openNow(page)
  await expect(picture(page, /^Map of 4 junctions: 1 in danger, 2 deviating\./)).toBeVisible()
  const one = await markIn(page, 'bad')
  expect(await drawn(page, 'warn')).toBeNull()
  await page.mouse.click(one.x, one.y)
  await markIn(page, 'warn')
  const danger = await markIn(page, 'bad')
  await page.mouse.click(danger.x, danger.y)
  await expect(page.getByRole('region', { name: 'All junctions', exact: true })).toContainText('Danger')
})

test('a junction that is chosen in the list comes into sight; all are shown again by a button', async ({ page }) => {
  // Wide enough for the map, the open incident and the list.
  await page.setViewportSize({ width: 1760, height: 900 })
  await junction('Xa', 4, [0.08, 0.08])
  await junction('Gần', 3, [0, 0])
  await openNow(page)
  const near = await markIn(page, 'warn')
  await page.mouse.move(near.x, near.y)
  await expect(async () => {
    const seen = await drawn(page, 'bad')
    // Nothing more is turned once it is out of sight.
    if (seen) await page.mouse.wheel(0, -400)
    expect(seen).toBeNull()
  }).toPass()
  await page.getByRole('listitem').filter({ hasText: 'Xa' }).getByText('The junction is dark.').click()
  const map = await page.locator('.leaflet-container').boundingBox()
  const far = await markIn(page, 'bad')
  expect(far.x).toBeGreaterThan(map?.x ?? 0)
  expect(far.x).toBeLessThan((map?.x ?? 0) + (map?.width ?? 0))
  await page.getByRole('button', { name: 'Show all' }).click()
  await markIn(page, 'warn')
  await markIn(page, 'bad')
})

test('a click on a button of the map is none on the mark below it', async ({ page }) => {
  await junction('Under', 5, [0, 0])
  await openNow(page)
  const mark = await markIn(page, 'bad')
  const button = page.getByRole('button', { name: 'Show all' })
  const box = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(mark.x, mark.y)
  await page.mouse.down()
  await page.mouse.move(middle.x, middle.y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => Math.abs(((await drawn(page, 'bad'))?.x ?? 0) - middle.x)).toBeLessThan(3)
  await button.click()
  await expect.poll(async () => Math.abs(((await drawn(page, 'bad'))?.x ?? 0) - mark.x)).toBeLessThan(3)
  await expect(page.getByRole('region', { name: 'All junctions', exact: true })).not.toContainText('Conflicting green')
  await page.mouse.click(mark.x, mark.y)
  await expect(page.getByRole('region', { name: 'All junctions', exact: true })).toContainText('Conflicting green')
})

test("the map over the installation's own tiles is accessible", async ({ page }) => {
  const places = Array.from(
    { length: 40 },
    (_, i) => [((i * 7) % 13) / 130 - 0.05, ((i * 5) % 11) / 110 - 0.05] as const,
  )
  const levels = [5, 4, 3, 3, 2, 1] as const
  for (const [i, place] of places.entries()) await junction(`Ngã tư ${i}`, levels[i] ?? 0, place)
  for (const { colorScheme, width } of [
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 1440 },
    { colorScheme: 'dark', width: 1000 },
    { colorScheme: 'light', width: 360 },
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await openNow(page)
    if (width < 1000) await page.getByText('Map', { exact: true }).click()
    await expect(
      picture(page, /^Map of 40 junctions: 1 in danger, 1 with a fault, 2 deviating, 1 held or flashing/),
    ).toBeVisible()
    await markIn(page, 'bad')
    await expect(page.locator('img.leaflet-tile-loaded').first()).toBeVisible()
    await expect(page.getByText('City survey')).toBeVisible()
    await expectAccessible(page)
    await expectNoOverhang(page)
    await savePicture(page, `map-${colorScheme}-${width}`)
    // The other theme has other colours.
    await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' })
    await markIn(page, 'bad')
  }
})
