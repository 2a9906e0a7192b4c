/** @file Long: a data folder in all the ways in which something of it can be missing, or belong elsewhere. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { FIRST_RELEASE_DEVICE, makeFirstRelease } from '../testing/firstReleaseFolder.ts'
import { quietLog, saveDevice, WEEK_MS } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import { openStore, type Store } from './openStore.ts'
import { restoreBackup } from './restore.ts'

/** The folder knows what it contains. Whatever is missing is reported, and refused unless nothing is lost by it. */

const open = async (dataDir: string, acceptLoss = false): Promise<{ store: Store; warnings: string[] }> => {
  const warnings: string[] = []
  const warn = (details: object, message: string): unknown => warnings.push(`${message} ${JSON.stringify(details)}`)
  const log = { ...quietLog, warn }
  return { store: await openStore({ dataDir, telemetryRetentionMs: WEEK_MS, acceptLoss, log }), warnings }
}

const historyOf = async (store: Store, deviceId: string): Promise<unknown> => {
  const asked = {
    keys: ['a'],
    startTs: 0,
    endTs: 1e9,
    limit: 100,
    order: 'ASC',
    aggregation: 'NONE',
    intervalMs: 0,
  } as const
  return (await store.data.history({ ...asked, deviceId })).a
}

/** Returns a folder that a platform has used and closed: one device with one value of history. */
async function usedFolder(): Promise<{ folder: string; id: string; day: string }> {
  const folder = makeFolder()
  const { store } = await open(folder)
  const id = saveDevice(store).id.id
  await store.data.saveTelemetry(id, [{ ts: 1, values: { a: 'of A' } }])
  await store.close()
  return { folder, id, day: readdirSync(join(folder, 'history'))[0] ?? '' }
}

async function refusal(folder: string): Promise<string> {
  const refused = await open(folder).then(
    async ({ store }) => store.close(),
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(StoreRefused)
  return refused instanceof StoreRefused ? refused.message : ''
}

/** Returns whether a running platform has recorded that it writes a day's file. Its log exists a moment earlier, empty. */
function writesHistory(folder: string): boolean {
  const db = new DatabaseSync(join(folder, 'telemetry.db'), { readOnly: true, timeout: 5000 })
  try {
    return db.prepare('SELECT 1 FROM history_days WHERE is_open = 1').get() !== undefined
  } finally {
    db.close()
  }
}

const LOG_HEADER_BYTES = 32

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/lock\.db|-(wal|shm)$/.test(name))
    .sort()

