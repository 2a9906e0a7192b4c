import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Api } from '@greenwave/harness/api'
import { startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { ADMIN_EMAIL } from '@greenwave/harness/platformProcess'
import { chromium } from '@playwright/test'
import { browserFile, CHROMIUM_ARGS } from '../tools/browser.ts'
import type { Row } from '../tools/report.ts'

/** Fetched when needed, because it brings a hundred packages that nothing else uses. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3
const PASSWORD = 'greenwave'

/** Lighthouse's categories, but SEO: no search engine reads a console behind a sign-in. */
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const TIMINGS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

/** What is read of a report. */
interface Report {
  readonly categories: Readonly<Record<(typeof CATEGORIES)[number], { readonly score: number }>>
  readonly audits: Readonly<Record<string, { readonly displayValue?: string }>>
}

/** A computer, and a phone on slow 4G with a quarter of the processor: Lighthouse's default simulation. */
const MACHINES = [
  { machine: 'a computer', options: ['--preset=desktop'], performance: 100 },
  { machine: 'a phone on slow 4G', options: [], performance: 95 },
] as const

/**
 * Measures Lighthouse's scores of the demonstration, with an empty cache: of the sign-in page and, with a session, of
 * *Now*, the dashboard and a junction.
 */
export async function lighthouse(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-lighthouse-'))
  const ports = ['--port', '0', '--mqtt-port', '0', '--data-dir', join(folder, 'data')]
  const demo = startGreenwave(['demo', ...ports, '--tile-url', 'none', '--past', '0'])
  const [, url = ''] = await demo.says(/Open +(http:\S+)/)
  const rows: Row[] = []
  const measure = async (name: string, path: string, profile: string) => {
    const flags = ['--headless', ...CHROMIUM_ARGS, `--user-data-dir=${join(folder, profile)}`].join(' ')
    for (const { machine, options, performance } of MACHINES) {
      const { categories, audits } = await medianReport(`${url}${path}`, join(folder, 'report.json'), [
        `--chrome-flags=${flags}`,
        ...options,
      ])
      const scores = CATEGORIES.map((category) => Math.round(categories[category].score * 100))
      rows.push({
        name: `${name}, ${machine}, median of ${RUNS}`,
        promise: `performance >= ${performance}, others 100`,
        figure: [
          ...CATEGORIES.map((category, nth) => `${category} ${scores[nth]}`),
          ...TIMINGS.map((id) => `${id} ${audits[id]?.displayValue ?? '–'}`),
        ].join(', '),
        baseline: '',
        kept: scores.every((score, nth) => score >= (nth === 0 ? performance : 100)),
      })
    }
  }
  try {
    await measure('sign-in', '/login', 'stranger')
    const api = await Api.signIn(url, ADMIN_EMAIL, PASSWORD)
    const [device] = (await api.call('tenantDevices', { query: { page: 0, pageSize: 1 } })).data
    await signIn(url, join(folder, 'user'))
    await measure('Now', '/now', 'user')
    await measure('dashboard', '/', 'user')
    await measure('a junction', `/devices/${device?.id.id ?? ''}`, 'user')
  } finally {
    demo.signal('SIGTERM')
    await demo.ended
    rmSync(folder, { recursive: true, force: true })
  }
  return rows
}

/** Signs in with a browser whose storage is in a folder, which Lighthouse leaves alone but for what is cached. */
async function signIn(url: string, profile: string): Promise<void> {
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: browserFile(),
    args: CHROMIUM_ARGS,
  })
  const page = await browser.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Account').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((address) => address.pathname === '/')
  await browser.close()
}

/** Returns the report of the run with the median performance. */
async function medianReport(url: string, file: string, options: readonly string[]): Promise<Report> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run++) reports.push(await reportOf(url, file, options))
  const of = ({ categories }: Report) => categories.performance.score
  const median = reports.toSorted((a, b) => of(a) - of(b))[Math.floor(RUNS / 2)]
  if (!median) throw new Error('no run')
  return median
}

async function reportOf(url: string, file: string, options: readonly string[]): Promise<Report> {
  const command = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url]
  const chosen = ['--quiet', '--no-enable-error-reporting', `--only-categories=${CATEGORIES.join(',')}`]
  const output = ['--output=json', `--output-path=${file}`]
  // Lighthouse looks for a browser only here.
  const env = { ...process.env, CHROME_PATH: browserFile() }
  await promisify(execFile)('npm', [...command, ...chosen, ...options, ...output], { env })
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}
