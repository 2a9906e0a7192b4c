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
import { generateX25519Identity } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { testStored } from '../doctor/backupTest.ts'
import type { Store } from '../store/openStore.ts'
import { saveDevice } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import { openTarget, parseBackupAddress } from './address.ts'
import { BackupKeeper, type KeeperOptions } from './backupKeeper.ts'
import { createFolderTarget } from './folderTarget.ts'
import { restoreStored } from './restoreStored.ts'
import { readBackupKey } from './seal.ts'
import { type Target, TargetFailed, withinTime } from './target.ts'

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
  expect(first).toMatchObject({ atMs: now, historyAtMs: now, toCopyBytes: 0, points: 1, isAboveLimit: false })
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

test('a target that never answers is given up, and its connection closed', async () => {
  let closed = 0
  const silent = new Promise<never>(() => {})
  const target: Target = {
    put: () => silent,
    get: () => silent,
    list: () => silent,
    remove: () => silent,
    close() {
      closed += 1
    },
  }
  await expect(withinTime(target, 'there', 20).get('x')).rejects.toThrow('there did not answer for 1 s')
  expect(closed).toBe(1)
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

test('data are never restored over data', async () => {
  const { dataDir, place, store, keeper } = await start()
  await keeper.round()
  await store.close()
  await expect(restoreStored(from(place), dataDir)).rejects.toThrow('holds data already')
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

test('the limit drops the oldest, never the newest, and is reported when one alone is above', async () => {
  let now = Date.now()
  const { place, store, device, keeper } = await start({ now: () => (now += 1000), limitBytes: 1 })
  for (let n = 1; n <= 3; n += 1) {
    await write(store, device, n)
    expect(await keeper.round()).toMatchObject({ points: 1, isAboveLimit: true })
  }
  expect(readdirSync(join(place, 'points'))).toHaveLength(1)
  expect(numberOf(await restored(place), device)).toBe(3)
})

test.each([
  ['/mnt/backup', { kind: 'folder', path: '/mnt/backup', shown: '/mnt/backup' }],
  [
    'sftp://me@nas:2222/gw?identity=/k',
    { kind: 'sftp', host: 'me@nas', port: '2222', path: '/gw', identity: '/k', shown: 'sftp://me@nas:2222/gw' },
  ],
  [
    's3://id:s%2Fcret@s3.example/city/a',
    {
      kind: 's3',
      endpoint: 'https://s3.example/city',
      prefix: 'a/',
      secretAccessKey: 's/cret',
      shown: 's3://s3.example/city/a',
    },
  ],
  ['sftp://nas/', undefined],
  ['sftp://-oProxyCommand=x@nas/gw', undefined],
  ['sftp://nas/a%0Ab', undefined],
  ['s3://s3.example/city', undefined],
  ['ftp://nas/gw', undefined],
])('%s', (text, address) => {
  if (address === undefined) expect(parseBackupAddress(text)).toBeUndefined()
  else expect(parseBackupAddress(text)).toMatchObject(address)
})

test('an address without its program or server is a finding', async () => {
  const address = parseBackupAddress('s3+http://id:secret@127.0.0.1:9/bucket')
  expect(address).toBeDefined()
  const target = address && (await openTarget(address))
  await expect(target?.get('greenwave-backup.json')).rejects.toThrow(
    /s3\+http:\/\/127.0.0.1:9\/bucket failed .*: see that/,
  )
})
