import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EntityDataQuery } from '@greenwave/contract/wire/entityQueries'
import type { JunctionLevel } from '@greenwave/contract/records/watch'
import type { Api } from '@greenwave/harness/api'
import { copyDevices } from '@greenwave/harness/copyDevices'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { PlayedWatcher } from '@greenwave/harness/playedWatcher'
import { pngTile, tileArchive } from '@greenwave/harness/tileArchive'
import type { CDPSession, Page } from '@playwright/test'
import { launchBrowser, signInByForm } from '../tools/browser.ts'
import { parallel } from '../tools/parallel.ts'
import type { Row } from '../tools/report.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'

const JUNCTIONS = 10_000
const CHANGES_PER_SECOND = 100
/** One junction in so many is in trouble. */
const TROUBLED = 30
/** How long the page is watched while junctions change; ten minutes are what is promised. */
const WATCHED_S = Number(process.env.BENCH_MAP_SECONDS ?? 60)
const RESTING_S = 20
const MOVED_S = 15
const LEVELS = [3, 4, 5, 2] as const satisfies readonly JunctionLevel[]

/** What a page used over some time. */
interface Used {
  /** Shares of a core. */
  readonly mainThread: number
  readonly browser: number
  readonly framesPerSecond: number
  /** Durations of tasks over 50 ms on the main thread. */
  readonly longTasks: readonly number[]
}

/**
 * Measures the page Now with 10,000 junctions of which 100 change their level each second: share of a core and memory
 * while it is looked at, frames a second while its map is dragged and zoomed. The baseline is the same page at rest.
 */
export async function map(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-bench-'))
  const file = join(folder, 'city.pmtiles')
  writeFileSync(file, tileArchive({ tiles: cityTiles() }))
  const platform = await startPlatformProcess({ GREENWAVE_TILE_URL: '', GREENWAVE_TILE_ARCHIVE: file })
  const api = await signInAsAdmin(platform)
  const [first] = await seedDevices(api, 1)
  const original = first?.device.id.id ?? ''
  await copyDevices(
    platform,
    Array.from({ length: JUNCTIONS - 1 }, (_, i) => ({ original, name: `copy ${i}`, label: `Ngã tư ${i}` })),
  )
  const watcher = await PlayedWatcher.begin(api)
  const ids = await allIds(api)
  await parallel(ids, async (id, at) => {
    const level = at % TROUBLED === 0 ? (LEVELS[(at / TROUBLED) % LEVELS.length] ?? 0) : 0
    await api.writeAttributes(id, 'SERVER_SCOPE', placeOf(at))
    await watcher.judge(id, level)
    if (level >= 3) await watcher.raise(id, level as 3 | 4 | 5)
  })
  await watcher.pulse()

  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signInByForm(page, platform)
  await page.goto(`${platform.url}/now`)
  await page.getByRole('img', { name: new RegExp(`^Map of ${JUNCTIONS} junctions`) }).waitFor({ timeout: 60_000 })
  const meter = new Meter(page, await page.context().newCDPSession(page), await browser.newBrowserCDPSession())
  await meter.begin()
  await pause(10_000)
  const resting = await meter.during(() => pause(RESTING_S * 1000))
  const { framesPerSecond: restingFrames } = await meter.during(() => pause(MOVED_S * 1000), true)

  const changing = changeLevels(watcher, ids)
  await pause(5000)
  const before = await meter.heapMb()
  const watched = await meter.during(() => pause(WATCHED_S * 1000))
  const after = await meter.heapMb()
  const dragged = await meter.during(() => drag(page), true)
  const zoomed = await meter.during(() => zoom(page), true)
  await changing.stop()
  await browser.close()
  await platform.stop()
  rmSync(folder, { recursive: true })

  const what = `page Now, ${JUNCTIONS} junctions, ${CHANGES_PER_SECOND} changes a second`
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  const moved = (name: string, used: Used): Row => ({
    name: `${what}: map is ${name}`,
    promise: '50 frames a second',
    figure: `${used.framesPerSecond.toFixed(1)} frames a second; ${longTasks(used)}`,
    baseline: `at rest: ${restingFrames.toFixed(1)} frames a second`,
    kept: used.framesPerSecond >= 50,
  })
  return [
    {
      name: `${what}: watched for ${WATCHED_S} s`,
      promise: 'under 15 % of a core',
      figure: `${percent(watched.mainThread)} main thread, ${percent(watched.browser)} all of the browser; ${longTasks(watched)}`,
      baseline: `without changes: ${percent(resting.mainThread)}, ${percent(resting.browser)}`,
      kept: watched.browser < 0.15,
    },
    {
      name: `${what}: memory`,
      promise: 'flat',
      figure: `${before.toFixed(1)} MB at the beginning, ${after.toFixed(1)} MB at the end`,
      baseline: '',
      kept: after < before * 1.1,
    },
    moved('dragged', dragged),
    moved('zoomed', zoomed),
  ]
}

/**
 * Changes levels until it is stopped, evenly over the second and with a pulse at its end: one junction gets into trouble,
 * and another one is well again, so that as many are in trouble as before.
 */