describe('a data folder from which something was deleted', () => {
  it.each([
    ['greenwave.db', 'lacks greenwave.db (accounts, customers, devices, assets)'],
    ['telemetry.db', 'lacks telemetry.db (attributes, latest values'],
    ['history/DAY', 'lacks history/'],
    ['history', 'lacks history/'],
  ])('%s: is refused with its name and the fix, as often as it is tried, and touched by none', async (name, words) => {
    const { folder, day } = await usedFolder()
    rmSync(join(folder, name.replace('DAY', day)), { recursive: true })
    const before = filesOf(folder).filter((file) => file !== 'history')
    for (const _try of [1, 2]) {
      const message = await refusal(folder)
      expect(message).toContain(words)
      if (name.startsWith('history')) expect(message).toContain(day)
      expect(message).toMatch(/put it back.*greenwave restore --overwrite.*greenwave accept-loss/)
    }
    expect(filesOf(folder).filter((file) => file !== 'history')).toEqual(before)
  })

  it.each(['greenwave.db', 'telemetry.db'])('%s emptied is as good as deleted', async (name) => {
    const { folder } = await usedFolder()
    truncateSync(join(folder, name))
    expect(await refusal(folder)).toContain(`lacks ${name}`)
  })

  it.each(['greenwave.db-wal', 'telemetry.db-wal', 'history/DAY-wal'])(
    '%s of a killed platform: is refused, also with a broken frame; once it is back the start goes on',
    async (name) => {
      const folder = makeFolder()
      const { store } = await open(folder)
      saveDevice(store)
      await store.close()
      const child = fork(join(import.meta.dirname, '..', 'testing', 'writingChild.ts'), [folder, '0'], { execArgv: [] })
      const inHistory = name.startsWith('history')
      let heard = 0
      child.on('message', () => {
        heard += 1
        if (heard > 20 && (!inHistory || writesHistory(folder))) child.kill('SIGKILL')
      })
      await once(child, 'close')
      const day = readdirSync(join(folder, 'history')).find((file) => file.endsWith('.db')) ?? ''
      const wal = join(folder, name.replace('DAY', day))
      renameSync(wal, `${folder}.wal`)
      for (const _try of [1, 2]) expect(await refusal(folder)).toContain(`lacks ${name.replace('DAY', day)} (`)
      // SQLite would go on without a word, and without what follows the broken frame.
      const broken = readFileSync(`${folder}.wal`)
      broken.fill('broken', LOG_HEADER_BYTES + 100, LOG_HEADER_BYTES + 200)
      writeFileSync(wal, broken)
      for (const _try of [1, 2]) expect(await refusal(folder)).toContain(`lacks a sound ${name.replace('DAY', day)} (`)
      renameSync(`${folder}.wal`, wal)
      const again = await open(folder)
      expect(again.warnings).toEqual([])
      await again.store.close()
    },
  )

  it('signing.key: starts, and the log says that everyone is signed out', async () => {
    const { folder } = await usedFolder()
    rmSync(join(folder, 'signing.key'))
    const { store, warnings } = await open(folder)
    expect(warnings).toMatchObject([expect.stringMatching(/signing\.key was missing .* everyone is signed out/)])
    await store.close()
  })

  it('contents.json: starts, and the log says that the databases were asked', async () => {
    const { folder, id } = await usedFolder()
    rmSync(join(folder, 'contents.json'))
    const { store, warnings } = await open(folder)
    expect(warnings).toMatchObject([expect.stringMatching(/contents\.json was missing/)])
    expect(await historyOf(store, id)).toEqual([{ ts: 1, value: 'of A' }])
    await store.close()
    rmSync(join(folder, 'contents.json'))
    rmSync(join(folder, 'telemetry.db'))
    expect(await refusal(folder)).toContain('lacks telemetry.db')
  })

  it('a day that has expired by now: starts without a word', async () => {
    const { folder, day } = await usedFolder()
    rmSync(join(folder, 'history', day))
    const log = { ...quietLog, warn: () => expect.unreachable() }
    const now = () => Date.now() + 9 * 86_400_000
    await (await openStore({ dataDir: folder, telemetryRetentionMs: WEEK_MS, log, now })).close()
  })
})

describe('the loss accepted', () => {
  it('of a damaged telemetry.db, set aside as its refusal says: no customer reads a value of another', async () => {
    const { folder, day } = await usedFolder()
    const file = join(folder, 'telemetry.db')
    writeFileSync(file, 'hello'.repeat(1000))
    const advice = await refusal(folder)
    expect(advice).toMatch(/is damaged .* "greenwave accept-loss" sets them and all history aside/)

    const { store, warnings } = await open(folder, true)
    expect(warnings.join('\n')).toMatch(/lacks.*telemetry\.db[\s\S]*set aside/)
    const ofB = saveDevice(store).id.id
    await store.data.saveTelemetry(ofB, [{ ts: 2, values: { a: 'of B' } }])
    expect(await historyOf(store, ofB)).toEqual([{ ts: 2, value: 'of B' }])
    await store.close()
    expect(filesOf(folder).some((name) => name.startsWith('set-aside/') && name.endsWith(day))).toBe(true)
    const again = await open(folder)
    expect(again.warnings).toEqual([])
    expect(await historyOf(again.store, ofB)).toEqual([{ ts: 2, value: 'of B' }])
    await again.store.close()
  })

  it('of greenwave.db: what belonged to its devices is set aside whole, not deleted', async () => {
    const { folder, day } = await usedFolder()
    const values = readFileSync(join(folder, 'telemetry.db'))
    rmSync(join(folder, 'greenwave.db'))
    const { store } = await open(folder, true)
    expect(store.devices.allIds()).toEqual([])
    await store.close()
    const aside = join(folder, 'set-aside', readdirSync(join(folder, 'set-aside'))[0] ?? '')
    expect(readFileSync(join(aside, 'telemetry.db'))).toEqual(values)
    expect(existsSync(join(aside, 'history', day))).toBe(true)
    await (await open(folder)).store.close()
  })

  it('of a day: the rest is there, and is asked for no more', async () => {
    const { folder, id, day } = await usedFolder()
    rmSync(join(folder, 'history', day))
    const { store } = await open(folder, true)
    expect(store.data.latest(id).get('a')?.value).toBe('of A')
    await store.close()
    const again = await open(folder)
    expect(again.warnings).toEqual([])
    await again.store.close()
  })
})

