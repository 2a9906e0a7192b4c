import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addBackup } from '../store/backupSeries.ts'
import { saveDevice } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import { checkBackupTest, testNewestBackup } from './backupTest.ts'

const NOW = Date.parse('2026-02-01T03:15:00Z')
const DAY_MS = 86_400_000

/** Makes a data folder with one device, and a folder with a backup of it. */
async function makeBackup() {
  const dataDir = makeFolder()
  const backups = join(makeFolder(), 'backups')
  const store = await openTestStore(dataDir)
  const { id } = saveDevice(store, { name: 'TLC' })
  await store.data.saveTelemetry(id.id, [{ ts: 1, values: { T_D1: 7 } }])
  await store.close()
  const backup = await addBackup(dataDir, backups, 14)
  return { dataDir, backups, backup }
}

test('a good backup is restored, counted, compared, and the copy deleted; the result ages', async () => {
  const { dataDir, backups, backup } = await makeBackup()
  expect(checkBackupTest(backups, NOW)).toMatchObject({
    level: 'warning',
    says: 'no backup was ever restored for a test',
  })
  const before = readdirSync(backups)
  const result = await testNewestBackup(backups, dataDir, NOW)
  expect(result).toMatchObject({ isGood: true, says: expect.stringMatching(/^1 devices, .*1 latest values/) })
  expect(new Set(readdirSync(backups))).toEqual(new Set([...before, 'last-test.json']))
  expect(backup).toContain(result.backup)
  expect(checkBackupTest(backups, NOW + 7 * DAY_MS).level).toBe('ok')
  expect(checkBackupTest(backups, NOW + 9 * DAY_MS).level).toBe('warning')
})

test('a changed backup, and one without what the living data have, are useless, and doctor says why', async () => {
  const { dataDir, backups, backup } = await makeBackup()
  const empty = makeFolder()
  await (await openTestStore(empty)).close()
  await addBackup(empty, join(backups, '..', 'others'), 14)
  const others = await testNewestBackup(join(backups, '..', 'others'), dataDir, NOW)
  expect(others).toMatchObject({
    isGood: false,
    says: expect.stringMatching(/^it has no devices.*, and the living data have$/),
  })
  writeFileSync(join(backup, 'greenwave.db'), 'changed')
  expect(await testNewestBackup(backups, dataDir, NOW)).toMatchObject({ isGood: false })
  expect(checkBackupTest(backups, NOW)).toMatchObject({
    level: 'error',
    says: expect.stringContaining('is not what was backed up'),
    fix: 'Make another backup, and test it with greenwave backup-test',
  })
  writeFileSync(join(backups, 'last-test.json'), '{"atMs":')
  expect(checkBackupTest(backups, NOW).level).toBe('warning')
})

test('without a backup nothing can be tested', async () => {
  await expect(testNewestBackup(makeFolder(), makeFolder(), NOW)).rejects.toThrow('make one with greenwave backup')
})
