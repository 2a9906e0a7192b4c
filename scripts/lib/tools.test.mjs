import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findProgram } from './tools.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-path-'))
  vi.stubEnv('PATH', [join(folder, 'nowhere'), folder].join(delimiter))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('a program is found in whichever folder of the search path has it', () => {
  const file = join(folder, 'chromium')
  writeFileSync(file, '')
  chmodSync(file, 0o755)
  expect(findProgram('chromium')).toBe(file)
})

test('neither a missing program nor a file that is none is found', () => {
  writeFileSync(join(folder, 'notes'), '')
  chmodSync(join(folder, 'notes'), 0o644)
  expect(findProgram('notes')).toBeUndefined()
  expect(findProgram('chromium')).toBeUndefined()
})
