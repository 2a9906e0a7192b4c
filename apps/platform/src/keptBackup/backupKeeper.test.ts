// Long: all that a keeper promises, on one stage.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { generateX25519Identity } from 'age-encryption'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testStored } from '../doctor/backupTest.ts'
import type { Store } from '../store/openStore.ts'
import { saveDevice } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import { BackupKeeper, type KeeperOptions } from './backupKeeper.ts'
import { createFolderTarget } from './folderTarget.ts'
import { listPoints } from './point.ts'
import { findPoint, gatherPoint, restoreStored } from './restoreStored.ts'
import { readBackupKey } from './seal.ts'
import { type Target, TargetFailed } from './target.ts'

/** A round of a busy machine may take seconds. Milliseconds. */
const ROUNDS_MS = 30_000

/** A store with one device, a folder for its backup, and the keeper of it. */
async function start(given: Partial<KeeperOptions> = {}) {
  const dataDir = makeFolder()
  const place = makeFolder()
  const store = await openTestStore(dataDir)
  const { id } = saveDevice(store, { name: 'TLC' })
  await store.committed()
  const make = (other: Partial<KeeperOptions> = {}) => {
    const keeper = new BackupKeeper({
      ...{ dataDir, target: createFolderTarget(place), shown: place, key: undefined, limitBytes: 1e9 },
      ...{ lastPointMs: undefined, ...given, ...other },
    })
    onTestFinished(() => keeper.close())
    return keeper
  }
  return { dataDir, place, store, device: id.id, make, keeper: make() }
}

const from = (place: string) => ({ target: createFolderTarget(place), shown: place, key: undefined })

async function restored(place: string, atMs?: number): Promise<Store> {
  const folder = join(makeFolder(), 'restored')
  await restoreStored({ ...from(place), atMs }, folder)
  return openTestStore(folder)
}

async function write(store: Store, device: string, n: number): Promise<void> {
  await store.data.saveAttributes(device, 'SHARED_SCOPE', { n }, n)
  await store.data.saveTelemetry(device, [{ ts: n, values: { n } }])
}

const numberOf = (store: Store, device: string): unknown =>
  store.data.attributes(device, 'SHARED_SCOPE').get('n')?.value

test('each round copies what changed; any kept time can be restored, and the newest passes its test', async () => {
  let now = Date.now() - 60_000
  const { dataDir, place, store, device, keeper } = await start({ now: () => now })
  await write(store, device, 1)
  const first = await keeper.round()
  expect(first).toMatchObject({ atMs: now, historyAtMs: now, toCopyBytes: 0, points: 1, problem: undefined })
  const objects = readdirSync(join(place, 'objects')).length
  now += 20_000
  await keeper.round()
  // Nothing changed.
  expect(readdirSync(join(place, 'objects'))).toHaveLength(objects)
  await write(store, device, 2)
  saveDevice(store, { name: 'TLC 2' })
  await store.committed()
  now += 20_000
  await keeper.round()
  const newest = await restored(place)
  expect(numberOf(newest, device)).toBe(2)
  expect(newest.data.latest(device).get('n')).toEqual({ ts: 2, value: 2 })
  expect(newest.signingKey).toEqual(store.signingKey)
  expect(numberOf(await restored(place, first.atMs), device)).toBe(1)
  await expect(restored(place, 1)).rejects.toThrow(/has no backup of this time; the oldest is of/)
  expect(await testStored(from(place), dataDir, now)).toMatchObject({
    isGood: true,
    says: expect.stringMatching(/^2 devices/),
  })
})

test('a new start goes on with what is there, and removes what an end left unfinished', async () => {
  const { place, store, device, make, keeper } = await start()
  await write(store, device, 1)
  await keeper.round()
  await keeper.close()
  writeFileSync(join(place, 'objects', '.new-left'), 'half')
  writeFileSync(join(place, 'objects', `${'0'.repeat(64)}.zst`), 'no point has it')
  await write(store, device, 2)
  const { points } = await make().round()
  expect(points).toBe(2)
  const names = readdirSync(join(place, 'objects'))
  expect(names.filter((name) => name.startsWith('.new-') || name.startsWith('000000'))).toEqual([])
  expect(numberOf(await restored(place), device)).toBe(2)
})

