import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@greenwave/harness/freePorts'
import { startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from '../fixtures/test.ts'

const EMAIL = 'mai@city.example'
const PASSWORD = 'seven green bicycles'

test.use({ viewport: { width: 360, height: 780 } })

/** Expects a page of the setup, which fits the phone and is accessible. */
async function expectStep(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Try and continue' }).click()

test('from an empty data folder, the page of a first start leads to a console that waits for the first controller', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-setup-'))
  const file = join(folder, 'greenwave.env')
  const backups = join(folder, 'backups')
  const [port, mqttPort] = await freePorts(2)
  writeFileSync(file, 'GREENWAVE_WATCHER=off\nGREENWAVE_LOG_LEVEL=warn\n')
  const running = startGreenwave(['setup', '--page', '--settings', file], {
    GREENWAVE_DATA_DIR: join(folder, 'data'),
    GREENWAVE_PORT: String(port),
    GREENWAVE_MQTT_HOST: '127.0.0.1',
    GREENWAVE_MQTT_PORT: String(mqttPort),
    GREENWAVE_TILE_URL: 'none',
  })
  try {
    const [, url = ''] = await running.says(/(http:\S+\/setup\?code=\S+)/)
    await page.goto(new URL('/setup', url).href)
    await expect(page.getByLabel('Code')).toBeVisible()
    await expectAccessible(page)
    await page.goto(url)
    expect(page.url()).not.toContain('code=')

    await expectStep(page, 'Administrator')
    await page.getByLabel('E-mail address').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('The same again').fill(PASSWORD)
    await goOn(page)

    await expectStep(page, 'Name')
    await page.getByLabel('City or operator').fill("Sở GTVT 'Đà Nẵng'")
    await goOn(page)

    await expectStep(page, 'Time zone')
    await page.getByRole('link', { name: 'Tiếng Việt' }).click()
    await expectStep(page, 'Múi giờ')
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByLabel('Time zone of the city').fill('Mars')
    await goOn(page)
    await expect(page.getByRole('alert')).toContainText('give the name of a time zone')
    await expectStep(page, 'Time zone')
    await page.getByLabel('Time zone of the city').fill('Asia/Ho_Chi_Minh')
    await goOn(page)

    // Ports and map were answered by the environment.
    await expectStep(page, 'Mail')
    await goOn(page)

    await expectStep(page, 'Backups')
    await page.getByLabel('Kept at').fill(backups)
    await goOn(page)
    await expect(page.getByRole('alert')).toContainText('see that the folder exists')
    mkdirSync(backups)
    await page.getByLabel('Kept at').fill(backups)
    await goOn(page)
    await expect(page.getByRole('status')).toContainText('was written, read and cleared')
    await expectStep(page, 'Ready')
    await page.getByRole('button', { name: 'Start Greenwave' }).click()

    await page.waitForURL('**/login')
    await page.getByLabel('Account').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL((address) => !address.pathname.startsWith('/login'))
    await page.goto(new URL('/devices', url).href)
    await expect(page.getByText('Add the first device: give it a name')).toBeVisible()
    expect(await (await fetch(new URL('/setup', url))).text()).not.toContain('adminEmail')
    expect(readFileSync(file, 'utf8')).not.toContain(PASSWORD)
  } finally {
    running.signal('SIGTERM')
    await running.ended
    rmSync(folder, { recursive: true })
  }
})
