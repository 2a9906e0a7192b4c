import { setTimeout as pause } from 'node:timers/promises'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import type { CDPSession, Page } from '@playwright/test'
import { launchBrowser, signInByForm } from '../tools/browser.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { runPublishers } from '../tools/runPublishers.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'

const DEVICES = 100
/** Long enough for the start to be over before measuring. */
const SETTLE_MS = 10_000
const MEASURED_MS = 60_000

interface Seen {
  /** Durations of tasks over 50 ms on the page's main thread. */
  readonly longTasks: number[]
  /** Milliseconds from publish to the painted lamp. */
  readonly paintedMs: number[]
}

/**
 * Measures the dashboard with 100 devices at a message a second each, all of them listed and one shown. The baseline is
 * the same page at rest.
 */
export async function smoothness(): Promise<Row[]> {
  const platform = await startPlatformProcess()
  const seeded = await seedDevices(await signInAsAdmin(platform), DEVICES)
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
  await signInByForm(page, platform)
  await page.getByRole('button', { name: /Unknown/ }).click()
  await page.getByRole('figure', { name: /^Phase 3/ }).waitFor()
  await watch(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')

  await pause(SETTLE_MS)
  const resting = await shareOfCore(cdp)
  const logins = seeded.map(({ login }) => login)
  const seconds = (SETTLE_MS + MEASURED_MS) / 1000 + 2
  const published = runPublishers({ url: platform.mqttUrl, logins, topic: 'platform', seconds })
  await page.locator('[data-lit]').first().waitFor()
  await pause(SETTLE_MS)
  await page.evaluate('seen.longTasks.length = 0; seen.paintedMs.length = 0')
  const busy = await shareOfCore(cdp)
  const { longTasks, paintedMs } = (await page.evaluate('seen')) as Seen
  await published
  await browser.close()
  await platform.stop()
  return [
    {
      name: `dashboard, ${DEVICES} devices at 1 message/s: longest task`,
      promise: 'none over 50 ms',
      figure: longTasks.length === 0 ? 'none' : `${longTasks.length}, longest ${Math.max(...longTasks).toFixed(0)} ms`,
      baseline: '',
      kept: longTasks.length === 0,
    },
    {
      name: `dashboard, ${DEVICES} devices at 1 message/s: main thread`,
      promise: 'under 10 % of a core',
      figure: `${(busy * 100).toFixed(1)} %`,
      baseline: `without messages: ${(resting * 100).toFixed(1)} %`,
      kept: busy < 0.1,
    },
    {
      name: 'publish to painted lamp',
      promise: 'p99 <= 120 ms',
      figure: describeMs(paintedMs),
      baseline: '',
      kept: quantile(paintedMs, 0.99) <= 120,
    },
  ]
}

/**
 * Records long tasks and, for each new number on a lamp, when its frame was painted. The controllers write their
 * sending time into `Year`; it is read from the socket's frames, which the page handles in the same task as this
 * listener.
 */
async function watch(page: Page): Promise<void> {
  await page.evaluate(`
    window.seen = { longTasks: [], paintedMs: [] }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longTasks.push(duration)
    }).observe({ type: 'longtask' })
  `)
  await page.evaluate(`
    const lamps = document.querySelector('figure').parentElement
    let sentAt
    const parse = JSON.parse
    JSON.parse = (text, reviver) => {
      const value = parse(text, reviver)
      const year = value?.data?.Year?.[0]?.[1]
      if (year !== undefined && value.data.T_D1 !== undefined) sentAt = Number(year)
      return value
    }
    new MutationObserver(() => {
      if (sentAt === undefined) return
      const from = sentAt
      sentAt = undefined
      requestAnimationFrame(() => setTimeout(() => seen.paintedMs.push(performance.timeOrigin + performance.now() - from)))
    }).observe(lamps, { subtree: true, childList: true, characterData: true, attributes: true })
  `)
}

/** Returns the share of a core that the page's main thread uses over the measured time (0..1). */
async function shareOfCore(cdp: CDPSession): Promise<number> {
  const before = await taskSeconds(cdp)
  await pause(MEASURED_MS)
  return ((await taskSeconds(cdp)) - before) / (MEASURED_MS / 1000)
}

async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}