test('a target that fails in the middle loses nothing, hurts nothing, and the next round goes on', async () => {
  let isFailing = false
  const { place, store, device, make } = await start()
  const good = createFolderTarget(place)
  const failing: Target = {
    ...good,
    put: (name, bytes) => (isFailing ? Promise.reject(new TargetFailed('full', 'make room')) : good.put(name, bytes)),
  }
  const keeper = make({ target: failing })
  await keeper.round()
  isFailing = true
  for (let n = 1; n <= 3; n += 1) {
    await write(store, device, n)
    await expect(keeper.round()).rejects.toThrow('full: make room.')
  }
  expect(numberOf(await restored(place), device)).toBeUndefined()
  isFailing = false
  await keeper.round()
  expect(numberOf(await restored(place), device)).toBe(3)
})

test('a damaged object or a missing one refuses the restore, and the test of the backup says so', async () => {
  const { dataDir, place, keeper } = await start()
  await keeper.round()
  const [object = ''] = readdirSync(join(place, 'objects'))
  truncateSync(join(place, 'objects', object), 20)
  const folder = join(makeFolder(), 'restored')
  await expect(restoreStored(from(place), folder)).rejects.toThrow(`${object} of the backup is damaged`)
  expect(await testStored(from(place), dataDir, 0)).toMatchObject({
    isGood: false,
    says: expect.stringContaining('is damaged'),
  })
  rmSync(join(place, 'objects', object))
  await expect(restoreStored(from(place), folder)).rejects.toThrow(`${object} of the backup is missing`)
})

test('a damaged newest point is no obstacle: the one before is taken over', async () => {
  const { place, store, device, keeper, make } = await start()
  await keeper.round()
  await write(store, device, 1)
  await keeper.round()
  await keeper.close()
  const newest = readdirSync(join(place, 'points')).toSorted().at(-1) ?? ''
  truncateSync(join(place, 'points', newest), 10)
  await make().round()
  expect(numberOf(await restored(place), device)).toBe(1)
})

test('data are restored over data only on request', async () => {
  const { dataDir, place, store, device, keeper } = await start()
  await keeper.round()
  await write(store, device, 1)
  await keeper.close()
  await store.close()
  await expect(restoreStored(from(place), dataDir)).rejects.toThrow('holds data already: add --overwrite')
  await restoreStored({ ...from(place), overwrite: true }, dataDir)
  expect(numberOf(await openTestStore(dataDir), device)).toBeUndefined()
})

test('with a key nothing readable is stored; another key and none open nothing, and remove nothing', async () => {
  const keys = makeFolder()
  const keyOf = async (name: string) => {
    writeFileSync(join(keys, name), `# made\n${await generateX25519Identity()}\n`)
    return readBackupKey(join(keys, name))
  }
  const key = await keyOf('one')
  const other = await keyOf('other')
  const { place, store, device, make } = await start()
  const keeper = make({ key })
  await write(store, device, 1)
  await keeper.round()
  await keeper.close()
  const names = readdirSync(join(place, 'objects'))
  for (const name of names) {
    expect(
      readFileSync(join(place, 'objects', name))
        .subarray(0, 21)
        .toString(),
    ).toBe('age-encryption.org/v1')
  }
  for (const wrong of [other, undefined]) {
    await expect(make({ key: wrong }).round()).rejects.toThrow(/GREENWAVE_BACKUP_KEY/)
    await expect(restoreStored({ ...from(place), key: wrong }, join(makeFolder(), 'x'))).rejects.toThrow(/encrypted/)
  }
  expect(readdirSync(join(place, 'objects'))).toEqual(names)
  const folder = join(makeFolder(), 'restored')
  await restoreStored({ ...from(place), key }, folder)
  expect(numberOf(await openTestStore(folder), device)).toBe(1)
  await expect(readBackupKey(join(keys, 'none'))).rejects.toThrow('make one with age-keygen')
})

