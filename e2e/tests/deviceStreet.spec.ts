import type { Page } from '@playwright/test'
import { fact, openDevice } from '../fixtures/devicePage.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })
// Long tests: on a busy machine they take more than the usual minute.

/** Three phases of 2 s green, 1 s yellow and 1 s all-red each: a cycle of 12 s. */
const QUICK = {
  Mode: 4,
  Plan_total: 1,
  Vang: 1,
  Do_cong: 1,
  P1_HH: 0,
  P1_MM: 0,
  P1_Pr: 1,
  P1_ENT: 1,
  Pr1_X1: 2,
  Pr1_X2: 2,
  Pr1_X3: 2,
  Start_Pr1_X1: 0,
  Start_Pr1_X2: 4,
  Start_Pr1_X3: 8,
}

const head = (page: Page, phase: number) => page.getByRole('figure', { name: new RegExp(`^Phase ${phase}: `) })

test('what the lamps cannot be is said: two greens, dark, conflicting, no data, frozen; and a clock 30 s off [spec 2 device]', async ({
  page,
  scene,
}) => {
  const device = await scene.device({ settings: QUICK })
  const controller = await scene.controller(device)
  await openDevice(page, device.id)
  await expect(head(page, 1)).toHaveAccessibleName(/Green|Yellow|Red/)
  await expect(page.getByText(/^\d s ago$/)).toBeVisible()

  controller.setFaults('two-greens:1,2', 'clock-jump:30')
  await expect(page.getByRole('alert')).toContainText(/Phases 1, 2(, 3)? have the road at the same time\./)
  await expect(fact(page, 'Controller’s clock')).toContainText('Clock +30 s')

  controller.setFaults('dark-phase:2', 'two-lamps:3', 'missing-key:T_X1')
  await expect(head(page, 2)).toHaveAccessibleName('Phase 2: Dark')
  await expect(head(page, 3)).toHaveAccessibleName('Phase 3: Conflicting')
  await expect(head(page, 1)).toHaveAccessibleName(/no data of: green/)

  controller.setFaults('frozen')
  // A count of 1 may stand still, as it does in a hold. One of three phases has a higher count.
  await expect(page.getByRole('figure', { name: /count stands still/ }).first()).toBeVisible()
})

test('silent while connected: the lamps are old three seconds after the last sample, and no sooner [spec 2 device]', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device({ settings: QUICK })
  const controller = await scene.controller(device)
  await page.clock.install()
  await hearSocket(page)
  await openDevice(page, device.id)
  await expect(head(page, 1)).toHaveAccessibleName(/Green|Yellow|Red/)
  // From here the page's clock moves only when the test moves it. A busy machine can take longer than 300 ms to say so:
  // then the clock is paused already, and does not run away from the second try.
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 300))).toPass()
  controller.setFaults('silent')
  // A controller's report arrives after the samples that it sent before. Once the page has the report, it has the last
  // sample.
  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { Vang: 2 })
  await page.waitForFunction(() => window.greenwaveHeard.period === '13')
  const sinceSample = await page.evaluate(() => Date.now() - window.greenwaveHeard.sampleAtMs)
  await page.clock.runFor(2990 - sinceSample)
  await expect(page.getByText('2 s ago')).toBeVisible()
  await expect(head(page, 1)).not.toHaveAttribute('data-old')
  // A sample that arrived while the page's clock stood still is processed in the first frame after it.
  await page.clock.runFor(60)
  await expect(head(page, 1)).toHaveAttribute('data-old', 'true')
  await expect(page.getByText('No data for 3 s')).toBeVisible()
  await expect(page.locator('[data-cursor]')).toHaveCount(0)
  await expect(page.getByText('Active', { exact: true }).first(), 'connected all the while').toBeVisible()
  // A page whose clock is ahead would take new samples for late ones.
  const pageTime = await page.evaluate(() => Date.now())
  await expect.poll(() => Date.now()).toBeGreaterThan(pageTime)
  await page.clock.resume()
  controller.setFaults()
  await expect(head(page, 1)).not.toHaveAttribute('data-old')
})

declare global {
  interface Window {
    /** When the page received its last sample, by its own clock, and the period that the controller reported last. */
    greenwaveHeard: { sampleAtMs: number; period: unknown }
  }
}

/** Records what the page receives over its socket. */
async function hearSocket(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: Window['greenwaveHeard'] = { sampleAtMs: 0, period: undefined }
    window.greenwaveHeard = heard
    window.WebSocket = class extends WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        super(address, protocols)
        this.addEventListener('message', ({ data }) => {
          const values = JSON.parse(String(data)).data ?? {}
          if (values.T_D1) heard.sampleAtMs = Date.now()
          if (values.Period_Pr1) heard.period = values.Period_Pr1[0][1]
        })
      }
    }
  })
}
