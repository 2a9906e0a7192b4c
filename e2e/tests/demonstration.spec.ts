import { ADMIN_EMAIL } from '@greenwave/harness/platformProcess'
import type { Page } from '@playwright/test'
import { type DemonstrationProcess, startDemonstration } from '../fixtures/demonstration.ts'
import { expectEveryLook, savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'

const PASSWORD = 'greenwave'
/** A junction of the third district that has nothing of its own to show. */
const NAME = 'TLC-0008'
const LABEL = 'Cách Mạng Tháng Tám – Võ Thị Sáu'

let demo: DemonstrationProcess
test.beforeAll(async () => {
  demo = await startDemonstration()
})
test.afterAll(async () => {
  await demo.stop()
  expect(demo.said(), "warnings and errors in the demonstration's log").not.toMatch(/"level":[4-6]0/)
})

async function openJunction(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await page.getByRole('link', { name: NAME }).click()
  await expect(page.getByRole('heading', { level: 1, name: LABEL })).toBeVisible()
}

const panel = (page: Page) => page.getByRole('region', { name: 'Virtual controller' })
const strip = (page: Page) => page.getByRole('status').filter({ hasText: /^Conflicting green/ })

test('an administrator causes a fault; page and list say what is wrong, and that it is over when it is ended', async ({
  page,
}) => {
  await signIn(page, ADMIN_EMAIL, PASSWORD, demo.url)
  await openJunction(page)
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /^As programmed$/ }),
  ).toBeVisible()
  await panel(page).getByRole('button', { name: 'Cause a fault' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cause a fault on the virtual controller' })
  await dialog.getByLabel('Fault').selectOption('Phases 1 and 2 are green at once')
  await dialog.getByLabel('Lasts').selectOption('5 minutes')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cause' }).click()

  await expect(panel(page)).toContainText(/Phases 1 and 2 are green at once · ends in \d:\d\d/)
  await expect(strip(page)).toBeVisible()
  await expect(page.getByText('Active · Conflicting green')).toBeVisible()
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await expect(page.getByRole('row', { name: NAME })).toContainText('Conflicting green')
  await page.getByRole('link', { name: NAME }).click()

  await panel(page).getByRole('button', { name: 'End now' }).click()
  await expect(panel(page)).toContainText('This controller is virtual.')
  await expect(strip(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await expect(page.getByRole('row', { name: NAME })).toContainText('As programmed')
  await page.goto('about:blank')
})

test('the panel and its dialog fit each width and theme, and the palette opens it too', async ({ page }) => {
  await signIn(page, ADMIN_EMAIL, PASSWORD, demo.url)
  await openJunction(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Cause a fault on this virtual controller' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cause a fault on the virtual controller' })
  await dialog.getByLabel('Fault').selectOption('Greens are 5 seconds longer than set')
  for (const step of ['dialog', 'panel']) {
    await expectEveryLook(page, (look) => savePicture(page, `${step}-${look}`))
    if (step === 'dialog') {
      await dialog.getByRole('button', { name: 'Cause' }).click()
      await expect(panel(page)).toContainText('Greens are 5 seconds longer than set')
    }
  }
  await panel(page).getByRole('button', { name: 'End now' }).click()
  await expect(panel(page)).toContainText('This controller is virtual.')
  await page.goto('about:blank')
})

test('users of the district see the junction and nothing of the demonstration', async ({ page }) => {
  await signIn(page, 'district3@greenwave.test', PASSWORD, demo.url)
  await openJunction(page)
  await expect(page.getByText(/[Vv]irtual controller/)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(page.getByText(/[Vv]irtual controller/)).toHaveCount(0)
  await page.goto('about:blank')
})

test('three cards lead to a fault in Now and to its seconds in History, and are dismissed in this browser', async ({
  page,
}) => {
  await signIn(page, ADMIN_EMAIL, PASSWORD, demo.url)
  await page.getByRole('link', { name: 'Now', exact: true }).click()
  const cards = page.getByRole('list', { name: 'Sample city in three steps' })
  await expect(cards).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Now' })).toBeVisible()
  await expectAccessible(page)
  await expectEveryLook(page, (look) => savePicture(page, `cards-${look}`))
  await cards.getByRole('button', { name: 'Cause it' }).click()
  await expect(cards.getByRole('button', { name: 'Caused' })).toBeDisabled()
  await cards.getByRole('link', { name: 'Open Now' }).click()
  await expect(page.getByRole('main')).toContainText('have the road at the same time')
  await cards.getByRole('link', { name: 'Open History' }).click()
  await expect(page).toHaveURL(/\/history\?at=/)
  await page.goBack()
  for (const title of ['1. Cause a fault', '2. See it', '3. Replay it'])
    await cards.getByRole('button', { name: `Dismiss “${title}”` }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Now' })).toBeVisible()
  await expect(cards).toHaveCount(0)
  await page.goto('about:blank')
})
