import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { browserFile, CHROMIUM_ARGS } from '../tools/browser.ts'
import { quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'

/** Fetched when needed, because it brings a hundred packages that nothing else uses. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3

interface Scores {
  readonly performance: number
  readonly accessibility: number
}

/**
 * Measures Lighthouse's scores of the first page on a computer, and on a phone with a slow network (its default
 * simulation).
 */
export async function lighthouse(): Promise<Row[]> {
  const platform = await startPlatformProcess()
  const computer = await medianScores(platform.url, ['--preset=desktop'])
  const phone = await medianScores(platform.url, [])
  await platform.stop()
  return [
    {
      name: `first page on a computer, Lighthouse, median of ${RUNS}`,
      promise: 'performance >= 95, accessibility 100',
      figure: `performance ${computer.performance}, accessibility ${computer.accessibility}`,
      baseline: `a phone on slow 4G: performance ${phone.performance}, accessibility ${phone.accessibility}`,
      kept: computer.performance >= 95 && computer.accessibility === 100,
    },
  ]
}

async function medianScores(url: string, options: readonly string[]): Promise<Scores> {
  const runs: Scores[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await scoresOf(url, options))
  const median = (name: keyof Scores) =>
    quantile(
      runs.map((scores) => scores[name]),
      0.5,
    )
  return { performance: median('performance'), accessibility: median('accessibility') }
}

async function scoresOf(url: string, options: readonly string[]): Promise<Scores> {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-lighthouse-'))
  const file = join(folder, 'report.json')
  const command = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', `${url}/login`]
  const chosen = ['--quiet', '--no-enable-error-reporting', '--only-categories=performance,accessibility']
  const browser = [`--chrome-flags=--headless ${CHROMIUM_ARGS.join(' ')}`]
  try {
    await promisify(execFile)(
      'npm',
      [...command, ...chosen, ...browser, ...options, '--output=json', `--output-path=${file}`],
      // Lighthouse looks for a headless browser only here.
      { env: { ...process.env, CHROME_PATH: browserFile() } },
    )
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      categories: Record<keyof Scores, { score: number }>
    }
    const percent = (name: keyof Scores) => Math.round(report.categories[name].score * 100)
    return { performance: percent('performance'), accessibility: percent('accessibility') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
