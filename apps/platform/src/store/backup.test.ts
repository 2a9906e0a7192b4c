import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '@greenwave/client/version'
import { describe, expect, it } from 'vitest'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { saveAsset, saveDevice } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import type { Store } from './openStore.ts'
import { restoreBackup } from './restore.ts'

/** Opens a store in a folder, with one device that has sent something and one asset with an attribute. */
async function openFilledStore(): Promise<{ folder: string; store: Store; id: string; assetId: string }> {
  const folder = makeFolder()
  const store = await openTestStore(folder)
  const id = saveDevice(store, { name: 'TLC' }).id.id
  await store.data.saveTelemetry(id, [{ ts: 1, values: { a: 1, gw_cycle: 'a record' } }])
  const assetId = saveAsset(store, { name: 'Corridor' }).id.id
  await store.data.saveAttributes(assetId, 'SERVER_SCOPE', { pulse: 7 }, 1)
  return { folder, store, id, assetId }
}

const historyOf = (store: Store, deviceId: string, key = 'a') =>
  store.data.history({
    deviceId,
    keys: [key],
    startTs: 0,
    endTs: 1e9,
    limit: 1e6,
    order: 'ASC',
    aggregation: 'NONE',
    intervalMs: 0,
  })

async function makeBackup(): Promise<{ backup: string; id: string; key: Uint8Array }> {
  const { store, id } = await openFilledStore()
  const backup = join(makeFolder(), 'backup')
  await store.backup(backup)
  await store.close()
  return { backup, id, key: store.signingKey }
}

describe('a backup', () => {
  it('names the version that made it; one of a release that named none can be restored', async () => {
    const { backup } = await makeBackup()
    const file = join(backup, 'backup.json')
    const { version, ...unnamed } = JSON.parse(readFileSync(file, 'utf8'))
    expect(version).toBe(VERSION)
    writeFileSync(file, JSON.stringify(unnamed))
    const folder = makeFolder()
    await restoreBackup(backup, folder)
    expect(existsSync(join(folder, 'greenwave.db'))).toBe(true)
  })

  it('made while values stream in holds all that was acknowledged before, and can be opened', async () => {
    const { store, id, assetId } = await openFilledStore()
    let written = 0
    let streaming = true
    const stream = (async () => {
      while (streaming) {
        written += 1
        await store.data.saveTelemetry(id, [{ ts: 1000 + written, values: { a: written } }])
      }
    })()
    await store.data.saveTelemetry(id, [{ ts: 2, values: { a: 2 } }])
    const acknowledged = written - 1
    const backup = makeFolder()
    const progress: number[] = []
    await store.backup(backup, (fraction) => progress.push(fraction))
    streaming = false
    await stream
    expect(progress.at(-1)).toBe(1)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))

    const target = join(makeFolder(), 'new')
    await restoreBackup(backup, target)
    const restored = await openTestStore(target)
    expect(restored.signingKey).toEqual(store.signingKey)
    expect(restored.devices.infoById(id)?.name).toBe('TLC')
    expect(restored.assets.infoById(assetId)?.name).toBe('Corridor')
    expect(restored.data.attributes(assetId, 'SERVER_SCOPE').get('pulse')?.value).toBe(7)
    const { a: points = [] } = await historyOf(restored, id)
    expect(points.length).toBeGreaterThanOrEqual(2 + acknowledged)
    expect(restored.data.latest(id).get('a')).toEqual(points.at(-1))
    expect(await historyOf(restored, id, 'gw_cycle')).toEqual({ gw_cycle: [{ ts: 1, value: 'a record' }] })
  })

  it('goes into an empty folder only, and not from memory', async () => {
    const { store } = await openFilledStore()
    const folder = makeFolder()
    writeFileSync(join(folder, 'mine'), '')
    await expect(store.backup(folder)).rejects.toThrow(/is not empty/)
    await expect(store.backup(join(folder, 'mine', 'below'))).rejects.toThrow(/cannot be made/)
    await expect((await openTestStore()).backup(makeFolder())).rejects.toThrow(StoreRefused)
  })
})

describe('restoring', () => {
  it('refuses to overwrite data unless told to', async () => {
    const { backup, id } = await makeBackup()
    const { folder, store, id: oldId } = await openFilledStore()
    await store.close()
    const before = readFileSync(join(folder, 'greenwave.db'))
    await expect(restoreBackup(backup, folder)).rejects.toThrow(/holds data already/)
    expect(readFileSync(join(folder, 'greenwave.db'))).toEqual(before)
    const progress: number[] = []
    await restoreBackup(backup, folder, { overwrite: true, onProgress: (fraction) => progress.push(fraction) })
    expect(progress.at(-1)).toBe(1)
    const restored = await openTestStore(folder)
    expect(restored.devices.byId(oldId)).toBeUndefined()
    expect(restored.devices.byId(id)?.name).toBe('TLC')
  })

  it('refuses a folder that a platform is running on', async () => {
    const { backup } = await makeBackup()
    const { folder } = await openFilledStore()
    await expect(restoreBackup(backup, folder, { overwrite: true })).rejects.toThrow(/in use by another process/)
  })

  it('refuses a backup that is unfinished, changed, incomplete or of another kind, and leaves the data alone', async () => {
    const { backup } = await makeBackup()
    const target = join(makeFolder(), 'target')
    const changed = (change: (folder: string) => void): string => {
      const folder = makeFolder()
      mkdirSync(join(folder, 'history'))
      for (const name of readdirSync(backup, { recursive: true, encoding: 'utf8' })) {
        if (name !== 'history') copyFileSync(join(backup, name), join(folder, name))
      }
      change(folder)
      return folder
    }
    const rewriteManifest = (folder: string, change: (text: string) => string): void => {
      const file = join(folder, 'backup.json')
      writeFileSync(file, change(readFileSync(file, 'utf8')))
    }
    const cases: [string, (folder: string) => void][] = [
      ['not a finished backup', (folder) => rmSync(join(folder, 'backup.json'))],
      ['missing', (folder) => rmSync(join(folder, 'telemetry.db'))],
      ['not what was backed up', (folder) => writeFileSync(join(folder, 'signing.key'), 'x'.repeat(64))],
      ['cannot read|can read', (folder) => writeFileSync(join(folder, 'backup.json'), '{')],
      ['can read', (folder) => rewriteManifest(folder, (text) => text.replace('"format": 1', '"format": 2'))],
      ['can read', (folder) => rewriteManifest(folder, (text) => text.replace('telemetry.db', '../../escape.db'))],
      ['does not list greenwave.db', (folder) => rewriteManifest(folder, (text) => text.replace(/\[.*\]/s, '[]'))],
    ]
    for (const [reason, change] of cases) {
      const refused = restoreBackup(changed(change), target)
      await expect(refused).rejects.toThrow(StoreRefused)
      await expect(refused).rejects.toThrow(new RegExp(reason))
    }
    expect(existsSync(target)).toBe(false)
  })

  it('goes on after it was cut short', async () => {
    const { backup, id } = await makeBackup()
    const { folder, store } = await openFilledStore()
    await store.close()
    mkdirSync(join(folder, 'restoring'))
    await restoreBackup(backup, folder)
    expect((await openTestStore(folder)).devices.byId(id)?.name).toBe('TLC')
  })
})