function changeLevels(watcher: PlayedWatcher, ids: readonly string[]): { stop(): Promise<void> } {
  const [steps, stepMs] = [10, 100]
  const troubled = ids.filter((_, at) => at % TROUBLED === 0)
  let [next, isOver] = [0, false]
  async function changeTwo(): Promise<void> {
    next += 1
    const id = ids[(next * 7919) % ids.length] ?? ''
    const well = troubled.shift() ?? ''
    troubled.push(id)
    await Promise.all([watcher.judge(well, 0), watcher.judge(id, LEVELS[next % LEVELS.length] ?? 3)])
  }
  async function change(): Promise<void> {
    for (let step = 1; !isOver; step += 1) {
      const nextMs = performance.now() + stepMs
      await Promise.all(Array.from({ length: CHANGES_PER_SECOND / steps / 2 }, changeTwo))
      if (step % steps === 0) await watcher.pulse()
      await pause(Math.max(0, nextMs - performance.now()))
    }
  }
  const changed = change()
  return {
    async stop() {
      isOver = true
      await changed
    },
  }
}

/** Drags the map in circles. */
async function drag(page: Page): Promise<void> {
  const endMs = performance.now() + MOVED_S * 1000
  await page.mouse.move(400, 500)
  await page.mouse.down()
  for (let nth = 0; performance.now() < endMs; nth += 1) {
    await page.mouse.move(400 + 250 * Math.sin(nth / 12), 500 + 200 * Math.cos(nth / 17))
    await pause(8)
  }
  await page.mouse.up()
}

/** Zooms in four times and out four times, again and again. */
async function zoom(page: Page): Promise<void> {
  const endMs = performance.now() + MOVED_S * 1000
  for (let nth = 0; performance.now() < endMs; nth += 1) {
    await page.mouse.wheel(0, nth % 8 < 4 ? -200 : 200)
    await pause(300)
  }
}

/** Measures what a page uses. */
class Meter {
  readonly #page: Page
  readonly #ofPage: CDPSession
  readonly #ofBrowser: CDPSession

  constructor(page: Page, ofPage: CDPSession, ofBrowser: CDPSession) {
    this.#page = page
    this.#ofPage = ofPage
    this.#ofBrowser = ofBrowser
  }

  async begin(): Promise<void> {
    await this.#ofPage.send('Performance.enable')
    await this.#page.evaluate(`
      window.seen = { frames: 0, longTasks: [] }
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longTasks.push(duration)
      }).observe({ type: 'longtask' })
      const count = () => {
        seen.frames += 1
        if (seen.areCounted) requestAnimationFrame(count)
        else seen.isCounting = false
      }
      window.countFrames = (areCounted) => {
        Object.assign(seen, { areCounted, frames: 0 })
        seen.longTasks.length = 0
        if (!areCounted || seen.isCounting) return
        seen.isCounting = true
        requestAnimationFrame(count)
      }
    `)
  }

  /** @param areFramesCounted counting takes some percent of a core by itself, because each frame is made */
  async during(work: () => Promise<unknown>, areFramesCounted = false): Promise<Used> {
    await this.#page.evaluate(`countFrames(${areFramesCounted})`)
    const startMs = performance.now()
    const [main, browser] = [await this.#mainSeconds(), await this.#browserSeconds()]
    await work()
    const seconds = (performance.now() - startMs) / 1000
    const seen = (await this.#page.evaluate('seen.areCounted = false, seen')) as { frames: number; longTasks: number[] }
    return {
      mainThread: ((await this.#mainSeconds()) - main) / seconds,
      browser: ((await this.#browserSeconds()) - browser) / seconds,
      framesPerSecond: seen.frames / seconds,
      longTasks: seen.longTasks,
    }
  }

  /** Returns the size of what the page's program keeps, megabytes. */
  async heapMb(): Promise<number> {
    await this.#ofPage.send('HeapProfiler.collectGarbage')
    return (await this.#metric('JSHeapUsedSize')) / 1e6
  }

  #mainSeconds(): Promise<number> {
    return this.#metric('TaskDuration')
  }

  async #metric(wanted: string): Promise<number> {
    const { metrics } = await this.#ofPage.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  }

  async #browserSeconds(): Promise<number> {
    const { processInfo } = await this.#ofBrowser.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
}

function longTasks({ longTasks }: Used): string {
  if (longTasks.length === 0) return 'no task over 50 ms'
  return `${longTasks.length} tasks over 50 ms, longest ${Math.max(...longTasks).toFixed(0)} ms`
}

/** Returns the place of a junction: spread over a city of 30 by 30 km, the same in each run. */
function placeOf(at: number): { latitude: number; longitude: number } {
  const spread = (step: number) => ((at * step) % 9973) / 9973 - 0.5
  return { latitude: 10.78 + 0.27 * spread(6151), longitude: 106.69 + 0.27 * spread(3571) }
}

/** Returns tiles of the city at every zoom from 10 to 14, all of one colour. */
function cityTiles() {
  const bytes = pngTile([214, 220, 226])
  return [10, 11, 12, 13, 14].flatMap((z) => {
    const parts = 2 ** (z - 10)
    const around = Array.from({ length: 3 * parts }, (_, i) => i)
    return around.flatMap((x) => around.map((y) => ({ z, x: 814 * parts + x, y: 480 * parts + y, bytes })))
  })
}

async function allIds(api: Api): Promise<string[]> {
  const entityFilter = { type: 'entityType', entityType: 'DEVICE' }
  const body = EntityDataQuery.parse({ entityFilter, pageLink: { pageSize: JUNCTIONS, page: 0 } })
  const { data } = await api.call('findEntities', { body })
  return data.map(({ entityId }) => entityId.id)
}
