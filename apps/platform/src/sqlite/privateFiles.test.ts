import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createAccess } from '../access/signIn/createAccess.ts'
import { ensureTenantAdmin } from '../access/signIn/firstStart.ts'
import { saveDevice } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import { DataFileGone } from './privateFiles.ts'

it('acknowledges nothing while its data folder is gone or another, and goes on when it is back', async () => {
  const folder = join(makeFolder(), 'data')
  const store = await openTestStore(folder)
  const device = saveDevice(store, { name: 'TLC' })
  const write = (a: number) => store.data.saveTelemetry(device.id.id, [{ ts: a, values: { a } }])
  await write(1)

  renameSync(folder, `${folder}.away`)
  await expect(write(2)).rejects.toThrow(DataFileGone)
  expect(() => saveDevice(store, { name: 'TLC 2' })).toThrow(DataFileGone)
  expect(store.devices.byId(device.id.id)?.name).toBe('TLC')

  mkdirSync(folder)
  await expect(write(3)).rejects.toThrow(/put it back/)
  rmSync(folder, { recursive: true })
  renameSync(`${folder}.away`, folder)
  await write(4)
  expect(saveDevice(store, { name: 'TLC 3' }).version).toBe(1)
})

it('lets people sign in who can then see that nothing is kept', async () => {
  const folder = join(makeFolder(), 'data')
  const store = await openTestStore(folder)
  const log = pino({ level: 'silent' })
  const access = createAccess({ store, log })
  await ensureTenantAdmin(store, access, { email: 'admin@city.vn', password: 'correct horse' })
  // The writer thread opens its own files; they are open when it has written once.
  await store.data.saveTelemetry(saveDevice(store, { name: 'TLC' }).id.id, [{ ts: 1, values: { a: 1 } }])
  renameSync(folder, `${folder}.away`)
  const client = { address: '127.0.0.1', userAgent: undefined }
  const { reply } = await access.signIn.byPassword('admin@city.vn', 'correct horse', client)
  const principal = await access.tokens.verifyAccessToken(reply.token)
  expect(principal.email).toBe('admin@city.vn')
  await expect(access.signIn.changePassword(principal, 'correct horse', 'battery staple', client)).rejects.toThrow(
    DataFileGone,
  )
  renameSync(`${folder}.away`, folder)
})

/** Returns files of a folder that others than their owner may read or write. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  )
}

it('keeps every file of a data folder and of a backup from other users', async () => {
  const folder = makeFolder()
  const backup = join(makeFolder(), 'backup')
  const store = await openTestStore(folder)
  await store.data.saveTelemetry(saveDevice(store).id.id, [{ ts: Date.now(), values: { a: 1 } }])
  await store.committed()
  expect(openToOthers(folder)).toEqual([])
  await store.backup(backup)
  expect(openToOthers(backup)).toEqual([])
  await store.close()
  expect(openToOthers(folder)).toEqual([])
})

it('closes files that an earlier release left open to others', async () => {
  const folder = makeFolder()
  await (await openTestStore(folder)).close()
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755)
  await openTestStore(folder)
  expect(openToOthers(folder)).toEqual([])
})

it('takes a damaged lock for what it is: no lock, and nothing to lose', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'lock.db'), 'no database'.repeat(1000))
  await openTestStore(folder)
  await expect(openTestStore(folder)).rejects.toThrow('in use by another process')
})
