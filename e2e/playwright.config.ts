import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { INSTALLED_CHROMIUM } from '@greenwave/harness/installedChromium'
import { defineConfig } from '@playwright/test'
import { hasForeignPlatform } from './fixtures/foreignPlatform.ts'
import type { SystemOptions } from './fixtures/test.ts'

// Each worker is a process that compiles Playwright and the fixtures, unless it finds them compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', '.cache', 'compile')

/** Tests with a watcher that begins with them. */
const WATCHED = '**/{now,nowBeside,holds,corridorWave,calendar,greenRoutes}.spec.ts'

/** Tests of limits that our own platform does not have. */
const LIMITED = '**/tenantLimits.spec.ts'

/**
 * Long files of the end of the alphabet. They begin early, because one worker would still go through them when all others
 * have nothing left.
 */
const LONG = '**/{secondFactor,wall}.spec.ts'

export default defineConfig<object, SystemOptions>({
  testDir: './tests',
  outputDir: '../test-results',
  fullyParallel: false,
  // More than cores, because tests wait for controllers, clocks and starts most of their time; one more for those that
  // wait for the watcher.
  workers: Math.min(Math.ceil(availableParallelism() * 2.5) + 1, 8),
  forbidOnly: true,
  // A test that passes only the second time is listed as flaky with its first failure, and is fixed like a failing
  // one. The second try keeps a single race on a busy machine from failing a whole change.
  retries: 1,
  // Long enough for a machine that is five times slower than usual: a timing belongs in a benchmark. No test has limits of its
  // own but where it must wait longer than this for the street.
  timeout: 600_000,
  expect: { timeout: 120_000 },
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
    // Otherwise each dialog takes half a second to open and close. devices.spec.ts tests the animations.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Ho_Chi_Minh',
    // A trace takes as long as the test itself; use `--trace on` to get one.
    screenshot: 'only-on-failure',
  },
  projects: [
    // Incidents take their time to be raised and cleared. These tests begin first, so that all others run beside them.
    { name: 'watched', use: { behind: 'embedded', watched: true }, testMatch: WATCHED },
    { name: 'long', use: { behind: 'embedded' }, testMatch: LONG },
    // Tests of what a front and its proxy are involved in: sign-in, tokens, the live socket, headers, addresses, and
    // the messages when the platform is gone or has enough. Everything else is identical, since the console cannot tell
    // the difference. Few workers and not at the end, because each starts two platforms.
    {
      name: 'upstream',
      use: { behind: 'upstream' },
      grep: /@behindAFront/,
      workers: Math.ceil(availableParallelism() * 1.5),
    },
    { name: 'embedded', use: { behind: 'embedded' }, testIgnore: [WATCHED, LONG, LIMITED] },
    // A foreign platform cannot be killed or filled directly in its database, has its own setup of second factors, and
    // no watcher that begins with the tests. Tests with `@greenwaveOnly` are about what only our own platform has:
    // sessions, signed evidence. One at a time: all tests share the platform, and some are about counts, lists and marks of
    // everything in it.
    ...(hasForeignPlatform
      ? [
          {
            name: 'foreign',
            use: { behind: 'foreign' as const },
            workers: 1,
            grepInvert: /@greenwaveOnly/,
            testIgnore: [
              WATCHED,
              LIMITED,
              '**/platformLost.spec.ts',
              '**/veryManyDevices.spec.ts',
              '**/secondFactor.spec.ts',
              '**/newEmail.spec.ts',
              '**/apiKeys.spec.ts',
              '**/wall.spec.ts',
            ],
          },
        ]
      : []),
  ],
})
