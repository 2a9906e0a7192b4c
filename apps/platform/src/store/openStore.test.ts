import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { saveDevice, someAlarm, someTenant } from '../testing/testEntities.ts'
import { link, makeFolder, openTestStore } from '../testing/testStore.ts'

/**
 * Returns the content of a store's files, by name, without the lock and the files that SQLite keeps beside a database.
 */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile() && !/-(wal|shm)$|lock\.db/.test(name))
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  )
}

async function makeStoredFolder(): Promise<string> {
  const folder = makeFolder()
  const store = await openTestStore(folder)
  store.transaction(() => {
    for (let i = 0; i < 200; i += 1) saveDevice(store, { label: 'x'.repeat(200) })
  })
  const id = saveDevice(store).id.id
  await store.data.saveTelemetry(
    id,
    Array.from({ length: 2000 }, (_, ts) => ({ ts, values: { a: ts, text: 'y'.repeat(50) } })),
  )
  await store.close()
  return folder
}

function overwrite(file: string, at: number, text: string): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, text, at)
  closeSync(handle)
}

/** Overwrites a page with rows of a table, neither the first nor the last. */
function breakPage(file: string, table: string): void {
  const db = new DatabaseSync(file)
  const pages = db.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path").all(table)
  db.close()
  const page = Number(pages[pages.length >> 1]?.pageno)
  overwrite(file, (page - 1) * 4096, 'not a page'.repeat(400))
}

const historyName = (folder: string): string =>
  join('history', readdirSync(join(folder, 'history')).find((name) => name.endsWith('.db')) ?? '')

async function refusal(folder: string): Promise<string> {
  const error: unknown = await openTestStore(folder).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StoreRefused)
  const message = error instanceof StoreRefused ? error.message : ''
  expect(message).not.toContain('\n')
  return message
}

describe('opening a store', () => {
  it.each([
    [
      'greenwave.db',
      'overwritten in the middle',
      (file: string) => overwrite(file, 3 * 4096, 'not a page'.repeat(400)),
    ],
    ['greenwave.db', 'no database at all', (file: string) => writeFileSync(file, 'hello'.repeat(1000))],
    ['greenwave.db', 'cut off', (file: string) => truncateSync(file, 5 * 4096)],
    ['telemetry.db', 'overwritten at its head', (file: string) => overwrite(file, 0, 'SQLite format 9')],
    ['history', 'cut off', (file: string) => truncateSync(file, 4096)],
    ['history', 'no database at all', (file: string) => writeFileSync(file, 'hello'.repeat(1000))],
  ])('refuses a damaged %s (%s), names it and touches nothing', async (name, _how, damage) => {
    const folder = await makeStoredFolder()
    const file = join(folder, name === 'history' ? historyName(folder) : name)
    damage(file)
    const before = contentOf(folder)
    const message = await refusal(folder)
    expect(message).toContain(`${file} is damaged (`)
    expect(message).toContain('greenwave restore')
    expect(contentOf(folder)).toEqual(before)
  })

  it('reads every page of what it keeps in memory, and none in the middle of what grows for ever', async () => {
    const folder = makeFolder()
    const store = await openTestStore(folder)
    store.transaction(() => {
      for (let i = 0; i < 100; i += 1) {
        const { id } = saveDevice(store, { label: 'x'.repeat(200) })
        const alarm = store.alarms.add(someAlarm(store, id.id, { details: 'x'.repeat(200) }))
        store.alarms.save({ ...alarm, cleared: true, status: 'CLEARED_ACK' })
      }
    })
    await store.close()
    const file = join(folder, 'greenwave.db')
    breakPage(file, 'alarms')
    const open = await openTestStore(folder)
    await expect(open.alarms.page('user', someTenant(open), {}, link({ pageSize: 100 }))).rejects.toThrow(/malformed/)
    await open.close()
    breakPage(file, 'devices')
    expect(await refusal(folder)).toContain(`${file} is damaged (`)
  })

  it.each(['greenwave.db', 'telemetry.db', 'history'])('refuses a newer %s and touches nothing', async (name) => {
    const folder = await makeStoredFolder()
    const file = join(folder, name === 'history' ? historyName(folder) : name)
    const db = new DatabaseSync(file)
    db.exec('PRAGMA user_version = 99')
    db.close()
    const before = contentOf(folder)
    expect(await refusal(folder)).toContain(`${file} was written by a newer release (schema 99`)
    expect(contentOf(folder)).toEqual(before)
  })

  it('refuses a folder that another store has open, until that one is closed', async () => {
    const folder = makeFolder()
    const first = await openTestStore(folder)
    expect(await refusal(folder)).toContain(`${folder} is in use by another process`)
    await first.close()
    await expect(openTestStore(folder)).resolves.toBeDefined()
  })

  it('takes over the folder of a process that was killed', async () => {
    const folder = makeFolder()
    const child = fork(join(import.meta.dirname, '..', 'testing', 'writingChild.ts'), [folder, 'hold'], {
      execArgv: [],
    })
    await once(child, 'message')
    expect(await refusal(folder)).toContain('is in use by another process')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect(openTestStore(folder)).resolves.toBeDefined()
  })

  it('refuses a folder that cannot be made or written', async () => {
    const file = join(makeFolder(), 'file')
    writeFileSync(file, '')
    for (const folder of [file, join(file, 'below')]) {
      expect(await refusal(folder)).toMatch(/cannot be written .*GREENWAVE_DATA_DIR/)
    }
  })

  it('refuses what a restore left unfinished', async () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'restoring'))
    expect(await refusal(folder)).toContain('greenwave restore')
  })

  it('makes the signing key once, for this user alone, and refuses a damaged one', async () => {
    const folder = makeFolder()
    const first = await openTestStore(folder)
    expect(first.signingKey.length).toBeGreaterThanOrEqual(64)
    expect(statSync(join(folder, 'signing.key')).mode & 0o777).toBe(0o600)
    await first.close()
    const second = await openTestStore(folder)
    expect(second.signingKey).toEqual(first.signingKey)
    await second.close()
    truncateSync(join(folder, 'signing.key'), 10)
    expect(await refusal(folder)).toContain('signing.key is damaged')
    expect((await openTestStore()).signingKey).not.toEqual(first.signingKey)
  })

  it('leaves no file of SQLite open after it was closed', async () => {
    const folder = await makeStoredFolder()
    expect(existsSync(join(folder, 'greenwave.db-wal'))).toBe(false)
    expect(existsSync(join(folder, 'telemetry.db-wal'))).toBe(false)
  })
})
