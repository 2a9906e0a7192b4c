import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../testing/testStore.ts'
import { attempt, attemptAsync } from './attempt.ts'
import { checkBackups } from './backupCheck.ts'
import { evaluateEnd } from './certificateCheck.ts'
import { checkClock, evaluateClock } from './clockCheck.ts'
import { checkVersions, evaluateRoom } from './installation.ts'
import { evaluateBudgets } from './runningCheck.ts'

const GIB = 2 ** 30
const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 10, 22, 12)

test.each([
  [1.9, 1000, 'error'],
  [2, 10, 'ok'],
  [9, 1000, 'warning'],
  [9, 80, 'ok'],
  [11, 1000, 'ok'],
] as const)('%f of %i GiB free: %s', (free, total, level) => {
  expect(evaluateRoom(free * GIB, total * GIB).level).toBe(level)
})

test.each([
  [-1, 'error'],
  [0, 'warning'],
  [20, 'warning'],
  [21, 'ok'],
] as const)('a certificate that ends in %i days: %s', (days, level) => {
  expect(evaluateEnd(NOW + days * 24 * HOUR_MS + 1, NOW).level).toBe(level)
})

test('a certificate says how long it is still good for', () => {
  const says = (days: number) => evaluateEnd(NOW + days * 24 * HOUR_MS + 1, NOW).says
  expect([says(1), says(2)]).toEqual(['it ends on 2026-11-23, in 1 day', 'it ends on 2026-11-24, in 2 days'])
})

test('a clock before the end of the last run is an error, one that nobody keeps right a warning', () => {
  expect(evaluateClock(NOW, { believed: NOW + 61_000 }, true).level).toBe('error')
  expect(evaluateClock(NOW, { believed: NOW + 59_000 }, true).level).toBe('ok')
  expect(evaluateClock(NOW, undefined, false).level).toBe('warning')
  expect(evaluateClock(NOW, undefined, undefined).level).toBe('ok')
})

test('a budget that is nearly full is named', () => {
  const metrics = (used: number) =>
    `greenwave_budget_used{limit="valueBytes"} ${used}\ngreenwave_budget_limit{limit="valueBytes"} 100\n`
  expect(evaluateBudgets(metrics(80))).toMatchObject({ level: 'ok', says: 'the fullest of 1 is at 80 %' })
  expect(evaluateBudgets(metrics(81))).toMatchObject({ level: 'warning', says: 'valueBytes is at 81 %' })
})

test('the age of the newest finished backup counts', () => {
  const folder = makeFolder()
  const backup = (name: string, hours: number): void => {
    mkdirSync(join(folder, name))
    const createdAt = new Date(NOW - hours * HOUR_MS).toISOString()
    writeFileSync(join(folder, name, 'backup.json'), JSON.stringify({ format: 1, createdAt, files: [] }))
  }
  expect(checkBackups(join(folder, 'elsewhere'), NOW).level).toBe('warning')
  mkdirSync(join(folder, 'unfinished'))
  expect(checkBackups(folder, NOW).level).toBe('error')
  backup('old', 300)
  expect(checkBackups(folder, NOW).level).toBe('error')
  backup('late', 40)
  expect(checkBackups(folder, NOW).level).toBe('warning')
  backup('fresh', 20)
  expect(checkBackups(folder, NOW)).toMatchObject({ level: 'ok', says: expect.stringContaining('of 3') })
  expect(checkBackups(join(folder, 'fresh'), NOW).level).toBe('ok')
})

test('a check that cannot be made is an error with the fix, and no other one is missed', async () => {
  const folder = makeFolder()
  const file = join(folder, 'file')
  writeFileSync(file, 'this is no database, and no folder')
  expect(attempt('backups', () => checkBackups(file, NOW))).toMatchObject({
    ...{ check: 'backups', level: 'error', says: expect.stringContaining(file), fix: expect.stringMatching(/\w/) },
  })
  const failing = () => Promise.reject(new Error('the disk is gone'))
  expect(await attemptAsync('disk', failing)).toMatchObject({ check: 'disk', level: 'error', says: 'the disk is gone' })
  writeFileSync(join(folder, 'telemetry.db'), 'this is no database')
  expect((await checkClock(folder)).says).toContain('it shows')
})

test('an older Node is an error', () => {
  expect([checkVersions('22.9.0').level, checkVersions('24.0.0').level]).toEqual(['error', 'ok'])
})
