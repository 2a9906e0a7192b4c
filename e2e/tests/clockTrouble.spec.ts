import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addressOf } from '@greenwave/client/callRequest'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { expectEveryLook } from '../fixtures/looks.ts'
import { expect, signIn, test } from '../fixtures/test.ts'

const HOUR_MS = 3_600_000

/**
 * Makes a platform believe that its time is this much later than its clock says, as after a clock that was set back.
 */
async function putClockBack(platform: PlatformProcess, byMs: number): Promise<void> {
  await platform.end()
  const db = new DatabaseSync(join(platform.dataDir, 'telemetry.db'))
  const { changes } = db
    .prepare("UPDATE identity SET value = ? WHERE name = 'clock'")
    .run(JSON.stringify([Date.now() + byMs]))
  db.close()
  expect(changes).toBe(1)
  await platform.restart()
}

test('a clock that jumped is shown to administrators on every page, whatever its width, and gone when it is right again', async ({
  page,
}) => {
  const platform = await startPlatformProcess()
  try {
    await putClockBack(platform, 5 * HOUR_MS)
    await signIn(page, ADMIN_EMAIL, platform.adminPassword, platform.url)
    const banner = page.getByText('The platform’s clock jumped and is 5 hours behind.')
    await expect(banner).toBeVisible()
    await expect(page.getByText(/Set the platform’s clock\./)).toBeVisible()
    await expectEveryLook(page)
    await page.getByRole('link', { name: 'Devices' }).click()
    await expect(banner).toBeVisible()
    // An open page would log errors when the platform stops.
    await page.goto('about:blank')
    await putClockBack(platform, 0)
    const notified = page.waitForResponse(`**${addressOf('systemInfo')}`)
    await page.goto(`${platform.url}/devices`)
    await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
    await notified
    await expect(banner).toHaveCount(0)
    await page.goto('about:blank')
  } finally {
    await platform.stop()
  }
})
