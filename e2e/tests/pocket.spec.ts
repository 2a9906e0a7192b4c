/** The console on a phone: installed, without a network, with a new release. */
import { createServer, request as forward } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { imageOfLink } from '@greenwave/contract/wire/imageLinks'
import type { BrowserContext, Page } from '@playwright/test'
import { clicksOf } from '../fixtures/clicks.ts'
import { DARK, OFFLINE, pulse, raise } from '../fixtures/incidents.ts'
import { openDevice } from '../fixtures/devicePage.ts'
import { expectTouchable } from '../fixtures/legibility.ts'
import { expectNoOverhang, savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 }, keepsFiles: true })
test.beforeEach(({ browserLog }) => {
  browserLog.expect(
    /ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource|ERR_FAILED|dynamically imported|preload CSS/,
  )
})

/** Starts a proxy whose service worker is, once it is asked to, the one of the next release: this one under another name. */
async function startUpgraded(url: string) {
  let release = ''
  const { hostname, port } = new URL(url)
  const proxy = createServer((request, response) => {
    const isWorker = request.url === '/sw.js'
    const headers = { ...request.headers, ...(isWorker && { 'accept-encoding': 'identity' }) }
    // The platform would answer that its own worker is still the same.
    if (isWorker) for (const condition of ['if-none-match', 'if-modified-since'] as const) delete headers[condition]
    const asked = forward({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      if (!isWorker || release === '') return void answer.pipe(response)
      void text(answer).then((code) => response.end(code.replaceAll(release, 'f'.repeat(release.length))))
    })
    request.pipe(asked)
  })
  proxy.on('upgrade', (request, socket) => {
    const lines = [`GET ${request.url} HTTP/1.1`, ...Object.entries(request.headers).map((pair) => pair.join(': '))]
    const upstream = connect(Number(port), hostname, () => upstream.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.on('error', () => upstream.destroy())
    upstream.on('error', () => socket.destroy())
    upstream.pipe(socket).pipe(upstream)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    /** Replaces the release of this name. */
    replace: (name: string) => {
      release = name
    },
    stop: () =>
      new Promise((resolve) => {
        proxy.close(resolve)
        proxy.closeAllConnections()
      }),
  }
}

/** Draws a photo as a camera takes it: large, and with the position in its EXIF. */
async function cameraPhoto(page: Page) {
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 1800)
    const context = canvas.getContext('2d')
    // Noise, which no format makes small.
    const noise = new Uint32Array((2400 * 1800) / 4)
    for (let at = 0; at < noise.length; at += 16_384) crypto.getRandomValues(noise.subarray(at, at + 16_384))
    context?.drawImage(
      await createImageBitmap(new ImageData(new Uint8ClampedArray(noise.buffer), 1200, 900)),
      0,
      0,
      2400,
      1800,
    )
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  const exif = Buffer.from('Exif\0\0GPS 10.7769N', 'latin1')
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  const buffer = Buffer.concat([Buffer.from(drawn.slice(0, 2)), marker, exif, Buffer.from(drawn.slice(2))])
  return { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer }
}

const namesOfCaches = (page: Page, prefix: string): Promise<string[]> =>
  page.evaluate(async (start) => (await caches.keys()).filter((name) => name.startsWith(start)), prefix)

/** Returns the addresses of what this device keeps in caches whose names begin in this way. */
const keptIn = (page: Page, prefix: string): Promise<string[]> =>
  page.evaluate(async (start) => {
    const own = (await caches.keys()).filter((one) => one.startsWith(start))
    const kept = await Promise.all(own.map(async (one) => (await caches.open(one)).keys()))
    return kept.flat().map(({ url }) => url)
  }, prefix)

/** Resolves when the page can be opened without a network: the worker answers, and has kept what was read. */
async function isKept(page: Page, what = 'SHARED_SCOPE'): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect.poll(() => keptIn(page, 'greenwave-last-')).toContainEqual(expect.stringContaining(what))
}

/** Resolves when this device has the file of a part that is loaded when the browser has time for it. */
const hasPart = (page: Page, part: string) =>
  expect
    .poll(() => keptIn(page, 'greenwave-files-'), { timeout: 120_000 })
    .toContainEqual(expect.stringContaining(part))

async function openAgainOffline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText(/^As of .*\d\d:\d\d, no connection$/)
}