test('symbolic links are not followed, and foreign files are left alone', async () => {
  const { place, keeper, make } = await start()
  const elsewhere = makeFolder()
  writeFileSync(join(place, 'photo.jpg'), 'mine')
  mkdirSync(join(place, 'points'))
  writeFileSync(join(place, 'points', 'notes.txt'), 'mine')
  symlinkSync(elsewhere, join(place, 'objects'))
  await expect(keeper.round()).rejects.toThrow(/objects is no folder but a link or a file: remove it/)
  rmSync(join(place, 'objects'))
  await keeper.round()
  expect(readdirSync(elsewhere)).toEqual([])
  // A link in place of an object or of the owner's file.
  renameSync(join(place, 'greenwave-backup.json'), join(elsewhere, 'owner'))
  symlinkSync(join(elsewhere, 'owner'), join(place, 'greenwave-backup.json'))
  await expect(make().round()).rejects.toThrow(/ELOOP.*symbolic link/)
  expect(readFileSync(join(place, 'photo.jpg'), 'utf8')).toBe('mine')
  expect(readFileSync(join(place, 'points', 'notes.txt'), 'utf8')).toBe('mine')
})

test('a share that is no longer mounted is not written to', async () => {
  const { place, keeper, make } = await start()
  const { atMs } = await keeper.round()
  renameSync(place, `${place}-away`)
  mkdirSync(place)
  onTestFinished(() => rmSync(`${place}-away`, { recursive: true, force: true }))
  await expect(keeper.round()).rejects.toThrow(/was unmounted or replaced: see that the share is mounted/)
  await expect(keeper.round()).rejects.toThrow(/no longer has the backups of this installation: see that the share/)
  await expect(make({ lastPointMs: atMs }).round()).rejects.toThrow(/no longer has the backups/)
  expect(readdirSync(place)).not.toContain('points')
  rmSync(place, { recursive: true })
  await expect(keeper.round()).rejects.toThrow(/ENOENT.*see that the folder exists/)
})

test('another installation, and another writer, are refused', async () => {
  const one = await start()
  await one.keeper.round()
  const two = await start({ target: createFolderTarget(one.place), shown: one.place })
  await expect(two.keeper.round()).rejects.toThrow('holds backups of another installation: name another place')
  await one.make().round()
  for (let nth = 0; nth < 2; nth += 1) {
    await expect(one.keeper.round()).rejects.toThrow('another Greenwave keeps its backup')
  }
})

/** A day of history. The newest one counts as being written. */
function addDay(dataDir: string, day: string, rows: number): void {
  const db = new DatabaseSync(join(dataDir, 'history', `${day}.db`))
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (body BLOB)')
  for (let row = 0; row < rows; row += 1) db.prepare('INSERT INTO t VALUES (randomblob(1000))').run()
  db.close()
}

