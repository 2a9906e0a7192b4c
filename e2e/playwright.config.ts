import { INSTALLED_CHROMIUM } from '@greenwave/harness/installedChromium'
import { defineConfig } from '@playwright/test'
import { hasForeignPlatform } from './fixtures/foreignPlatform.ts'
import type { SystemOptions } from './fixtures/test.ts'

export default defineConfig<object, SystemOptions>({
  testDir: './tests',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // A test that passes only now is listed as flaky with what failed at first, and is mended like one that fails: the second try
  // keeps a single race on a busy machine from refusing a whole change.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    ...(INSTALLED_CHROMIUM ? {} : { channel: 'chromium' }),
    launchOptions: {
      ...(INSTALLED_CHROMIUM ? { executablePath: INSTALLED_CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1440, height: 1000 },
    // Each dialog takes half a second to come and go otherwise. devices.spec.ts has them move.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Ho_Chi_Minh',
    // A trace takes as long as the test itself: ask for one with `--trace on`.
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'embedded', use: { behind: 'embedded' } },
    // What a front and its proxy take part in: signing in, tokens, the live socket, headers, addresses, and what is said when the
    // platform is gone. The rest is the same to the letter, since the console cannot tell.
    { name: 'upstream', use: { behind: 'upstream' }, grep: /@behindAFront/ },
    // A platform that is not ours cannot be killed, nor filled behind its back, and sets its second factors up by itself.
    ...(hasForeignPlatform
      ? [
          {
            name: 'foreign',
            use: { behind: 'foreign' as const },
            testIgnore: ['**/platformLost.spec.ts', '**/veryManyDevices.spec.ts', '**/secondFactor.spec.ts'],
          },
        ]
      : []),
  ],
})
