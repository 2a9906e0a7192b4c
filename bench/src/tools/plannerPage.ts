import { CORRIDOR_TYPE, writeCorridor } from '@greenwave/contract/records/corridors'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import mqtt from 'mqtt'
import { launchBrowser, signInByForm } from './browser.ts'
import { type SeededDevice, seedDevices, signInAsAdmin } from './seed.ts'

/** What planning takes on the page, milliseconds. */
export interface PlannedOnPage {
  /** From the click until what is proposed is shown, each time. */
  readonly shownMs: readonly number[]
  /** Tasks over 50 ms on the page's own thread meanwhile. */
  readonly longTasks: readonly number[]
}

const PLANNED_TIMES = 5
/** A cycle of 90 s with 10 s of unused time. */
const SETTINGS = {
  ...{ Mode: 4, Plan_total: 1, Vang: 3, Do_cong: 2, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 45, Start_Pr1_X1: 0, Pr1_X2: 25, Start_Pr1_X2: 60 },
}

/** Plans a corridor of so many junctions in the console, in both directions, again and again. */
export async function planOnPage(junctions: number, canOffset: boolean): Promise<PlannedOnPage> {
  const platform = await startPlatformProcess()
  const browser = await launchBrowser()
  try {
    const api = await signInAsAdmin(platform)
    const devices = await seedDevices(api, junctions)
    for (const { device } of devices) await api.writeAttributes(device.id.id, 'SHARED_SCOPE', SETTINGS)
    for (const device of devices) await report(platform.mqttUrl, device, canOffset ? { Offset_Pr1: 0 } : { Mode: 4 })
    const places = devices.map(({ device }, index) => ({
      device: device.id.id,
      distance: index === 0 ? null : 180 + ((index * 131) % 320),
      speed: index === 0 ? { outbound: null, inbound: null } : { outbound: 40, inbound: 45 },
      phase: { outbound: 1 as const, inbound: 1 as const },
    }))
    const { id } = await api.call('saveAsset', {
      query: {},
      body: { name: 'Bench', type: CORRIDOR_TYPE, additionalInfo: writeCorridor({}, { junctions: places }) },
    })
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    await signInByForm(page, platform)
    const shownMs: number[] = []
    const longTasks: number[] = []
    for (let time = 0; time < PLANNED_TIMES; time += 1) {
      await page.goto(`${platform.url}/corridors/${id.id}/plan`)
      const find = page.getByRole('button', { name: 'Find the best' })
      await find.waitFor()
      await page.evaluate(`
        window.longTasks = []
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longTasks.push(duration)
        }).observe({ type: 'longtask' })
      `)
      const at = performance.now()
      await find.click()
      await page.getByRole('region', { name: 'As proposed' }).waitFor()
      shownMs.push(performance.now() - at)
      longTasks.push(...((await page.evaluate('longTasks')) as number[]))
    }
    return { shownMs, longTasks }
  } finally {
    await browser.close()
    await platform.stop()
  }
}

/** Lets a controller report attributes. */
async function report(url: string, { login }: SeededDevice, values: object): Promise<void> {
  const { clientId, userName, password } = login
  const client = await mqtt.connectAsync(url, { clientId, username: userName, password })
  await client.publishAsync('v1/devices/me/attributes', JSON.stringify(values), { qos: 1 })
  await client.endAsync()
}
