import { existsSync } from 'node:fs'
import { ADMIN_EMAIL, type PlatformProcess } from '@greenwave/harness/platformProcess'
import { type Browser, chromium, type Page } from '@playwright/test'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'

/** Starts Debian's Chromium, or the one that Playwright downloaded. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
}

/** Signs in as the first administrator by the form. */
export async function signInByForm(page: Page, platform: PlatformProcess): Promise<void> {
  await page.goto(`${platform.url}/login`)
  await page.getByLabel('Account').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(platform.adminPassword)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
