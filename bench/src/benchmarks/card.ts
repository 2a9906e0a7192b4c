import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueTokens } from '@greenwave/harness/api'
import { startGreenwave } from '@greenwave/harness/greenwaveProcess'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { launchBrowser } from '../tools/browser.ts'
import { quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'

const RUNS = 5
const OFFICER = 'district1@greenwave.test'
const PASSWORD = 'greenwave'
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
/** The network that Lighthouse calls slow 4G: 150 ms and 1.6 Mbit/s. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const CPU_SLOWDOWN = 4

/** One opening of the card. */
interface Opening {
  /** From the address until the sentence and the lamps of all listed junctions are shown, milliseconds. */
  readonly rightMs: number
  /** JavaScript that came over the network by then, kB. */
  readonly kb: number
}

/**
 * Measures how soon an officer's phone shows the card of the demonstration: with an empty cache, and again with what the
 * browser and its service worker keep. The processor is four times slower, the network is slow 4G.
 */
export async function card(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-card-'))
  const ports = ['--port', '0', '--mqtt-port', '0', '--data-dir', join(folder, 'data')]
  const demo = startGreenwave(['demo', ...ports, '--tile-url', 'none', '--past', '0'])
  const [, url = ''] = await demo.says(/Open +(http:\S+)/)
  const browser = await launchBrowser()
  const cold: Opening[] = []
  const warm: Opening[] = []
  const before = loadavg()[0] ?? 0
  try {
    const lamps = await liveLamps(browser, url)
    for (let run = 0; run < RUNS; run += 1) {
      const context = await newPhone(browser, url, lamps)
      cold.push(await open(context, url))
      await isKept(context, url)
      warm.push(await open(context, url))
      await context.close()
    }
  } finally {
    await browser.close()
    demo.signal('SIGTERM')
    await demo.ended
    rmSync(folder, { recursive: true, force: true })
  }
  const load = `load ${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`
  return [rowOf('with an empty cache', cold, 3000, load), rowOf('opened again', warm, 1000, load)]
}

function rowOf(name: string, openings: readonly Opening[], mostMs: number, load: string): Row {
  const ms = openings.map(({ rightMs }) => rightMs).toSorted((a, b) => a - b)
  const kb = Math.max(...openings.map((opening) => opening.kb))
  const median = quantile(ms, 0.5)
  return {
    name: `the card on a phone, ${name}, median of ${RUNS}`,
    promise: `<= ${mostMs / 1000} s`,
    figure: `${Math.round(median)} ms (${Math.round(ms[0] ?? 0)} to ${Math.round(ms.at(-1) ?? 0)}), ${kb.toFixed(1)} kB of JavaScript, ${load}`,
    baseline: '',
    kept: median <= mostMs,
  }
}

/** Opens a phone on which the officer is signed in; each page notes when it shows the sentence and so many live lamps. */
async function newPhone(browser: Browser, url: string, lamps: number): Promise<BrowserContext> {
  const context = await browser.newContext(PHONE)
  const tokens = Object.entries(await issueTokens(url, OFFICER, PASSWORD))
  await context.addInitScript(
    ([pairs, wanted]) => {
      for (const [name, value] of pairs) localStorage.setItem(name, value)
      const look = () => {
        const sentence = document.querySelector('main [role=status]')?.textContent ?? ''
        const isRight = /\d/.test(sentence) && document.querySelectorAll('main [data-lamp]').length >= wanted
        if (isRight) Object.assign(window, { rightMs: performance.now() })
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    [tokens, lamps] as const,
  )
  return context
}

/** Waits until the watcher has checked the junctions. Returns the number of live lamps on the card, at full speed. */
async function liveLamps(browser: Browser, url: string): Promise<number> {
  const context = await newPhone(browser, url, 0)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByText(/\d+ of \d+ work/).waitFor({ timeout: 120_000 })
  await page.waitForLoadState('networkidle')
  const lamps = await page.locator('main [data-lamp]').count()
  await context.close()
  return lamps
}

async function open(context: BrowserContext, url: string): Promise<Opening> {
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.emulateNetworkConditions', SLOW_4G)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(url, { waitUntil: 'commit' })
  const opening = await page.waitForFunction(() => {
    if (!('rightMs' in window)) return null
    const rightMs = Number(window.rightMs)
    const scripts = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= rightMs)
    return { rightMs, kb: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000 }
  })
  const value = await opening.jsonValue()
  await page.close()
  if (value === null) throw new Error('no opening')
  return value
}

/** Opens the console until its service worker keeps its files, as it does for everyone who stays a few seconds. */
async function isKept(context: BrowserContext, url: string): Promise<void> {
  const page: Page = await context.newPage()
  await page.goto(url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.getByText(/\d+ of \d+ work/).waitFor()
  await page.waitForLoadState('networkidle')
  await page.close()
}