describe('files of another data folder', () => {
  it('a day is set aside, and the log names it', async () => {
    const [own, other] = [await usedFolder(), await usedFolder()]
    cpSync(join(other.folder, 'history', other.day), join(own.folder, 'history', '2026-01-01.db'))
    cpSync(join(other.folder, 'history', other.day), join(own.folder, 'history', own.day))
    const { store, warnings } = await open(own.folder)
    expect(warnings).toMatchObject([
      expect.stringMatching(/belongs to another telemetry\.db was set aside.*2026-01-01/),
    ])
    expect(await historyOf(store, own.id)).toBeUndefined()
    await store.close()
  })

  it.each(['greenwave.db', 'telemetry.db'])('%s is refused', async (name) => {
    const [own, other] = [await usedFolder(), await usedFolder()]
    cpSync(join(other.folder, name), join(own.folder, name))
    expect(await refusal(own.folder)).toMatch(
      new RegExp(`${name} does not belong to the data folder.*restore a whole backup`),
    )
  })
})

describe('a data folder of the first release', () => {
  function firstRelease(): string {
    const folder = makeFolder()
    makeFirstRelease(folder)
    return folder
  }

  it('is taken over without a word, and knows from then on what it holds', async () => {
    const folder = firstRelease()
    for (const _start of [1, 2]) {
      const { store, warnings } = await open(folder)
      expect(warnings).toEqual([])
      expect(store.data.latest(FIRST_RELEASE_DEVICE.id).get('T_D1')?.value).toBe(26)
      await store.close()
    }
    for (const name of readdirSync(join(folder, 'history'))) rmSync(join(folder, 'history', name))
    expect(await refusal(folder)).toContain('lacks history/')
  })

  it.each(['greenwave.db', 'telemetry.db'])('that lacks %s already is refused', async (name) => {
    const folder = firstRelease()
    rmSync(join(folder, name))
    expect(await refusal(folder)).toContain(`lacks ${name}`)
  })

  it('whose taking over was cut short is taken over by the next start', async () => {
    const folder = firstRelease()
    const contents = { format: 1, installation: 'i', telemetry: 't', state: 'making' }
    writeFileSync(join(folder, 'contents.json'), JSON.stringify(contents))
    const { store, warnings } = await open(folder)
    expect(warnings).toEqual([])
    await store.close()
    expect(JSON.parse(readFileSync(join(folder, 'contents.json'), 'utf8'))).toMatchObject({
      installation: 'i',
      telemetry: 't',
      state: 'closed',
    })
  })
})

describe('a backup', () => {
  it('of a running platform carries what it holds: restored, or put in place by hand, it starts without a word', async () => {
    const folder = makeFolder()
    const store = await openTestStore(folder)
    const id = saveDevice(store).id.id
    await store.data.saveTelemetry(id, [{ ts: 1, values: { a: 'of A' } }])
    const backup = makeFolder()
    await store.backup(backup)
    const restored = join(makeFolder(), 'restored')
    await restoreBackup(backup, restored)
    for (const dataDir of [restored, backup]) {
      const again = await open(dataDir)
      expect(again.warnings).toEqual([])
      expect(await historyOf(again.store, id)).toEqual([{ ts: 1, value: 'of A' }])
      await again.store.close()
      rmSync(join(dataDir, 'telemetry.db'))
      expect(await refusal(dataDir)).toContain('lacks telemetry.db')
    }
  })
})
