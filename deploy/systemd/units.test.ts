import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { afterAll, beforeAll, expect, test } from 'vitest'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const units = readdirSync(HERE).filter((name) => /\.(?:service|timer)$/.test(name))

/** Where the units are with this repository in the place of an installation. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-units-'))
  for (const name of units) {
    const unit = readFileSync(join(HERE, name), 'utf8')
    const here = unit.replaceAll('/opt/greenwave/current/bin/node', process.execPath)
    writeFileSync(join(folder, name), here.replaceAll('/opt/greenwave/current', ROOT))
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs systemd-analyze; returns its exit code and everything that it said. */
function analyze(...words: readonly string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr, error } = spawnSync('systemd-analyze', words, { encoding: 'utf8', cwd: folder })
  if (error) throw error
  return { status, said: stdout + stderr }
}

test.each(units)('systemd understands every line of %s', (name) => {
  // One of a template is one of its instances.
  const unit = name.replace('@.', '@1-3.')
  if (unit !== name) writeFileSync(join(folder, unit), readFileSync(join(folder, name)))
  expect(analyze('verify', '--man=no', `./${unit}`)).toEqual({ status: 0, said: '' })
})

test('the services expose as little as the page says', () => {
  const page = readFileSync(join(HERE, '../README.md'), 'utf8')
  const figures = [...page.matchAll(/^\| `(greenwave[\w@-]*\.service)` \| (\d\.\d) \|/gm)]
  expect(new Set(figures.map(([, name]) => name))).toEqual(new Set(units.filter((name) => name.endsWith('.service'))))
  for (const [, name = '', figure] of figures) {
    const words = ['security', '--offline=true', `--threshold=${Math.round(Number(figure) * 10)}`, `./${name}`]
    const { status, said } = analyze(...words)
    expect([name, status, /Overall exposure level.*/.exec(said)?.[0]]).toEqual([name, 0, expect.any(String)])
  }
})

test('a watcher of a share is an instance of its name', () => {
  expect(spawnSync('systemd-escape', ['--unescape', '2-3'], { encoding: 'utf8' }).stdout).toBe('2/3\n')
})

test('the nightly backup runs as often a day as it is started, and leaves a finished backup each time', async () => {
  const platform = await startPlatformProcess()
  const backups = mkdtempSync(join(tmpdir(), 'greenwave-backups-'))
  try {
    const unit = readFileSync(join(folder, 'greenwave-backup.service'), 'utf8').replaceAll(
      '/var/backups/greenwave',
      backups,
    )
    const commands = [...unit.matchAll(/^Exec\w+=(.*)$/gm)].map(([, line = '']) => line.replaceAll('%%', '%'))
    for (const command of [...commands, ...commands]) {
      const env = { PATH: process.env.PATH, GREENWAVE_DATA_DIR: platform.dataDir }
      const { status, stderr } = spawnSync(command, { shell: true, encoding: 'utf8', cwd: ROOT, env })
      expect([status, stderr]).toEqual([0, expect.any(String)])
    }
    const made = readdirSync(backups).filter((name) => existsSync(join(backups, name, 'backup.json')))
    expect(made).toHaveLength(2)
  } finally {
    await platform.stop()
    rmSync(backups, { recursive: true })
  }
})
