/** @file The wall, through dangers, losses and nights. Long: one wall, with one scene after another. */
import { entityRef } from '@greenwave/contract/wire/ids'
import { pulseKey, WATCH_ASSET_TYPE } from '@greenwave/contract/records/watch'
import { CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { createController } from '@greenwave/simulator/controller'
import { parseFault } from '@greenwave/controller/virtual/faults'
import type { Page } from '@playwright/test'
import { CLOCK, CONFLICT, DARK, junction, pulse, raise } from '../fixtures/incidents.ts'
import { savePicture } from '../fixtures/looks.ts'
import { SOUND_SETTINGS } from '../fixtures/soundSettings.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'
import { startTileServer } from '../fixtures/tileServer.ts'

let platform: PlatformProcess
let api: Api
let tiles: Awaited<ReturnType<typeof startTileServer>>

/** Starts an installation of its own, because its wall shows all of it. */
async function start(settings: Record<string, string> = {}): Promise<void> {
  tiles = await startTileServer()
  platform = await startPlatformProcess({ GREENWAVE_TILE_URL: tiles.url, ...settings })
  api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
}
test.afterEach(async ({ page }) => {
  // An open page would log errors when the platform stops.
  await page.goto('about:blank')
  await platform.stop()
  await tiles.stop()
})

async function openWall(page: Page): Promise<void> {
  await signIn(page, ADMIN_EMAIL, platform.adminPassword, platform.url)
  await page.goto(`${platform.url}/now?view=wall`)
}
const tilesOf = (page: Page) =>
  page.getByRole('list', { name: /^Incidents, the worst first$|^Sự cố hiện tại, nặng nhất trước$/ })

test('a wall shows the worst first, as large as the screen allows, and counts the rest', async ({ page }) => {
  await start()
  const streets = [
    'Võ Thị Sáu – Hai Bà Trưng',
    'Điện Biên Phủ – Đinh Tiên Hoàng',
    'Nguyễn Thị Minh Khai – Nam Kỳ Khởi Nghĩa',
  ]
  for (let number = 0; number < 40; number += 1) {
    const id = await junction(api, `TLC-${number}`, `${streets[number % 3]} ${number}`)
    await raise(api, id, [CONFLICT, DARK, CLOCK][number % 3] ?? DARK, 60_000 * (number + 1))
  }
  await pulse(api, [984, 0, 0, 13, 13, 14])
  await page.setViewportSize({ width: 3840, height: 2160 })
  await openWall(page)
  // The themes differ in their colours alone.
  for (const { width, height, least, themes } of [
    { width: 3840, height: 2160, least: 28, themes: ['dark'] },
    { width: 1920, height: 1080, least: 22, themes: ['dark', 'light'] },
    { width: 1280, height: 720, least: 18, themes: ['dark'] },
  ]) {
    for (const colorScheme of themes) {
      await page.setViewportSize({ width, height })
      await page.evaluate((scheme) => localStorage.setItem('mantine-color-scheme-value', scheme), colorScheme)
      await page.reload()
      await expect(tilesOf(page).getByRole('listitem').first()).toContainText(
        'Phases 1 and 2 have the road at the same time',
      )
      const measured = () =>
        tilesOf(page).evaluate((list) => ({
          sizes: [...list.querySelectorAll('h2')].map((name) => Number.parseFloat(getComputedStyle(name).fontSize)),
          more: Number(/\+ (\d+) more$/.exec(list.textContent ?? '')?.[1] ?? 0),
        }))
      await expect.poll(async () => (await measured()).sizes.length + (await measured()).more).toBe(40)
      expect(Math.min(...(await measured()).sizes), `names on ${width} x ${height}`).toBeGreaterThanOrEqual(least)
      const boxes = await tilesOf(page)
        .getByRole('listitem')
        .evaluateAll((found) =>
          found.map((tile) => tile.getBoundingClientRect()).map(({ right, bottom }) => [right, bottom]),
        )
      for (const [right = 0, bottom = 0] of boxes) {
        expect(right).toBeLessThanOrEqual(width)
        expect(bottom).toBeLessThanOrEqual(height)
      }
      await expect(page.getByRole('img', { name: '984 healthy' })).toBeVisible()
      await expect(page.getByRole('banner')).toHaveCount(0)
      if (width === 1920) await expectAccessible(page)
      await savePicture(page, `wall-${width}-${colorScheme}`)
    }
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(tilesOf(page).getByRole('listitem').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page)
  await savePicture(page, 'wall-360')
})

test('the tile of a broken green wave says what breaks it, whole on any wall, in both languages', async ({ page }) => {
  await start()
  const longest = 'Nguyễn Thị Minh Khai – Nam Kỳ Khởi Nghĩa'
  const { id } = await api.call('saveAsset', { query: {}, body: { name: 'Nam Kỳ Khởi Nghĩa', type: 'corridor' } })
  const facts = { direction: 'outbound', seconds: 7, setSeconds: 18, junction: longest }
  await api.call('saveAlarm', {
    body: {
      ...{
        originator: entityRef('ASSET', id.id),
        type: CORRIDOR_INCIDENT.type,
        severity: 'MINOR',
        startTs: Date.now() - 7_200_000,
      },
      details: { code: CORRIDOR_INCIDENT.code, text: '', facts: { ...facts, cause: 'clock', aheadSeconds: 20 } },
      propagateToOwner: true,
    },
  })
  for (let number = 0; number < 30; number += 1)
    await raise(api, await junction(api, `TLC-${number}`, `${longest} ${number}`), CLOCK, 60_000 * (number + 1))
  await pulse(api, [984, 0, 0, 31, 0, 0])
  await openWall(page)
  const tile = tilesOf(page).getByRole('listitem').filter({ hasText: 'Green wave outbound: 7 of 18 s' })
  const cause = tile.getByText(`Clock 20 s ahead: ${longest}`, { exact: true })
  const vietnamese = tilesOf(page).getByText(`Đồng hồ nhanh 20 s: ${longest}`, { exact: true })
  for (const [language, shown] of [['default', cause] as const, ['vi', vietnamese] as const]) {
    await page.evaluate((pack) => localStorage.setItem('greenwave.language', pack), language)
    await page.reload()
    for (const [width, height] of [[1920, 1080] as const, [1366, 768] as const, [1024, 768] as const]) {
      await page.setViewportSize({ width, height })
      // Lines that a tile has no room for are cut off.
      const cut = () => shown.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
      await expect.poll(cut, `of ${language} on ${width} x ${height}`).toBeLessThanOrEqual(1)
      const below = () =>
        tilesOf(page)
          .getByRole('listitem')
          .evaluateAll((found) => Math.max(...found.map((one) => one.scrollHeight - one.clientHeight)))
      await expect.poll(below, `below tiles on ${width} x ${height}`).toBeLessThanOrEqual(1)
      await savePicture(page, `wave-${language}-${width}`)
    }
  }
})

test('few tiles are larger, nothing wrong is one calm line, and an old pulse is said across the wall', async ({
  page,
}) => {
  await start()
  const ids = await Promise.all(
    ['Trần Não – Lương Định Của', 'Võ Văn Tần – Nam Kỳ Khởi Nghĩa'].map((label, index) =>
      junction(api, `TLC-${index}`, label),
    ),
  )
  const alarms = [await raise(api, ids[0] ?? '', CONFLICT), await raise(api, ids[1] ?? '', CLOCK)]
  await pulse(api, [9998, 0, 0, 1, 0, 1])
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openWall(page)
  await expect(tilesOf(page).getByRole('listitem')).toHaveCount(2)
  await savePicture(page, 'wall-two')
  for (const { id } of alarms) await api.call('clearAlarm', { params: { alarmId: id.id } })
  for (const id of ids)
    await api.writeAttributes(id, 'SERVER_SCOPE', { gw_level: 0, gw_state: 'ok', gw_since: Date.now() })
  await pulse(api, [10_000, 0, 0, 0, 0, 0])
  await expect(page.getByText(/^Nothing is wrong checked \d\d:/)).toBeVisible()
  await expectAccessible(page)
  await savePicture(page, 'wall-calm')
  await pulse(api, [10_000, 0, 0, 0, 0, 0], Date.now() - 600_000)
  await expect(page.getByRole('alert')).toContainText('No watcher is running')
  await expect(page.getByText(/^Nothing is wrong/)).toHaveCount(0)
  await expectAccessible(page)
  await savePicture(page, 'wall-unwatched')
  await page.mouse.move(300, 300)
  await page.getByRole('link', { name: 'Leave the wall (Esc)' }).click()
  await expect(page).toHaveURL(`${platform.url}/now`)
  await page.getByRole('link', { name: 'Wall', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Wall', level: 1 })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${platform.url}/now`)
})

test('a wall is connected again after any time without the platform, and loads a new version by itself, signed in', async ({
  page,
  browserLog,
}) => {
  browserLog.expect(/WebSocket|ERR_CONNECTION_REFUSED|Failed to load resource/)
  await start({ GREENWAVE_WATCHER: 'on' })
  const login = { clientId: 'TLC-1', userName: 'TLC-1', password: 'controller-secret' }
  const device = await api.createDevice({ name: 'TLC-1', label: 'Võ Thị Sáu – Hai Bà Trưng' }, login)
  await api.writeAttributes(device.id.id, 'SHARED_SCOPE', SOUND_SETTINGS)
  const controller = createController({
    url: platform.mqttUrl,
    login: { name: 'TLC-1', ...login, faults: [parseFault('two-greens')] },
  })
  try {
    let attempts = 0
    page.on('websocket', () => {
      attempts += 1
    })
    // Until there is a first pulse, nobody watches.
    const { call } = api
    await expect
      .poll(
        async () => {
          const { data } = await call('tenantAssets', { query: { type: WATCH_ASSET_TYPE, page: 0, pageSize: 1 } })
          const params = { entityType: 'ASSET', entityId: data[0]?.id.id ?? '', scope: 'SERVER_SCOPE' } as const
          return data.length === 0 ? [] : (await call('attributes', { params })).map(({ key }) => key)
        },
        { timeout: 60_000 },
      )
      .toContain(pulseKey(1, 1))
    await page.setViewportSize({ width: 1920, height: 1080 })
    await openWall(page)
    const tile = tilesOf(page).getByRole('listitem').filter({ hasText: 'Võ Thị Sáu – Hai Bà Trưng' })
    // Of the three phases those that are green when it is first seen.
    await expect(tile).toContainText(/Phases 1(, 2,)? and [23] have the road at the same time/)
    // Its lamps are loaded after its text.
    await expect(tile).toContainText(/Green|Red/)
    await expect(page.getByRole('alert')).toHaveCount(0)

    await platform.kill()
    await expect(page.getByRole('alert')).toContainText('No connection to the platform')
    await expect(tile).toHaveAttribute('data-old', 'true')
    await savePicture(page, 'wall-lost')
    const before = attempts
    // More than the five that every other page makes.
    await expect.poll(() => attempts - before).toBeGreaterThan(5)
    await expect(tile).toBeVisible()

    // The platform comes back with another build of the console.
    let served = 0
    await page.route(`${platform.url}/`, async (route) => {
      served += 1
      const answer = await route.fetch()
      const program = /src="(\/assets\/[^"]+\.js)"/.exec(await answer.text())?.[1] ?? ''
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(program, `${program}?next`) })
    })
    const reloaded = page.waitForEvent('load')
    await platform.restart()
    await reloaded
    expect(served).toBe(1)
    await expect(page).toHaveURL(`${platform.url}/now?view=wall`)
    await expect(tile).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(tile).not.toHaveAttribute('data-old')
  } finally {
    await controller.stop()
  }
})

