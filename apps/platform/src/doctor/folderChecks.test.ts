import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Finding } from '@greenwave/client/doctor/finding'
import { expect, test } from 'vitest'
import { saveDevice, WEEK_MS } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import { checkFolder } from './folderChecks.ts'

async function filledFolder() {
  const folder = makeFolder()
  const store = await openTestStore(folder)
  const { id } = saveDevice(store)
  await store.data.saveTelemetry(id.id, [{ ts: Date.now(), values: { T_D1: 1 } }])
  return { folder, store }
}

const look = (folder: string, isThorough = true): Finding[] =>
  checkFolder(folder, { samplesMs: WEEK_MS, recordsMs: WEEK_MS }, { isThorough, nowMs: Date.now() })
const wrong = (findings: readonly Finding[]) => findings.filter(({ level }) => level !== 'ok')

/** Returns a digest of each file of a folder, by name. SQLite makes files of its own beside a database that is read. */
function digests(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const kept = files.filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
  return Object.fromEntries(
    kept.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path, createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

test('nothing is wrong with a folder that is whole, while its platform runs and after it, and looking changes nothing', async () => {
  const { folder, store } = await filledFolder()
  expect(wrong(look(folder))).toEqual([])
  await store.close()
  const before = digests(folder)
  const findings = look(folder)
  expect(wrong(findings)).toEqual([])
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['data folder', 'database greenwave.db', 'database telemetry.db', 'privacy']),
  )
  expect(digests(folder)).toEqual(before)
})

test('a lost day, a damaged database, one of a newer release and a folder for all to read are named with the fix', async () => {
  const { folder, store } = await filledFolder()
  await store.close()
  rmSync(join(folder, 'history'), { recursive: true })
  expect(wrong(look(folder))).toMatchObject([
    {
      check: 'data folder',
      says: expect.stringMatching(/lacks history\/.*\.db/),
      fix: expect.stringContaining('restore'),
    },
  ])
  const entities = join(folder, 'greenwave.db')
  const newer = new DatabaseSync(entities)
  newer.exec('PRAGMA user_version = 9999')
  newer.close()
  chmodSync(folder, 0o755)
  expect(wrong(look(folder)).slice(1)).toMatchObject([
    {
      check: 'database greenwave.db',
      level: 'error',
      fix: expect.stringContaining('Start that release'),
    },
    { check: 'privacy', level: 'warning', fix: `Run: chmod 700 ${folder}` },
  ])
  writeFileSync(entities, 'this is no database, although it is there')
  const damaged = wrong(look(folder, false)).find(({ check }) => check === 'database greenwave.db')
  expect(damaged).toMatchObject({
    level: 'error',
    fix: expect.stringMatching(/restore.*[^.]$/),
  })
})

test('a database of another installation, and a missing list of contents, are named with the fix', async () => {
  const [own, other] = [await filledFolder(), await filledFolder()]
  await own.store.close()
  await other.store.close()
  const day = readdirSync(join(own.folder, 'history')).find((name) => /^\d.*\.db$/.test(name)) ?? ''
  cpSync(join(other.folder, 'history', day), join(own.folder, 'history', day))
  expect(wrong(look(own.folder))).toMatchObject([
    {
      check: 'origin',
      level: 'error',
      says: expect.stringContaining(day),
      fix: expect.stringContaining('restore'),
    },
  ])
  cpSync(join(other.folder, 'telemetry.db'), join(own.folder, 'telemetry.db'))
  expect(wrong(look(own.folder)).at(-1)).toMatchObject({
    says: expect.stringMatching(/telemetry\.db does not belong/),
  })
  rmSync(join(own.folder, 'contents.json'))
  expect(wrong(look(own.folder))).toMatchObject([
    {
      check: 'data folder',
      level: 'warning',
      says: expect.stringContaining('contents.json is missing'),
    },
  ])
})

test('a damaged or missing key is named with the fix', async () => {
  const { folder, store } = await filledFolder()
  await store.close()
  const [signing, evidence] = [join(folder, 'signing.key'), join(folder, 'evidence.key')]
  writeFileSync(signing, 'short')
  expect(wrong(look(folder))).toMatchObject([
    {
      check: 'keys',
      level: 'error',
      says: expect.stringContaining(signing),
      fix: expect.stringContaining('backup'),
    },
  ])
  rmSync(signing)
  const missing = {
    check: 'keys',
    level: 'warning',
    says: expect.stringContaining(`${signing} is missing`),
  }
  expect(wrong(look(folder))).toMatchObject([missing])
  await (await openTestStore(folder)).close()
  expect(wrong(look(folder))).toEqual([])
  writeFileSync(evidence, 'no key')
  expect(wrong(look(folder))).toMatchObject([{ check: 'keys', says: expect.stringContaining(evidence) }])
})

test('a folder that is not there is an error, and so is one that holds no installation', () => {
  expect(look('/nowhere/greenwave')).toMatchObject([{ check: 'data folder', level: 'error' }])
  const folder = makeFolder()
  mkdirSync(join(folder, 'demo'))
  expect(look(folder)).toMatchObject([
    {
      check: 'data folder',
      level: 'error',
      fix: expect.stringContaining('GREENWAVE_DATA_DIR'),
    },
  ])
})