test.describe('a customer user', () => {
  test.use({ signedInAs: 'district' })

  test('without a network sees the last known state in grey, no lamp as live, and leaves nothing behind by signing out @behindAFront', async ({
    page,
    context,
    scene,
    system,
  }) => {
    const device = await scene.device({ customer: system.district })
    const controller = await scene.controller(device)
    await openDevice(page, device.id)
    await expect(page.locator('figure:not([data-old]) [data-lamp][data-lit]').first()).toBeVisible()
    await isKept(page)
    await openAgainOffline(page, context)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(device.label)
    await expect(page.getByText(/of 6 used/)).toBeVisible()
    await expect(page.locator('figure:not([data-old]) [data-lamp][data-lit]')).toHaveCount(0)
    expect(await page.locator('main').evaluate((main) => getComputedStyle(main).filter)).toBe('grayscale(1)')
    await expectAccessible(page)

    await context.setOffline(false)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.locator('figure:not([data-old]) [data-lamp][data-lit]').first()).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await expect.poll(() => namesOfCaches(page, 'greenwave-last-')).toEqual([])
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refreshToken')])).toEqual([
      null,
      null,
    ])
    await context.setOffline(false)
    await controller.stop()
  })
})

test.describe('the card of an officer', () => {
  test.use({ signedInAs: 'district' })

  test('shows the state of all junctions without a tap, why with one, and calls with the second', async ({
    page,
    scene,
    system: { api, district },
  }) => {
    const [dark, lost, well] = [
      await scene.device({ customer: district }),
      await scene.device({ customer: district }),
      await scene.device({ customer: district }),
    ]
    await scene.controller(dark)
    await scene.controller(well)
    await raise(api, lost.id, OFFLINE)
    await raise(api, dark.id, DARK)
    await api.writeAttributes(well.id, 'SERVER_SCOPE', {
      gw_level: 0,
      gw_state: 'ok',
      gw_since: Date.now(),
      gw_mode: 4,
    })
    await pulse(api, [1, 0, 0, 0, 2, 0], Date.now(), district)
    await page.goto('/')
    await expect(page.getByRole('main').getByRole('status')).toHaveText('1 of 3 work · 1 dark · 1 not connected')
    const rows = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('group') })
    await expect(rows).toHaveCount(2)
    await expect(rows.filter({ hasText: dark.label })).toContainText(/Phase 2 is dark/)
    await expect(rows.filter({ hasText: dark.label })).toContainText(/since .*\d\d:\d\d · .* · unassigned/)
    await expect(rows.filter({ hasText: dark.label }).locator('[data-lamp]')).toHaveCount(3)
    await expect(rows.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 740 })
      for (const look of ['light', 'dark', 'sun'] as const) {
        await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' })
        if (look === 'sun') await page.getByRole('button', { name: 'Sun: white and black' }).click()
        await expectAccessible(page, look === 'dark' ? 'colours' : 'everything')
        await expectNoOverhang(page)
        await expectTouchable(page, look === 'sun' ? 48 : 44)
        await savePicture(page, `card-${look}-${width}`, { fullPage: true })
        if (look === 'sun') await page.getByRole('button', { name: 'Sun: white and black' }).click()
      }
    }

    // Why: one tap, and the lamps are on the first screen.
    await page.getByRole('link', { name: dark.label }).tap()
    const lamps = page.getByRole('figure', { name: /^Phase 1/ })
    await expect(lamps).toBeVisible()
    expect((await lamps.boundingBox())?.y).toBeLessThan(740)
    await page.goBack()
    const taps = await clicksOf(page)
    // Call: one tap here, the second in the phone's own program.
    await expect(page.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+842838000000')

    await rows.filter({ hasText: dark.label }).getByRole('button', { name: 'Report' }).tap()
    await page.getByRole('dialog').getByLabel('Comment').fill('A lorry hit the pole.')
    const photo = await cameraPhoto(page)
    expect(photo.buffer.length).toBeGreaterThan(500_000)
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: 'Take a photo' }).tap()
    await (await chosen).setFiles(photo)
    await expect(page.getByRole('dialog').getByRole('img', { name: 'Photo 1' })).toBeVisible()
    await expectAccessible(page)
    await expectNoOverhang(page)
    await savePicture(page, 'report')
    await page.getByRole('dialog').getByRole('button', { name: 'Save the comment' }).tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // A report with a photo: three taps, and the camera's own.
    expect(await taps()).toBe(3)
    const { data } = await api.call('alarmsV2', { query: { page: 0, pageSize: 50 } })
    const alarm = data.find(({ originator }) => originator.id === dark.id)
    const comments = await api.call('alarmComments', {
      params: { alarmId: alarm?.id.id ?? '' },
      query: { page: 0, pageSize: 10 },
    })
    const written = comments.data.find(({ comment }) => comment?.text === 'A lorry hit the pole.')?.comment
    const [link = ''] = Array.isArray(written?.photos) ? written.photos.map(String) : []
    const kept = imageOfLink(link)
    const { bytes } = await api.call('image', { params: kept ?? { type: '', key: '' } })
    const content = Buffer.from(await new Response(bytes).arrayBuffer())
    expect(content.length).toBeLessThanOrEqual(300_000)
    expect(content.includes('GPS 10.7769N')).toBe(false)
    // Who reads the incident sees the photo.
    await rows.filter({ hasText: dark.label }).getByRole('button', { name: 'Report' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Enlarge photo 1' }).tap()
    const shown = page.getByRole('dialog').getByRole('img', { name: 'Photo 1' })
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1024)
    await expectNoOverhang(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Share' }).tap()
    const picture = await download
    expect(picture.suggestedFilename()).toMatch(/^Greenwave \d\d-\d\d-\d{4}.*\.png$/)
    await picture.saveAs(test.info().outputPath('shared.png'))

    // The dashboard of all junctions stays where it was, one tap away.
    await page.getByRole('link', { name: 'Dashboard of all junctions' }).tap()
    await expect(page.getByRole('button', { name: 'Devices', expanded: false })).toBeVisible()
  })

  test.describe('with the other pages loaded ahead', () => {
    test.use({ loadsAhead: true })

    test('keeps notes that are written without a network, over a reload, and sends each once and in order', async ({
      page,
      context,
      scene,
      system: { api, district },
    }) => {
      const dark = await scene.device({ customer: district })
      const { id: alarm } = await raise(api, dark.id, DARK)
      await page.goto('/')
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: dark.label })
      await expect(row).toBeVisible()
      await isKept(page, 'alarms')
      await hasPart(page, 'CommentDialog')
      await hasPart(page, 'PhotoField')
      await hasPart(page, 'UnsentNotes')
      await openAgainOffline(page, context)
      const photo = await cameraPhoto(page)
      const write = async (text: string, withPhoto = false) => {
        await row.getByRole('button', { name: 'Report' }).tap()
        await page.getByRole('dialog').getByLabel('Comment').fill(text)
        if (withPhoto) {
          const chosen = page.waitForEvent('filechooser')
          await page.getByRole('dialog').getByRole('button', { name: 'Take a photo' }).tap()
          await (await chosen).setFiles(photo)
          await expect(page.getByRole('dialog').getByRole('img', { name: 'Photo 1' })).toBeVisible()
        }
        await page.getByRole('dialog').getByRole('button', { name: 'Save the comment' }).tap()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await write('A lorry hit the pole.', true)
      await write('The lamps hang down.')
      await expect(page.getByText('2 notes are not sent yet. They are sent when there is a connection.')).toBeVisible()
      await row.getByRole('button', { name: 'Report' }).tap()
      await expect(page.getByRole('dialog').getByText('not sent yet · A lorry hit the pole.')).toBeVisible()
      await expectAccessible(page)
      await savePicture(page, 'unsent')
      await page.reload()
      await expect(page.getByText('2 notes are not sent yet.')).toBeVisible()
      await expectNoOverhang(page)
      await savePicture(page, 'unsent-after-reload')
      await page.getByRole('button', { name: /User menu/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Sign out (2 unsent notes are lost)' })).toBeVisible()
      await page.keyboard.press('Escape')
      await context.setOffline(false)
      await expect(page.getByText(/notes? (is|are) not sent yet/)).toHaveCount(0)
      const { data } = await api.call('alarmComments', {
        params: { alarmId: alarm.id },
        query: { page: 0, pageSize: 10, sortProperty: 'createdTime', sortOrder: 'ASC' },
      })
      const written = data.flatMap(({ type, comment }) => (type === 'OTHER' && comment ? [comment] : []))
      expect(written.map(({ text }) => text)).toEqual(['A lorry hit the pole.', 'The lamps hang down.'])
      const photos = written.map((comment) => (Array.isArray(comment.photos) ? comment.photos.map(String) : []))
      expect(photos.map(({ length }) => length)).toEqual([1, 0])
      const kept = imageOfLink(photos[0]?.[0] ?? '')
      expect(await api.call('imageInfo', { params: kept ?? { type: '', key: '' } })).toMatchObject({ title: dark.id })
    })
  })

  test('is not where a wide screen begins', async ({ page, scene, system }) => {
    await scene.device({ customer: system.district })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/')
    await expect(page.getByPlaceholder('Search devices...')).toBeVisible()
  })
})

