import type { Page } from '@playwright/test'
import { openDevice } from '../fixtures/devicePage.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

/** Seconds: three phases of 1 s green, 1 s yellow and 1 s all-red each, in any order. */
const CYCLE = 9
/** The second at which each phase's green begins, by program. */
const STARTS = { 1: [0, 3, 6], 2: [6, 3, 0] } as const

/** Plan 1 runs program 1 all day. Plan 2 has the same start, so that program 2 takes over as soon as it is enabled. */
const SETTINGS = {
  Mode: 4,
  Plan_total: 2,
  Vang: 1,
  Do_cong: 1,
  ...Object.fromEntries(
    ([1, 2] as const).flatMap((n) => [
      [`P${n}_HH`, 0],
      [`P${n}_MM`, 0],
      [`P${n}_Pr`, n],
      [`P${n}_ENT`, n === 1 ? 1 : 0],
      ...STARTS[n].flatMap((start, i) => [
        [`Pr${n}_X${i + 1}`, 1],
        [`Start_Pr${n}_X${i + 1}`, start],
      ]),
    ]),
  ),
}

test('diagram and lamps agree, second by second, for every phase over three cycles, through a change of plan and of mode [spec 2 device]', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device({ settings: SETTINGS })
  await scene.controller(device)
  await watchStreet(page)
  await openDevice(page, device.id)
  await expect(page.locator('[data-cursor]')).toBeVisible()
  await expect(page.getByText('Plan 1 · Program 1 · cycle 9 s')).toBeVisible()

  const begin = await samplesSoFar(page)
  await wholeCycle(page, 1, begin)
  const planChange = await samplesSoFar(page)
  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { P2_ENT: 1 })
  await wholeCycle(page, 2, planChange)
  await expect(page.getByText('Plan 2 · Program 2 · cycle 9 s')).toBeVisible()

  const hold = await samplesSoFar(page)
  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { Mode: 1 })
  await expect(page.getByRole('figure', { name: 'Phase 1: Green, held' })).toBeVisible()
  await expect(page.locator('[data-cursor]')).toHaveCount(0)
  const automatic = await samplesSoFar(page)
  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { Mode: 4 })
  await wholeCycle(page, 2, automatic)

  const samples = await page.evaluate(() => window.greenwaveStreet)
  const settled = samples.filter((_, i) => {
    if (i < begin) return false
    // The running cycle ends before another plan begins. A hold ends with yellow and all-red, and then the controller
    // joins a cycle.
    if (i >= planChange && i < planChange + CYCLE + 1) return false
    return i < hold || i >= automatic + 2 + CYCLE + 1
  })
  expect(settled.filter(({ agrees }) => agrees === false)).toEqual([])
  expect(samples.slice(begin).filter(({ accused }) => accused)).toEqual([])
})

/** One sample of the controller's lamps, and what the page showed for it. */
interface StreetSample {
  /** Second of the cycle (R8) by the clock in the same message. */
  readonly second: number
  /** The last that the page showed for it. */
  program: number | null
  cursor: number | null
  lamps: string[]
  bars: (string | undefined)[]
  /** null: the next sample came too soon to judge. */
  agrees: boolean | null
  /** The page reported that the street does not follow the program. */
  accused: boolean
}

declare global {
  interface Window {
    greenwaveStreet: StreetSample[]
  }
}

/**
 * Compares each sample that the page receives with what it then shows: each phase's lamp and count, the cursor, and the
 * bar under the cursor must be those of the program in the diagram's title at the second of the controller's clock. The
 * expected values are computed here, from the settings. The page has time until the next sample.
 */