test('a danger has the full width with its lamps, no text is cut off, and a map without tiles is an option', async ({
  page,
}) => {
  await start({ GREENWAVE_TILE_URL: 'none' })
  const login = { clientId: 'TLC-0', userName: 'TLC-0', password: 'controller-secret' }
  const danger = await junction(api, 'TLC-0', 'Nguyễn Thị Minh Khai – Nam Kỳ Khởi Nghĩa')
  await api.writeAttributes(danger, 'SHARED_SCOPE', SOUND_SETTINGS)
  const faults = [parseFault('two-greens')]
  const controller = createController({ url: platform.mqttUrl, login: { name: 'TLC-0', ...login, faults } })
  try {
    await raise(api, danger, CONFLICT)
    for (let number = 1; number < 12; number += 1) {
      const id = await junction(api, `TLC-${number}`, `Nguyễn Thị Minh Khai – Nam Kỳ Khởi Nghĩa ${number}`)
      await api.writeAttributes(id, 'SERVER_SCOPE', {
        ...{ latitude: 10.77 + (number % 3) / 200, longitude: 106.69 + number / 300 },
      })
      const seconds = { phases: [1, 2], seconds: 1, setSeconds: 3 }
      if (number < 9) await raise(api, id, { code: 'short-clearance', severity: 'MAJOR', facts: seconds })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await pulse(api, [3, 0, 0, 0, 8, 1])
    await openWall(page)
    const first = tilesOf(page).getByRole('listitem').first()
    for (const [width, height] of [[1440, 900] as const, [1920, 1080] as const, [3840, 2160] as const]) {
      await pulse(api, [3, 0, 0, 0, 8, 1])
      await page.setViewportSize({ width, height })
      await page.reload()
      const heads = first.getByRole('figure')
      await expect(heads).toHaveCount(3)
      await expect(first.locator('figure[data-conflict]').first()).toBeVisible()
      const box = await first.boundingBox()
      expect(box?.width, `width of a danger at ${width}`).toBeGreaterThan(width * 0.95)
      const cut = () =>
        tilesOf(page).evaluate((list, lowest) => {
          const boxes = [list, ...list.querySelectorAll('li, li *')].map((part) => part.getBoundingClientRect())
          const overflowing = [...list.querySelectorAll('li, h2, p')].filter(
            ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
              scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
          )
          return overflowing.length + boxes.filter(({ bottom }) => bottom > lowest).length
        }, height)
      await expect.poll(cut, `parts cut off at ${width} x ${height}`).toBe(0)
      const since = await tilesOf(page)
        .getByRole('listitem')
        .evaluateAll((found) => found.map(({ textContent }) => textContent?.split('since').length))
      expect(since).toEqual(since.map(() => 2))
      await savePicture(page, `danger-${width}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('m')
    await expect(page).toHaveURL(`${platform.url}/now?view=wall&map=yes`)
    await expect(page.locator('[data-street-net]')).not.toHaveAttribute('data-street-net', '0')
    await expect(page.getByRole('img', { name: /^Map of 11 junctions/ })).toBeVisible()
    await expect(first.getByRole('figure')).toHaveCount(3)
    await expectAccessible(page)
    await savePicture(page, 'wall-map')
  } finally {
    await controller.stop()
  }
})

test.describe('where this device keeps no parts', () => {
  test.use({ serviceWorkers: 'block' })

  test('a danger whose lamps are not loaded when the platform is lost says so, and has them when it is back', async ({
    page,
    browserLog,
  }) => {
    browserLog.expect(/WebSocket|ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to load resource/)
    await start()
    await raise(api, await junction(api, 'TLC-0', 'Võ Thị Sáu – Hai Bà Trưng'), CONFLICT)
    await pulse(api, [0, 0, 0, 0, 0, 1])
    const lamps = '**/assets/PhaseHeads-*.js'
    await page.route(lamps, (route) => route.abort())
    await openWall(page)
    const tile = tilesOf(page).getByRole('listitem')
    await expect(tile).toContainText('Phases 1 and 2 have the road at the same time')
    await platform.kill()
    await expect(tile).toContainText('No connection')
    await expect(tile.getByRole('alert')).toHaveCount(0)
    await page.unroute(lamps)
    await platform.restart()
    await expect(tile.getByRole('figure')).toHaveCount(3)
    await expect(tile).not.toContainText('No connection')
  })
})
