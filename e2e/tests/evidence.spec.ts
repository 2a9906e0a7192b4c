import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expectLegible } from '../fixtures/legibility.ts'
import { savePicture } from '../fixtures/looks.ts'
import { countsAt, writeEvents, writeSeconds } from '../fixtures/past.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const MAIN = fileURLToPath(new URL('../../scripts/greenwave.mjs', import.meta.url))
const SECOND = 1000

/** Runs `greenwave verify`. */
function verify(...args: readonly string[]): Promise<{ code: number; stdout: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, 'verify', ...args], (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, stdout }),
    )
  })
}

test.describe('evidence of a junction', () => {
  test.use({ signedInAs: 'admin' })

  test('is taken from its history, signed, printed, and verified without the platform @greenwaveOnly', async ({
    page,
    scene,
    system: { api },
  }) => {
    const outputPath = (name: string): string => test.info().outputPath(name)
    const device = await scene.device()
    const nowMs = Math.floor(Date.now() / SECOND) * SECOND
    const gapMs = nowMs - 60 * SECOND
    await writeSeconds(api, device.id, nowMs - 240 * SECOND, nowMs, (ms) => ms >= gapMs && ms < gapMs + 7 * SECOND)
    await writeEvents(api, device.id, [{ kind: 'connection', at: nowMs - 200 * SECOND, connected: true }])

    await page.goto(`/devices/${device.id}/history?at=${nowMs - 120 * SECOND}`)
    await page.getByRole('link', { name: 'Evidence' }).click()
    await expect(page).toHaveURL(/\/evidence\?from=\d+&until=\d+$/)
    // All that was written, and nothing that is yet to come.
    await page.goto(`/devices/${device.id}/evidence?from=${nowMs - 240 * SECOND}&until=${nowMs}`)
    const lamps = page.getByRole('region', { name: 'Lamps' })
    const [red = 0, , green = 0] = countsAt(nowMs - SECOND)
    await expect(lamps.getByRole('row').last()).toContainText(green > 0 ? 'green' : red > 0 ? 'red' : 'yellow')
    await expect(lamps.getByRole('row').filter({ hasText: 'no data' }).last()).toContainText('7')
    await expect(page.getByRole('region', { name: 'What happened' })).toContainText('Connected')
    await expectAccessible(page)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Take the file' }).click(),
    ])
    const file = outputPath('evidence.zip')
    await download.saveAs(file)
    const fingerprint = (await page.getByText(/^([0-9a-f]{4}:){15}[0-9a-f]{4}$/).textContent()) ?? ''
    const whole = await verify(file, '--fingerprint', fingerprint)
    expect(whole).toEqual({ code: 0, stdout: expect.stringContaining('nothing was changed') })
    expect(whole.stdout).toContain(device.name)
    expect(whole.stdout).toMatch(/233 from samples, 0 from records/)

    const bytes = readFileSync(file)
    const place = bytes.indexOf('seconds.csv') + 2000
    bytes[place] = (bytes[place] ?? 0) ^ 1
    const changed = outputPath('changed.zip')
    writeFileSync(changed, bytes)
    expect(await verify(changed)).toEqual({ code: 1, stdout: expect.stringMatching(/^CHANGED {2}seconds\.csv /m) })

    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Take the file' })).toBeHidden()
    await expect(lamps).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ media: 'screen', colorScheme })
      await page.setViewportSize({ width: 360, height: 780 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await expectAccessible(page)
      await expectLegible(page)
      await savePicture(page, `evidence-${colorScheme}`, { fullPage: true })
    }
  })
})
