import { setTimeout as pause } from 'node:timers/promises'
import { follow, openLive } from '@greenwave/client/programLive'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import type { Api } from '@greenwave/harness/api'
import { copyDevices } from '@greenwave/harness/copyDevices'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { createFleet, type Fleet } from '@greenwave/simulator/fleet'
import type { Browser, Page } from '@playwright/test'
import { launchBrowser, signInByForm } from '../tools/browser.ts'
import { describeMs, quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { type SeededDevice, seedDevices, signInAsAdmin } from '../tools/seed.ts'
import { watchedJunctions } from '../tools/watchedJunctions.ts'

const DEVICES = 10_000
const FAULTS = 60
/** Faults begin this far apart, at another moment of the second each. Milliseconds. */
const APART_MS = 2300
/** A fault of two greens is one of this level, in its first second on the street plus the one that it must last. */
const LEVEL = '5'
const LASTS_MS = 2000

/** Program 1 of 40 s in one plan all day. */
const SETTINGS = {
  ...{ Mode: 4, Vang: 3, Do_cong: 2, Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 10, Pr1_X2: 8, Pr1_X3: 7, Start_Pr1_X1: 0, Start_Pr1_X2: 15, Start_Pr1_X3: 28 },
}

/** When something was first seen, by device, epoch milliseconds. */
type Times = Map<string, number>

/**
 * Measures how soon a screen is right with 10,000 devices stored: virtual controllers show two greens one after the
 * other, the platform's watcher writes the level of each, and a browser counts it in the ribbon and shows its row in
 * the list of devices and in that of incidents.
 */
export async function ribbon(): Promise<Row[]> {
  const platform = await startPlatformProcess({ GREENWAVE_WATCHER: 'on' })
  let fleet: Fleet | undefined
  let browser: Browser | undefined
  try {
    const seeded = await seedDevices(await signInAsAdmin(platform), FAULTS)
    const original = seeded[0]?.device.id.id ?? ''
    await copyDevices(
      platform,
      Array.from({ length: DEVICES - FAULTS }, (_, i) => ({ original, name: `copy ${i}`, label: `Ngã tư ${i}` })),
    )
    const api = await signInAsAdmin(platform)
    for (const { device } of seeded) await api.writeAttributes(device.id.id, 'SHARED_SCOPE', SETTINGS)
    fleet = createFleet({
      url: platform.mqttUrl,
      logins: seeded.map(({ device, login }) => ({ ...login, name: device.name })),
    })
    await until('all controllers to be healthy', async () => (await watchedJunctions(api)).healthy === FAULTS, 120_000)

    browser = await launchBrowser()
    const devices = await openList(browser, platform, `/devices?state=danger&pageSize=100`)
    const incidents = await openList(browser, platform, '/now')
    const written: Times = new Map()
    const end = followLevels(platform.url, api, seeded, written)
    const begun = await causeFaults(fleet, seeded)
    await until('all faults to be on screen', async () => (await timesOn(incidents)).size >= 2 * FAULTS, 30_000)
    await until('all faults to be listed', async () => (await timesOn(devices)).size >= 2 * FAULTS, 30_000)
    end()
    return rowsOf({ begun, written, devices: await timesOn(devices), incidents: await timesOn(incidents) })
  } finally {
    await browser?.close()
    await fleet?.stop()
    await platform.stop()
  }
}

/** Notes when the level of each device is on the live socket, which is right after its commit. */
function followLevels(base: string, api: Api, seeded: readonly SeededDevice[], written: Times): () => void {
  const session = { token: api.token, onUnauthorized: async () => null }
  const connection = openLive({ base, session, log: () => {} })
  for (const { device } of seeded) {
    const ofDevice = { entityType: 'DEVICE', entityId: device.id.id } as const
    const keys = JUNCTION_KEYS.level
    follow(connection, { ...ofDevice, type: 'ATTRIBUTES', scope: 'SERVER_SCOPE', keys }, ({ data }) => {
      if (data?.[keys]?.[0]?.[1] === LEVEL && !written.has(device.id.id)) written.set(device.id.id, Date.now())
    })
  }
  return () => connection.disconnect()
}

/** Lets one controller after the other show two greens; returns when each began. */
async function causeFaults(fleet: Fleet, seeded: readonly SeededDevice[]): Promise<Times> {
  const begun: Times = new Map()
  for (const { device } of seeded) {
    begun.set(device.id.id, Date.now())
    fleet.setFaults(device.name, ['two-greens:1,2'])
    await pause(APART_MS)
  }
  return begun
}

/**
 * Opens a page in a window of its own, where it notes when each device is first painted in its list, and each count of
 * dangers in the ribbon.
 */
async function openList(
  browser: Browser,
  platform: Parameters<typeof signInByForm>[1],
  address: string,
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signInByForm(page, platform)
  await page.goto(platform.url + address)
  await page.getByText(String(FAULTS), { exact: true }).first().waitFor()
  await page.evaluate(`
    window.seenMs = {}
    const note = (what) => { seenMs[what] ??= performance.timeOrigin + performance.now() }
    const look = () => {
      isLooking = false
      const count = Number(document.querySelector('[data-state=danger] b')?.textContent ?? 0)
      for (let nth = 1; nth <= count; nth += 1) note('count ' + nth)
      for (const { href } of document.querySelectorAll('main :is(tr, li) a[href*="/devices/"]')) note(href.split('/').at(-1))
      // A list that draws only the rows on screen has the newest at its end.
      for (const list of document.querySelectorAll('main ul')) list.scrollTop = list.scrollHeight
    }
    let isLooking = false
    new MutationObserver(() => {
      if (isLooking) return
      isLooking = true
      requestAnimationFrame(() => setTimeout(look))
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  `)
  return page
}

async function timesOn(page: Page): Promise<Times> {
  return new Map(Object.entries((await page.evaluate('seenMs')) as Record<string, number>))
}

interface Seen {
  readonly begun: Times
  readonly written: Times
  readonly devices: Times
  readonly incidents: Times
}

function rowsOf({ begun, written, devices, incidents }: Seen): Row[] {
  const counted: Times = new Map()
  const inOrder = [...written].sort(([, a], [, b]) => a - b)
  for (const [nth, [id]] of inOrder.entries()) counted.set(id, devices.get(`count ${nth + 1}`) ?? Number.NaN)
  const row = (name: string, promiseMs: number, from: Times, to: Times): Row => {
    const delays = [...from].map(([id, ms]) => (to.get(id) ?? Number.POSITIVE_INFINITY) - ms)
    return {
      name,
      promise: `p99 <= ${promiseMs / 1000} s`,
      figure: describeMs(delays),
      baseline: 'no other software does this',
      kept: quantile(delays, 0.99) <= promiseMs,
    }
  }
  const right = `${DEVICES} devices: from a level that is written until`
  return [
    row(`${right} it is counted in the ribbon`, 2000, written, counted),
    row(`${right} its row is in the list of devices`, 2000, written, devices),
    row(`${right} its row is in the list of incidents`, 2000, written, incidents),
    row('two greens of a controller, until their row is in the list of incidents', 6000 + LASTS_MS, begun, incidents),
  ]
}
