import { INSTALLED_CHROMIUM } from '@greenwave/harness/installedChromium'
import { ADMIN_EMAIL, type PlatformProcess } from '@greenwave/harness/platformProcess'
import { type Browser, chromium, type Page } from '@playwright/test'

/** Arguments of the browser. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]

/** Returns Debian's Chromium if it is installed, otherwise the one that Playwright downloaded. */
export function browserFile(): string {
  return INSTALLED_CHROMIUM ?? chromium.executablePath()
}

/** Starts the browser. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserFile(), args: CHROMIUM_ARGS })
}

/** Signs in as the first administrator, with the form. */
export async function signInByForm(page: Page, platform: PlatformProcess): Promise<void> {
  await page.goto(`${platform.url}/login`)
  await page.getByLabel('Account').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(platform.adminPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
