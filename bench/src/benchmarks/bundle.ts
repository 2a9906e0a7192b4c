import { gzipSync } from 'node:zlib'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import type { Page, Response } from '@playwright/test'
import { launchBrowser, signInByForm } from '../tools/browser.ts'
import type { Row } from '../tools/report.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'

/** The chunk with the map, which is loaded when a map is shown and counted separately. */
const MAP_CHUNK = /Map/

interface Loaded {
  readonly kb: number
  readonly mapKb: number
}

/**
 * Measures the JavaScript, gzipped, that a browser with an empty cache loads for the first view and for a device's
 * page.
 */
export async function bundle(): Promise<Row[]> {
  const platform = await startPlatformProcess()
  const [seeded] = await seedDevices(await signInAsAdmin(platform), 1)
  const browser = await launchBrowser()
  const context = await browser.newContext()
  // Otherwise the other pages are loaded ahead as soon as a page is shown.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  })
  const page = await context.newPage()
  const first = await scriptsLoadedBy(page, async () => {
    await page.goto(`${platform.url}/login`)
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
  })
  await signInByForm(page, platform)
  const devicePage = await context.newPage()
  const device = await scriptsLoadedBy(devicePage, async () => {
    await devicePage.goto(`${platform.url}/devices/${seeded?.device.id.id}`)
    await devicePage.getByRole('figure', { name: /^Phase 3/ }).waitFor()
    await devicePage.waitForLoadState('networkidle')
  })
  await browser.close()
  await platform.stop()
  return [
    {
      name: 'first view, gzipped JavaScript',
      promise: '<= 190 kB',
      figure: `${first.kb.toFixed(1)} kB`,
      baseline: '',
      kept: first.kb <= 190,
    },
    {
      name: 'device view, gzipped JavaScript',
      promise: '<= 250 kB, map on demand',
      figure: `${device.kb.toFixed(1)} kB, map ${device.mapKb.toFixed(1)} kB`,
      baseline: '',
      kept: device.kb <= 250,
    },
  ]
}

async function scriptsLoadedBy(page: Page, act: () => Promise<void>): Promise<Loaded> {
  const bodies: Promise<{ url: string; size: number }>[] = []
  const note = (response: Response) => {
    if (response.request().resourceType() !== 'script' && !response.url().endsWith('.js')) return
    bodies.push(response.body().then((body) => ({ url: response.url(), size: gzipSync(body).length })))
  }
  page.on('response', note)
  await act()
  page.off('response', note)
  const files = new Map((await Promise.all(bodies)).map(({ url, size }) => [url, size]))
  let kb = 0
  let mapKb = 0
  for (const [url, size] of files) {
    if (MAP_CHUNK.test(url)) mapKb += size / 1000
    else kb += size / 1000
  }
  return { kb, mapKb }
}
