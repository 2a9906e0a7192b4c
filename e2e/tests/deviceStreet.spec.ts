import type { Page } from '@playwright/test'
import { fact, openDevice } from '../fixtures/devicePage.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })
// Rich tests: on a busy machine they take more than the usual minute.
test.describe.configure({ timeout: 120_000 })

/** Three phases of 2 s green, 1 s yellow and 1 s all-red each: a cycle of 12 s. Program 2 has them in another order. */
const QUICK = {
  Mode: 4,
  Plan_total: 1,
  Vang: 1,
  Do_cong: 1,
  P1_HH: 0,
  P1_MM: 0,
  P1_Pr: 1,
  P1_ENT: 1,
  ...Object.fromEntries([1, 2, 3].flatMap((phase) => [1, 2].map((program) => [`Pr${program}_X${phase}`, 2]))),
  Start_Pr1_X1: 0,
  Start_Pr1_X2: 4,
  Start_Pr1_X3: 8,
  Start_Pr2_X1: 8,
  Start_Pr2_X2: 4,
  Start_Pr2_X3: 0,
}

const head = (page: Page, phase: number) => page.getByRole('figure', { name: new RegExp(`^Phase ${phase}: `) })

test('what the lamps cannot be is said: stale, dark, conflicting, frozen, no clock to trust [spec 2 device]', async ({
  page,
  scene,
}) => {
  const device = await scene.device({ settings: QUICK })
  const controller = await scene.controller(device)
  await openDevice(page, device.id)
  await expect(head(page, 1)).toHaveAccessibleName(/Green|Yellow|Red/)
  await expect(page.getByText(/^\d s ago$/)).toBeVisible()

  controller.setFaults('two-greens:1,2')
  await expect(page.getByRole('alert')).toContainText(/Phases 1, 2(, 3)? have the road at the same time\./)

  controller.setFaults('dark-phase:2', 'two-lamps:3')
  await expect(head(page, 2)).toHaveAccessibleName('Phase 2: Dark')
  await expect(head(page, 3)).toHaveAccessibleName('Phase 3: Conflicting')

  controller.setFaults('frozen')
  // A count of 1 may stand: so it does in a hold. Of three phases one counts more than that.
  await expect(page.getByRole('figure', { name: /count stands still/ }).first()).toBeVisible()

  controller.setFaults('missing-key:T_X1', 'clock-jump:30')
  await expect(head(page, 1)).toHaveAccessibleName(/no data of: green/)
  await expect(fact(page, 'Controller’s clock')).toContainText('Clock +30 s')

  const silentSince = Date.now()
  controller.setFaults('silent')
  await expect(head(page, 1)).toHaveAttribute('data-old', 'true')
  expect(Date.now() - silentSince, 'milliseconds until old data looks old').toBeLessThan(5_000)
  await expect(page.getByText(/^No data for \d+ s$/)).toBeVisible()
  await expect(page.getByText('Active', { exact: true }).first(), 'connected all the while').toBeVisible()
  controller.setFaults()
  await expect(head(page, 1)).not.toHaveAttribute('data-old', 'true')
})

test('diagram and lamps agree within a second for every phase over three cycles, through a change of plan and of mode [spec 2 device]', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device({ settings: QUICK })
  await scene.controller(device)
  await openDevice(page, device.id)
  await expect(page.locator('[data-cursor]')).toBeVisible()
  await watchStreet(page)
  await cyclesSeen(page, 1, 1)
  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { P1_Pr: 2 })
  await cyclesSeen(page, 2, 1)
  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { Mode: 1 })
  await expect(head(page, 1)).toHaveAccessibleName('Phase 1: Green, held')
  await expect(page.locator('[data-cursor]')).toHaveCount(0)
  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { Mode: 4 })
  await cyclesSeen(page, 2, 2)
  const { disagreements } = await streetSeen(page)
  expect(disagreements).toEqual([])
})

interface StreetSeen {
  /** Second, and what was lit, where the bar under the cursor says otherwise. */
  disagreements: string[]
  /** `program:phase:colour` of each lamp that was seen to agree. */
  agreed: string[]
  /** How often the cursor came to the beginning of each program's cycle. */
  wraps: Record<string, number>
}

declare global {
  interface Window {
    greenwaveStreet: StreetSeen
  }
}

/** Compares, ten times a second, the lit lamps with the bars of the diagram within a second of the cursor. */
async function watchStreet(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: StreetSeen = { disagreements: [], agreed: [], wraps: {} }
    window.greenwaveStreet = seen
    let last = { program: '', second: 0 }
    const percent = (element: HTMLElement, side: 'left' | 'width') => Number.parseFloat(element.style[side])
    const kindAt = (bar: Element, at: number) => {
      const segment = [...bar.querySelectorAll<HTMLElement>('[data-kind]:not([data-kind=overlap])')].find((one) => {
        const left = percent(one, 'left')
        return at >= left - 0.01 && at < left + percent(one, 'width') - 0.01
      })
      const kind = segment?.dataset.kind
      return kind === 'allRed' ? 'red' : kind
    }
    setInterval(() => {
      const cursor = document.querySelector<HTMLElement>('[data-cursor]')
      const diagram = cursor?.closest('figure')
      const [, program = '', cycle = ''] =
        /program (\d), cycle (\d+)/.exec(diagram?.getAttribute('aria-label') ?? '') ?? []
      if (!cursor || !diagram || !program) return
      const second = Number(cursor.dataset.cursor)
      const length = Number(cycle)
      if (program === last.program && second < last.second) seen.wraps[program] = (seen.wraps[program] ?? 0) + 1
      last = { program, second }
      for (const phase of [1, 2, 3]) {
        const bar = diagram.querySelector(`[data-phase="${phase}"]`)
        const figure = document.querySelector(`figure[aria-label^="Phase ${phase}:"]`)
        const lit = [...(figure?.querySelectorAll<HTMLElement>('[data-lit]') ?? [])].map((lamp) => lamp.dataset.lamp)
        if (!bar) continue
        const near = [-1, 0, 1].map((step) => kindAt(bar, (((second + step + length) % length) * 100) / length))
        const [colour] = lit
        if (lit.length !== 1 || !near.includes(colour)) {
          seen.disagreements.push(
            `program ${program} phase ${phase} second ${second}: ${lit.join()} where the bar says ${near[1]}`,
          )
        } else if (near[1] === colour) {
          const name = `${program}:${phase}:${colour}`
          if (!seen.agreed.includes(name)) seen.agreed.push(name)
        }
      }
    }, 100)
  })
}

/** What was seen since the watch began. */
function streetSeen(page: Page): Promise<StreetSeen> {
  return page.evaluate(() => window.greenwaveStreet)
}

/** Waits until the cursor began that program's cycle so often and every lamp of every phase was seen to agree. */
async function cyclesSeen(page: Page, program: number, cycles: number): Promise<void> {
  const lamps = [1, 2, 3].flatMap((phase) =>
    ['red', 'yellow', 'green'].map((colour) => `${program}:${phase}:${colour}`),
  )
  await expect
    .poll(
      async () => {
        const { wraps, agreed } = await streetSeen(page)
        return { began: (wraps[program] ?? 0) >= cycles, missing: lamps.filter((name) => !agreed.includes(name)) }
      },
      { timeout: 45_000 },
    )
    .toEqual({ began: true, missing: [] })
}
