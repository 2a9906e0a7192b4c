import type { Api } from '@greenwave/harness/api'
import { copyDevices } from '@greenwave/harness/copyDevices'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import type { Page } from '@playwright/test'
import { launchBrowser, signInByForm } from '../tools/browser.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import { fillHistory } from '../tools/recordHistory.ts'
import type { Row } from '../tools/report.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'

const CONTROLLERS = 5
const DAYS = 400
const RAW_DAYS = 7
const DAY_MS = 86_400_000
const SECONDS_SHOWN = 100
const SPANS = ['10m', '1h', '24h', '7d'] as const
const STEPS_OF_DRAG = 150

/**
 * Measures the tape of a junction in the browser, with 400 days of records and 7 days of raw seconds in the store: how
 * soon any second of them is shown, and whether dragging is smooth over each span. A second counts as shown when its
 * lamps, or that nothing is known of it, are on the page.
 */
export async function tape(): Promise<Row[]> {
  const platform = await startPlatformProcess()
  const [first] = await seedDevices(await signInAsAdmin(platform), 1)
  const deviceId = first?.device.id.id ?? ''
  const copies = Array.from({ length: CONTROLLERS - 1 }, (_, nth) => ({
    original: deviceId,
    name: `TLC ${nth}`,
    label: `Ngã tư ${nth}`,
  }))
  await copyDevices(platform, copies)
  const nowMs = Date.now()
  const others = (await idsOf(await signInAsAdmin(platform))).filter((id) => id !== deviceId)
  const plan = { deviceIds: [deviceId, ...others], days: DAYS, rawDevices: 1, rawDays: RAW_DAYS, nowMs }
  await fillHistory(platform, plan)

  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
  await signInByForm(page, platform)
  const open = async (span: string, atMs: number) => {
    await page.goto(`${platform.url}/devices/${deviceId}/history?at=${atMs}&span=${span}`)
    await page.getByRole('slider').waitFor()
    await page.getByText(/^Loading, /).waitFor({ state: 'detached' })
  }
  await open('10m', nowMs - DAY_MS)
  const shown = { raw: [] as number[], rebuilt: [] as number[] }
  for (let nth = 0; nth < SECONDS_SHOWN; nth += 1) {
    const isRaw = nth % 2 === 0
    // Spread over the days without any order, and never twice in one quarter of an hour.
    const share = (nth * 0.618_034) % 1
    const days = isRaw ? share * (RAW_DAYS - 1) : RAW_DAYS + 1 + share * (DAYS - RAW_DAYS - 3)
    shown[isRaw ? 'raw' : 'rebuilt'].push(await timeToShow(page, Math.floor((nowMs - days * DAY_MS) / 1000) * 1000))
  }

  const drags: string[] = []
  let isSmooth = true
  for (const span of SPANS) {
    await open(span, nowMs - 3 * DAY_MS)
    const tasks = await longTasksOfDrag(page)
    isSmooth &&= tasks.length === 0
    drags.push(
      `${span}: ${tasks.length === 0 ? 'none' : `${tasks.length}, longest ${Math.max(...tasks).toFixed(0)} ms`}`,
    )
  }
  await browser.close()
  await platform.stop()
  const row = (name: string, times: readonly number[]): Row => ({
    ...{ name, promise: 'p99 <= 300 ms', figure: describeMs(times), baseline: '' },
    kept: quantile(times, 0.99) <= 300,
  })
  return [
    row(`any second of ${RAW_DAYS} days on the tape, from samples`, shown.raw),
    row(`any second of ${DAYS} days on the tape, rebuilt from records`, shown.rebuilt),
    {
      ...{ name: 'dragging over a tape: tasks over 50 ms', promise: 'none', figure: drags.join('; '), baseline: '' },
      kept: isSmooth,
    },
  ]
}

async function idsOf(api: Api): Promise<readonly string[]> {
  const { data } = await api.call('tenantDevices', { query: { page: 0, pageSize: 100 } })
  return data.map(({ id }) => id.id)
}

/** Moves the cursor by the field for day and time. Returns the milliseconds until the second is on the page. */
function timeToShow(page: Page, atMs: number): Promise<number> {
  return page.evaluate(async (ms) => {
    const field = document.querySelector<HTMLInputElement>('input[type="datetime-local"]')
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    const slider = document.querySelector('[role="slider"]')
    const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
    const began = performance.now()
    value?.set?.call(field, local)
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    const isShown = () =>
      slider?.getAttribute('aria-valuenow') === String(ms / 1000) &&
      document.querySelector('dl dd')?.textContent?.startsWith('Loading') === false
    while (!isShown()) await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - began
  }, atMs)
}

/** Drags the cursor to and fro over the tape. Returns the durations of tasks over 50 ms meanwhile. */
async function longTasksOfDrag(page: Page): Promise<readonly number[]> {
  await page.evaluate(`
    window.longTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    }).observe({ type: 'longtask' })
  `)
  const box = await page.getByRole('slider').boundingBox()
  if (!box) throw new Error('the tape is not on the page')
  await page.mouse.move(box.x + box.width * 0.2, box.y + 30)
  await page.mouse.down()
  for (let step = 0; step <= STEPS_OF_DRAG; step += 1) {
    const share = 0.5 + 0.35 * Math.sin((step / STEPS_OF_DRAG) * 4 * Math.PI)
    await page.mouse.move(box.x + box.width * share, box.y + 30)
  }
  await page.mouse.up()
  return (await page.evaluate('longTasks')) as number[]
}