test.describe('an administrator', () => {
  test.use({ signedInAs: 'admin' })

  test('acknowledges on the card, and goes from it to a mode with an end', async ({ page, scene, system: { api } }) => {
    const device = await scene.device()
    await scene.controller(device)
    const alarm = await raise(api, device.id, DARK)
    await page.goto('/')
    const row = page.getByRole('listitem').filter({ hasText: device.label })
    await row.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(row.getByText(/acknowledged at .*\d\d:\d\d/)).toBeVisible()
    expect((await api.call('alarmInfo', { params: { alarmId: alarm.id.id } })).acknowledged).toBe(true)
    await row.getByRole('link', { name: 'Flash until…' }).click()
    await expect(
      page
        .getByRole('dialog')
        .getByText(/Nháy vàng/)
        .first(),
    ).toBeVisible()
  })

  test('is refused a mode and an acknowledgement without a network, and neither is sent later', async ({
    page,
    context,
    scene,
    system: { api },
  }) => {
    const device = await scene.device()
    await scene.controller(device)
    const alarm = await raise(api, device.id, DARK)
    await page.goto('/now')
    const row = page.getByRole('listitem').filter({ hasText: device.label })
    await row.getByText('Phase 2 is dark.').click()
    await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(page.getByText(/There is no connection, so nothing was sent\./)).toBeVisible()
    await context.setOffline(false)
    await openDevice(page, device.id)
    await isKept(page)
    await page.getByRole('button', { name: 'Nháy vàng' }).click()
    const confirm = page.getByRole('button', { name: 'Xác nhận' })
    await expect(confirm).toBeVisible()
    await context.setOffline(true)
    await confirm.click()
    await expect(page.getByRole('dialog').getByText(/There is no connection, so nothing was sent\./)).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Hủy' }).click()
    await page.reload()
    await expect(page.getByText(/of 6 used/)).toBeVisible()
    expect(await api.attributes(device.id, 'SHARED_SCOPE')).not.toMatchObject({ Mode: 0 })
    expect((await api.call('alarmInfo', { params: { alarmId: alarm.id.id } })).acknowledged).toBe(false)
  })

  test('is offered a new release, and goes on working with the old one until it is taken', async ({
    page,
    scene,
    system,
  }) => {
    const device = await scene.device()
    const upgraded = await startUpgraded(system.url)
    try {
      await signIn(page, system.adminEmail, system.adminPassword, upgraded.url)
      await page.goto(`${upgraded.url}/devices/${device.id}`)
      await expect(page.getByText(/of 6 used/)).toBeVisible()
      await isKept(page)
      const asked = page.getByText('A new version of the console is ready.')
      await expect(asked).toHaveCount(0)
      const [files = ''] = await namesOfCaches(page, 'greenwave-files-')
      upgraded.replace(files.replace('greenwave-files-', ''))
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.update())
      await expect(asked).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Devices' }).click()
      await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
      await expect(asked).toBeVisible()
      await page.evaluate(() => Object.assign(window, { isOld: true }))
      await page.getByRole('button', { name: 'Load it' }).click()
      await page.waitForFunction(() => !('isOld' in window))
      await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
      await expect(asked).toHaveCount(0)
      // Other tabs may still run the release before.
      expect(await namesOfCaches(page, 'greenwave-files-')).toHaveLength(2)
      await page.goto('about:blank')
    } finally {
      await upgraded.stop()
    }
  })

  test('can install the console, with its shortcuts @behindAFront', async ({ page, context, system }) => {
    await page.goto('/devices')
    const browser = await context.newCDPSession(page)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // Each test has a private window.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    const { data, errors } = await browser.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { shortcuts, icons } = JSON.parse(data ?? '') as Record<'shortcuts' | 'icons', { url: string; src: string }[]>
    for (const { url } of shortcuts) {
      await page.goto(url)
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    }
    for (const { src } of icons) expect((await page.request.get(system.url + src)).status()).toBe(200)
  })
})
