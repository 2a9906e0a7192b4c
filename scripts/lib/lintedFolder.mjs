/** @file For tests of lint rules: lints files in a temporary folder with this repository's settings and rules. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { ROOT } from './root.mjs'

const OXLINT = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint')
const OURS = ['.oxlintrc.json', 'scripts/rooms.mjs', 'scripts/lint', 'scripts/lib/root.mjs']

/**
 * Returns the linter's messages for each file, each with the rule's name first.
 * @param {Readonly<Record<string, string>>} files contents by path
 */
export function lintFiles(files) {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-lint-'))
  try {
    for (const name of OURS) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const { stdout, stderr } = spawnSync(process.execPath, [OXLINT, '-f', 'json', ...Object.keys(files)], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (!stdout.startsWith('{')) throw new Error(`The linter did not run: ${stdout}${stderr}`)
    const said = new Map(Object.keys(files).map((path) => [path, []]))
    for (const { filename, code, message } of JSON.parse(stdout).diagnostics) {
      said.get(filename)?.push(`${code}: ${message}`)
    }
    return said
  } finally {
    rmSync(folder, { recursive: true })
  }
}
