import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import { readManifest } from './backupManifest.ts'
import { addBackup } from './backupSeries.ts'
import { lockDataDir } from './dataDirLock.ts'

/** Makes a data folder with a store. */
async function makeData(): Promise<string> {
  const folder = makeFolder()
  await (await openTestStore(folder)).close()
  return folder
}

/** Makes the folder of a backup; without a manifest it is unfinished. */
function makeOld(series: string, name: string, isFinished = true): void {
  mkdirSync(join(series, name))
  writeFileSync(join(series, name, isFinished ? 'backup.json' : 'greenwave.db'), '{}')
}

const namesIn = (series: string) => readdirSync(series).filter((name) => name !== 'lock.db')

test('several backups of one day are each a folder, and count as one day', async () => {
  const [data, series] = [await makeData(), makeFolder()]
  makeOld(series, '2025-01-01')
  makeOld(series, '2025-01-02-031500')
  makeOld(series, '2025-01-02-140000')
  const made = [await addBackup(data, series, 2), await addBackup(data, series, 2), await addBackup(data, series, 2)]
  expect(new Set(made).size).toBe(3)
  for (const folder of made) expect(readManifest(folder).files).not.toEqual([])
  expect(namesIn(series)).toEqual([
    '2025-01-02-031500',
    '2025-01-02-140000',
    ...made.map((path) => path.slice(series.length + 1)),
  ])
})

test('an unfinished backup neither blocks the next one nor counts, and other folders stay', async () => {
  const [data, series] = [await makeData(), makeFolder()]
  makeOld(series, '2025-01-01')
  for (const name of ['unfinished', '2025-01-02', '2025-01-03-031500']) makeOld(series, name, false)
  makeOld(series, 'before-the-move', false)
  const made = await addBackup(data, series, 2)
  expect(namesIn(series)).toEqual(['2025-01-01', made.slice(series.length + 1), 'before-the-move'])
})

test('a backup that fails leaves nothing of its own, and deletes no other one', async () => {
  const series = makeFolder()
  for (const day of ['2025-01-01', '2025-01-02']) makeOld(series, day)
  await expect(addBackup(makeFolder(), series, 1)).rejects.toThrow('holds no data to back up')
  expect(namesIn(series)).toEqual(['2025-01-01', '2025-01-02'])
})

test('two backups into one folder at once are refused by name', async () => {
  const [data, series] = [await makeData(), makeFolder()]
  const unlock = lockDataDir(series)
  await expect(addBackup(data, series, 14)).rejects.toThrow(`Another backup into ${series} is being made`)
  unlock()
  expect(existsSync(await addBackup(data, series, 14))).toBe(true)
})
