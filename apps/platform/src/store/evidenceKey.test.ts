import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSignerKey } from '@greenwave/evidence/signer'
import { describe, expect, test } from 'vitest'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { quietLog, WEEK_MS } from '../testing/testEntities.ts'
import { makeFolder } from '../testing/testStore.ts'
import { openStore } from './openStore.ts'
import { restoreBackup } from './restore.ts'

/** Opens and closes the store of a folder. Returns the fingerprint of its key, and what was said. */
async function start(dataDir: string, acceptLoss = false): Promise<{ fingerprint: string; warnings: string[] }> {
  const warnings: string[] = []
  const log = { ...quietLog, warn: (_details: object, message: string) => void warnings.push(message) }
  const store = await openStore({ dataDir, telemetryRetentionMs: WEEK_MS, acceptLoss, log })
  await store.close()
  return { fingerprint: store.evidenceSigner.fingerprint, warnings }
}

const keyOf = (folder: string) => join(folder, 'evidence.key')

describe('the key that signs evidence', () => {
  test('is made at the first start, for this user alone, and stays', async () => {
    const folder = makeFolder()
    const first = await start(folder)
    expect(statSync(keyOf(folder)).mode & 0o777).toBe(0o600)
    expect(readFileSync(keyOf(folder), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/)
    expect(await start(folder)).toEqual(first)
    expect((await start(makeFolder())).fingerprint).not.toBe(first.fingerprint)
  })

  test('that others could read is notified, and is private again', async () => {
    const folder = makeFolder()
    await start(folder)
    chmodSync(keyOf(folder), 0o644)
    const { warnings } = await start(folder)
    expect(warnings.join()).toMatch(/evidence\.key could be read by other users/)
    expect(statSync(keyOf(folder)).mode & 0o777).toBe(0o600)
  })

  test('that is missing is no small loss: the start is refused until that is accepted', async () => {
    const folder = makeFolder()
    const { fingerprint } = await start(folder)
    rmSync(keyOf(folder))
    await expect(start(folder)).rejects.toThrow(/lacks evidence\.key/)
    const accepted = await start(folder, true)
    expect(accepted.fingerprint).not.toBe(fingerprint)
    expect(accepted.warnings.join()).toMatch(/signed with another key/)
    expect((await start(folder)).warnings).toEqual([])
  })

  test('that is damaged is refused, and one that was replaced is reported', async () => {
    const folder = makeFolder()
    await start(folder)
    writeFileSync(keyOf(folder), 'no key')
    await expect(start(folder)).rejects.toThrow(StoreRefused)
    writeFileSync(keyOf(folder), createSignerKey())
    expect((await start(folder)).warnings.join()).toMatch(/signed with another key/)
  })

  test('is in a backup, comes back with it, and outlives a restored backup that has none', async () => {
    const folder = makeFolder()
    const { fingerprint } = await start(folder)
    const backup = join(makeFolder(), 'backup')
    const store = await openStore({ dataDir: folder, telemetryRetentionMs: WEEK_MS, log: quietLog })
    await store.backup(backup)
    await store.close()
    const restored = join(makeFolder(), 'restored')
    await restoreBackup(backup, restored)
    expect(statSync(keyOf(restored)).mode & 0o777).toBe(0o600)
    expect(await start(restored)).toEqual({ fingerprint, warnings: [] })
    // As a release before this one made it.
    const manifest = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8'))
    const files = manifest.files.filter(
      ({ name }: { name: string }) => !['evidence.key', 'contents.json'].includes(name),
    )
    writeFileSync(join(backup, 'backup.json'), JSON.stringify({ ...manifest, files }))
    await restoreBackup(backup, restored, { overwrite: true })
    expect((await start(restored)).fingerprint).toBe(fingerprint)
  })
})
