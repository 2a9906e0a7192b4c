/** The console on a phone: installed, without a network, with a new release. Long: one phone, with one way to be without a network. */
import { createServer, request as forward } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { parseWork, WORK_TYPE, type WorkState } from '@greenwave/contract/records/works'
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
    /ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource|ERR_FAILED|dynamically imported|preload CSS|preload assets/,
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
    .poll(() => keptIn(page, 'greenwave-files-'), { timeout: 240_000 })
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

    test('keeps 20 notes and 5 photos that are written in an hour without a network, over killed browsers, and sends each once and in order', async ({
      page: first,
      context,
      scene,
      system: { api, district },
    }) => {
      const dark = await scene.device({ customer: district })
      const { id: alarm } = await raise(api, dark.id, DARK)
      const texts = Array.from({ length: 20 }, (_, nth) => `Note ${nth + 1}`)
      const hasPhoto = (text: string) => texts.indexOf(text) % 4 === 0
      const reportOn = (page: Page) =>
        page
          .getByRole('main')
          .getByRole('listitem')
          .filter({ hasText: dark.label })
          .getByRole('button', { name: 'Report' })
      const write = async (page: Page, text: string) => {
        await reportOn(page).tap()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Comment').fill(text)
        if (hasPhoto(text)) {
          const chosen = page.waitForEvent('filechooser')
          await dialog.getByRole('button', { name: 'Take a photo' }).tap()
          await (await chosen).setFiles(photo)
          await expect(dialog.getByRole('img', { name: 'Photo 1' })).toBeVisible()
        }
        await dialog.getByRole('button', { name: 'Save the comment' }).tap()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      const openAfterKill = async (killed: Page) => {
        await killed.close()
        const page = await context.newPage()
        await page.goto('/')
        return page
      }
      const comments = async () => {
        const { data } = await api.call('alarmComments', {
          params: { alarmId: alarm.id },
          query: { page: 0, pageSize: 100, sortProperty: 'createdTime', sortOrder: 'ASC' },
        })
        return data.flatMap(({ type, comment }) => (type === 'OTHER' && comment ? [comment] : []))
      }
      await first.goto('/')
      await expect(reportOn(first)).toBeVisible()
      await isKept(first, 'alarms')
      await hasPart(first, 'CommentDialog')
      await hasPart(first, 'PhotoField')
      await hasPart(first, 'Unsent')
      await openAgainOffline(first, context)
      const photo = await cameraPhoto(first)
      for (const text of texts.slice(0, 10)) await write(first, text)
      await expect(
        first.getByText('10 entries are not sent yet. They are sent when there is a connection.'),
      ).toBeVisible()
      await reportOn(first).tap()
      await expect(first.getByRole('dialog').getByText('not sent yet · Note 10')).toBeVisible()
      await expectAccessible(first)
      await savePicture(first, 'unsent')

      const second = await openAfterKill(first)
      await expect(second.getByText('10 entries are not sent yet.')).toBeVisible()
      await second.clock.setSystemTime(Date.now() + 3_600_000)
      for (const text of texts.slice(10)) await write(second, text)
      await expect(second.getByText('20 entries are not sent yet.')).toBeVisible()
      await expectNoOverhang(second)
      await savePicture(second, 'unsent-after-kill')
      await second.getByRole('button', { name: /User menu/ }).click()
      await expect(second.getByRole('menuitem', { name: 'Sign out (20 unsent entries are lost)' })).toBeVisible()
      await second.keyboard.press('Escape')

      // Killed again while it sends.
      await context.setOffline(false)
      await expect.poll(async () => (await comments()).length).toBeGreaterThan(0)
      const third = await openAfterKill(second)
      await expect
        .poll(async () => (await comments()).length, { timeout: 240_000 })
        .toBeGreaterThanOrEqual(texts.length)
      await expect(third.getByText(/(entry is|entries are) not sent yet/)).toHaveCount(0)
      await expect.poll(() => keptIn(third, 'greenwave-unsent-')).toEqual([])
      const written = await comments()
      expect(written.map(({ text }) => text)).toEqual(texts)
      const photos = written.map((comment) => (Array.isArray(comment.photos) ? comment.photos.map(String) : []))
      expect(photos.map(({ length }) => length)).toEqual(texts.map((text) => (hasPhoto(text) ? 1 : 0)))
      const { data: images } = await api.call('images', { query: { page: 0, pageSize: 100 } })
      const ofDevice = images.filter(({ title }) => title === dark.id).map(({ link }) => link)
      expect(ofDevice.sort()).toEqual(photos.flat().sort())
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
    // The browser itself reports a service worker whose file does not come.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
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

  test.describe('with the other pages loaded ahead', () => {
    test.use({ loadsAhead: true })

    test('reports a work and moves it on without a network, over a killed browser; it is sent once, and what others changed is named', async ({
      page: first,
      context,
      scene,
      system: { api },
    }) => {
      const device = await scene.device()
      const works = async () => {
        const query = { page: 0, pageSize: 50, type: WORK_TYPE, textSearch: device.name } as const
        const { data } = await api.call('tenantAssets', { query })
        return data.map((asset) => ({ asset, work: parseWork(asset) }))
      }
      const step = (state: WorkState, by: string) => ({ state, at: Date.now(), by })
      const gw = { device: device.id, junction: device.label, who: 'Firm A', reason: 'Cabinet is loud' }
      const known = { name: `${device.name} 1`, type: WORK_TYPE, label: device.name }
      const kept = { ...gw, steps: [step('reported', 'a@city.vn')] }
      await api.call('saveAsset', { body: { ...known, additionalInfo: { gw: kept } } })
      const rowOf = (page: Page, text: string) =>
        page.getByRole('list', { name: 'Works' }).getByRole('listitem').filter({ hasText: text })
      const save = async (page: Page, state: string, more: Record<string, string>) => {
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('State').selectOption(state)
        for (const [label, value] of Object.entries(more)) await dialog.getByLabel(label).fill(value)
        await dialog.getByRole('button', { name: 'Save the work' }).tap()
        await expect(dialog).toHaveCount(0)
      }

      await first.goto(`/changes/works?junction=${device.id}`)
      await expect(rowOf(first, 'Cabinet is loud')).toBeVisible()
      await isKept(first, 'assetInfos')
      await hasPart(first, 'Unsent')
      await openAgainOffline(first, context)
      const photo = await cameraPhoto(first)
      await first.getByRole('button', { name: 'New work' }).tap()
      const chosen = first.waitForEvent('filechooser')
      await first.getByRole('dialog').getByRole('button', { name: 'Take a photo' }).tap()
      await (await chosen).setFiles(photo)
      await expect(first.getByRole('dialog').getByRole('img', { name: 'Photo 1' })).toBeVisible()
      await save(first, 'Reported', { Reason: 'Red lamp of phase 1 is out' })
      const own = 'Red lamp of phase 1 is out'
      await expect(rowOf(first, own)).toContainText('Not sent yet')
      await rowOf(first, own).getByRole('button', { name: 'Update' }).tap()
      await save(first, 'On site', { 'Person or firm': 'Firm B' })
      await expect(rowOf(first, own)).toContainText(/On site.*Not sent yet/)
      await rowOf(first, 'Cabinet is loud').getByRole('button', { name: 'Update' }).tap()
      await save(first, 'On site', { 'What was done and used': 'Fan cleaned' })
      await expect(first.getByText('3 entries are not sent yet.')).toBeVisible()
      expect((await api.attributes(device.id, 'SERVER_SCOPE')).gw_mute).toBeUndefined()

      await first.close()
      const page = await context.newPage()
      await page.goto(`/changes/works?junction=${device.id}`)
      await expect(rowOf(page, own)).toContainText(/On site.*Not sent yet/)
      await expect(rowOf(page, own).getByRole('img', { name: 'Photo 1' })).toBeVisible()
      await rowOf(page, own).getByRole('button', { name: 'Update' }).tap()
      await save(page, 'Done', { 'What was done and used': 'LED module replaced' })
      await expect(rowOf(page, own)).toContainText(/Done.*Not sent yet/)
      for (const look of ['light', 'dark', 'sun'] as const) {
        await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' })
        if (look === 'sun') await page.getByRole('button', { name: 'Sun: white and black' }).click()
        await expectAccessible(page)
        await expectNoOverhang(page)
        await savePicture(page, `unsent-works-${look}`, { fullPage: true })
        if (look === 'sun') await page.getByRole('button', { name: 'Sun: white and black' }).click()
      }

      // Another user moves the second work on meanwhile.
      const [{ asset } = {}] = await works()
      const moved = { ...kept, done: 'Door closed', steps: [...kept.steps, step('onTheWay', 'b@city.vn')] }
      await api.call('saveAsset', { body: { ...known, ...asset, additionalInfo: { gw: moved } } })
      await context.setOffline(false)
      const refused = page.getByRole('alert').filter({ hasText: 'Fan cleaned' })
      await expect(refused).toContainText(
        'b@city.vn changed the state of this work meanwhile. Nothing was overwritten.',
      )
      await expect.poll(async () => (await works()).length).toBe(2)
      await expectAccessible(page)
      await expectNoOverhang(page)
      await savePicture(page, 'works-conflict', { fullPage: true })
      await refused.getByRole('button', { name: 'Add it to the work' }).tap()
      await expect(refused).toHaveCount(0)
      await expect.poll(() => keptIn(page, 'greenwave-unsent-')).toEqual([])
      await expect(page.getByText('Not sent yet')).toHaveCount(0)
      const stored = (await works()).map(({ work }) => work)
      const sent = stored.find((work) => work?.reason === own)
      expect(sent).toMatchObject({ who: 'Firm B', done: 'LED module replaced' })
      expect(sent?.steps.map(({ state }) => state)).toEqual(['reported', 'onSite', 'done'])
      expect(sent?.photos).toHaveLength(1)
      const { data: images } = await api.call('images', { query: { page: 0, pageSize: 100 } })
      expect(images.filter(({ title }) => title === device.id).map(({ link }) => link)).toEqual(sent?.photos)
      const joined = stored.find((work) => work?.reason === 'Cabinet is loud')
      expect(joined?.done).toBe('Door closed\nFan cleaned')
      expect(joined?.steps.map(({ state }) => state)).toEqual(['reported', 'onTheWay', 'onSite'])
    })
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