async function watchStreet(page: Page): Promise<void> {
  await page.addInitScript(
    ({ cycle, starts }) => {
      const samples: StreetSample[] = []
      window.greenwaveStreet = samples
      let arrivedAt = 0

      function expected(program: number, second: number): { lamp: string; bar: string }[] {
        return (starts[program as 1 | 2] ?? []).map((start) => {
          const since = (second - start + cycle) % cycle
          if (since === 0) return { lamp: 'green 1', bar: 'green' }
          if (since === 1) return { lamp: 'yellow', bar: 'yellow' }
          return { lamp: `red ${cycle - since}`, bar: since === 2 ? 'allRed' : 'red' }
        })
      }

      function look(sample: StreetSample): void {
        const cursor = document.querySelector<HTMLElement>('[data-cursor]')
        const diagram = document.querySelector('figure[aria-label^="Timing of program"]')
        sample.program = Number(/program (\d)/.exec(diagram?.getAttribute('aria-label') ?? '')?.[1] ?? 0) || null
        sample.cursor = cursor ? Number(cursor.dataset.cursor) : null
        sample.accused ||= /do not follow program|differs from the program/.test(document.body.textContent ?? '')
        sample.lamps = [1, 2, 3].map((phase) => {
          const figure = document.querySelector(`figure[aria-label^="Phase ${phase}:"]`)
          const lit = [...(figure?.querySelectorAll<HTMLElement>('[data-lit]') ?? [])]
          return lit.map((lamp) => `${lamp.dataset.lamp} ${lamp.textContent}`.trim()).join(' and ')
        })
        const at = Number.parseFloat(cursor?.style.left ?? '')
        sample.bars = [1, 2, 3].map((phase) => {
          const segments = diagram?.querySelectorAll<HTMLElement>(`[data-phase="${phase}"] [data-kind]`)
          return [...(segments ?? [])].find(({ style }) => {
            const left = Number.parseFloat(style.left)
            return at >= left - 0.01 && at < left + Number.parseFloat(style.width) - 0.01
          })?.dataset.kind
        })
        const program = sample.program
        if (program === null) return
        const right = expected(program, sample.second)
        sample.agrees =
          sample.cursor === sample.second &&
          right.length === 3 &&
          right.every(({ lamp, bar }, i) => sample.lamps[i] === lamp && sample.bars[i] === bar)
      }

      function lookUntilItAgrees(sample: StreetSample): void {
        if (sample !== samples.at(-1)) return
        look(sample)
        if (sample.agrees !== true) requestAnimationFrame(() => lookUntilItAgrees(sample))
      }

      function take(values: Record<string, [number, unknown][] | undefined>): void {
        const number = (key: string) => Number(values[key]?.[0]?.[1])
        if (Number.isNaN(number('T_D1')) || Number.isNaN(number('Second'))) return
        const last = samples.at(-1)
        // Two at once, as after a pause of the whole machine: the first cannot be seen.
        if (last?.agrees === false && performance.now() - arrivedAt < 500) last.agrees = null
        arrivedAt = performance.now()
        const second = (number('Hour') * 3600 + number('Minute') * 60 + number('Second')) % cycle
        const sample = { second, program: null, cursor: null, lamps: [], bars: [], agrees: null, accused: false }
        samples.push(sample)
        lookUntilItAgrees(sample)
      }

      window.WebSocket = class extends WebSocket {
        constructor(address: string | URL, protocols?: string | string[]) {
          super(address, protocols)
          this.addEventListener('message', ({ data }) => take(JSON.parse(String(data)).data ?? {}))
        }
      }
    },
    { cycle: CYCLE, starts: STARTS },
  )
}

function samplesSoFar(page: Page): Promise<number> {
  return page.evaluate(() => window.greenwaveStreet.length)
}

/** Waits until every second of a program's cycle agreed, from the given sample on. */
async function wholeCycle(page: Page, program: number, from: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const samples = (await page.evaluate(() => window.greenwaveStreet)).slice(from)
        const seen = samples.filter((sample) => sample.program === program && sample.agrees === true)
        return [...new Set(seen.map(({ second }) => second))].sort((a, b) => a - b)
      },
      { intervals: [200] },
    )
    .toEqual(Array.from({ length: CYCLE }, (_, second) => second))
}
