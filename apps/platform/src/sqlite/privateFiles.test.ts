import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { saveDevice } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'

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