test('history that cannot be read is reported, and points are stored all the same', async () => {
  const { dataDir, place, store, device, keeper } = await start()
  writeFileSync(join(dataDir, 'history', '2020-01-01.db'), 'no database at all, and longer than its header'.repeat(99))
  await write(store, device, 1)
  const { problem, historyAtMs } = await keeper.round()
  expect(problem).toMatchObject({
    says: expect.stringMatching(/^history\/2020-01-01.db cannot be copied \(file is not/),
  })
  expect(historyAtMs).toBe(0)
  expect(await listPoints(createFolderTarget(place))).toHaveLength(1)
})

test('objects of a copy that is under way are not removed as left over', async () => {
  const { dataDir, place, make } = await start()
  addDay(dataDir, '2020-01-01', 300)
  addDay(dataDir, '2020-01-02', 1)
  const good = createFolderTarget(place)
  const { promise: isListed, resolve: listed } = Promise.withResolvers<void>()
  const { promise: isStored, resolve: stored } = Promise.withResolvers<void>()
  const target: Target = {
    ...good,
    async put(name, bytes) {
      await good.put(name, bytes)
      if (bytes.length < 100_000) return
      stored()
      await isListed
    },
    async list(folder) {
      if (folder === 'objects') await isStored
      return good.list(folder)
    },
  }
  const keeper = make({ target })
  await keeper.round()
  listed()
  await vi.waitFor(async () => expect(await keeper.round()).toMatchObject({ toCopyBytes: 0 }), ROUNDS_MS)
  const folder = join(makeFolder(), 'copy')
  const point = await findPoint(from(place))
  expect(Object.keys(point.databases)).toContain('history/2020-01-01.db')
  await gatherPoint(from(place), point, folder)
})

test('a day whose objects were deleted at the target is copied again after a restart', async () => {
  const { dataDir, place, keeper, make } = await start()
  addDay(dataDir, '2020-01-01', 300)
  addDay(dataDir, '2020-01-02', 1)
  await vi.waitFor(async () => expect(await keeper.round()).toMatchObject({ toCopyBytes: 0 }), ROUNDS_MS)
  const point = await vi.waitFor(async () => {
    await keeper.round()
    const found = await findPoint(from(place))
    expect(found.databases['history/2020-01-01.db']?.closed).toBeDefined()
    return found
  }, ROUNDS_MS)
  await keeper.close()
  for (const { object } of point.databases['history/2020-01-01.db']?.parts ?? []) rmSync(join(place, 'objects', object))
  const other = make()
  await vi.waitFor(async () => {
    await other.round()
    await gatherPoint(from(place), await findPoint(from(place)), join(makeFolder(), 'copy'))
  }, ROUNDS_MS)
})

test('after a restart a point is stored before all that there are is read', async () => {
  const { place, keeper, make } = await start()
  for (let nth = 0; nth < 3; nth += 1) await keeper.round()
  await keeper.close()
  const good = createFolderTarget(place)
  const calls: string[] = []
  const target: Target = {
    ...good,
    put: (name, bytes) => {
      calls.push(`put ${name.split('/')[0]}`)
      return good.put(name, bytes)
    },
    get: (name) => {
      calls.push(`get ${name.split('/')[0]}`)
      return good.get(name)
    },
  }
  expect(await make({ target }).round()).toMatchObject({ points: 4 })
  expect(calls.slice(0, calls.indexOf('put points')).filter((call) => call === 'get points')).toHaveLength(1)
})

test('a clock that was set back is refused, since new points would be removed as old ones', async () => {
  let now = Date.now()
  const { place, keeper, make } = await start({ now: () => now })
  await keeper.round()
  now -= 30_000
  await keeper.round()
  now -= 3_600_000
  const other = make()
  for (const each of [keeper, other]) {
    await expect(each.round()).rejects.toThrow(/the newest backup in .* is of .*, and the clock .*: set the clock/)
  }
  for (const { name } of await listPoints(createFolderTarget(place))) rmSync(join(place, 'points', name))
  expect(await other.round()).toMatchObject({ points: 1 })
})

test('the limit drops the oldest, never the newest, and is reported when one alone is above', async () => {
  let now = Date.now()
  const { place, store, device, keeper } = await start({ now: () => (now += 1000), limitBytes: 1 })
  for (let n = 1; n <= 3; n += 1) {
    await write(store, device, n)
    expect(await keeper.round()).toMatchObject({ points: 1, problem: { says: expect.stringContaining('takes 1 GB') } })
  }
  expect(readdirSync(join(place, 'points'))).toHaveLength(1)
  expect(numberOf(await restored(place), device)).toBe(3)
})
