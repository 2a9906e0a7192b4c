import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { quietLog, saveDevice, WEEK_MS } from '../testing/testEntities.ts'
import { makeFolder } from '../testing/testStore.ts'
import { ENTITY_MIGRATIONS } from './entityMigrations.ts'
import { openStore } from './openStore.ts'
import { keepDatabases, type UpgradeStep } from './upgradeCopies.ts'

/** Opens and closes a store, adds a device if it is named, and returns the names of all. */
async function start(dataDir: string, upgrade?: UpgradeStep, name?: string): Promise<string[]> {
  const store = await openStore({ dataDir, telemetryRetentionMs: WEEK_MS, log: quietLog, upgrade })
  if (name !== undefined) {
    const id = saveDevice(store, { name }).id.id
    await store.committed()
    await store.data.saveTelemetry(id, [{ ts: Date.now(), values: { n: 1 } }])
  }
  await store.close()
  const db = new DatabaseSync(join(dataDir, 'greenwave.db'), { readOnly: true })
  const names = db.prepare('SELECT name FROM devices ORDER BY name').all()
  db.close()
  return names.map((row) => String(row.name))
}

/** Makes `greenwave.db` look as if an earlier release had written it. */
function makeOld(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'greenwave.db'))
  db.exec(`DROP TABLE image_contents; DROP TABLE images; PRAGMA user_version = ${ENTITY_MIGRATIONS.length - 1}`)
  db.close()
}

/** A data folder that a new release has migrated and written to. */
async function upgraded(): Promise<string> {
  const dataDir = makeFolder()
  await start(dataDir, undefined, 'before')
  makeOld(dataDir)
  await start(dataDir, 'keep', 'later')
  return dataDir
}

test('a copy that fails, as on a full disk, leaves nothing', () => {
  const dataDir = makeFolder()
  const db = new DatabaseSync(join(dataDir, 'greenwave.db'))
  db.exec('PRAGMA user_version = 1')
  db.close()
  // A folder cannot be copied as a file.
  mkdirSync(join(dataDir, 'contents.json'))
  expect(() => keepDatabases(dataDir)).toThrow(/contents.json/)
  expect(readdirSync(dataDir).toSorted()).toEqual(['contents.json', 'greenwave.db'])
  rmdirSync(join(dataDir, 'contents.json'))
  keepDatabases(dataDir)
  expect(readdirSync(join(dataDir, 'before-upgrade')).toSorted()).toEqual(['greenwave.db', 'history'])
})

test('a start that migrates keeps the database as it was, once; an interrupted copy is none', async () => {
  const dataDir = await upgraded()
  expect(readdirSync(join(dataDir, 'before-upgrade')).toSorted()).toEqual(['contents.json', 'greenwave.db', 'history'])
  await start(dataDir, 'keep', 'more')
  expect(await start(dataDir, 'put back')).toEqual(['before'])
  expect(existsSync(join(dataDir, 'before-upgrade'))).toBe(false)
  const [aside = ''] = readdirSync(join(dataDir, 'set-aside'))
  expect(readdirSync(join(dataDir, 'set-aside', aside))).toContain('greenwave.db')
  // What an interrupted copy has left is no copy.
  makeOld(dataDir)
  mkdirSync(join(dataDir, 'before-upgrade.new', 'history'), { recursive: true })
  await start(dataDir, 'keep', 'later')
  expect(await start(dataDir, 'put back')).toEqual(['before'])
  // Without copies nothing is put back.
  expect(await start(dataDir, 'put back')).toEqual(['before'])
})

test.each([
  ['the database was set aside', (dir: string) => renameSync(join(dir, 'greenwave.db'), join(dir, 'aside.db'))],
  [
    'all was set aside',
    (dir: string) => {
      renameSync(join(dir, 'greenwave.db'), join(dir, 'aside.db'))
      renameSync(join(dir, 'before-upgrade'), join(dir, 'put-back'))
    },
  ],
  [
    'one file was put back',
    (dir: string) => {
      renameSync(join(dir, 'before-upgrade'), join(dir, 'put-back'))
      renameSync(join(dir, 'put-back/greenwave.db'), join(dir, 'greenwave.db'))
    },
  ],
  [
    'every file was put back',
    (dir: string) => {
      renameSync(join(dir, 'before-upgrade'), join(dir, 'put-back'))
      for (const name of ['greenwave.db', 'contents.json']) renameSync(join(dir, 'put-back', name), join(dir, name))
    },
  ],
])('a start that was killed when %s is finished by the next', async (_, kill) => {
  const dataDir = await upgraded()
  kill(dataDir)
  expect(await start(dataDir, existsSync(join(dataDir, 'put-back')) ? undefined : 'put back')).toEqual(['before'])
  expect(existsSync(join(dataDir, 'put-back'))).toBe(false)
  expect(await start(dataDir)).toEqual(['before'])
})

test('databases that a killed platform left with logs are kept and put back with them', async () => {
  const source = makeFolder()
  const store = await openStore({ dataDir: source, telemetryRetentionMs: WEEK_MS, log: quietLog })
  saveDevice(store, { name: 'before' })
  await store.committed()
  const dataDir = join(makeFolder(), 'killed')
  // As SIGKILL leaves it: logs beside the databases, and a state of open.
  cpSync(source, dataDir, { recursive: true, filter: (path) => !path.includes('lock.db') && !path.endsWith('-shm') })
  await store.close()
  makeOldInLog(dataDir)
  await start(dataDir, 'keep', 'later')
  expect(await start(dataDir, 'put back')).toEqual(['before'])
})

/** As `makeOld`, with the change in the log alone. */
function makeOldInLog(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'greenwave.db'))
  db.exec(
    `PRAGMA wal_autocheckpoint = 0; DROP TABLE image_contents; DROP TABLE images; PRAGMA user_version = ${ENTITY_MIGRATIONS.length - 1}`,
  )
  for (const suffix of ['', '-wal']) cpSync(join(dataDir, `greenwave.db${suffix}`), join(dataDir, `copy.db${suffix}`))
  db.close()
  for (const suffix of ['', '-wal'])
    renameSync(join(dataDir, `copy.db${suffix}`), join(dataDir, `greenwave.db${suffix}`))
}
