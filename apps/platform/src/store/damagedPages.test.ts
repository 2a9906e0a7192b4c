/** @file One bad page in a database of a data folder, at a start and while the platform runs. */
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { Health } from '../meter/readiness.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { quietLog, saveDevice, someAlarm, someTenant, WEEK_MS } from '../testing/testEntities.ts'
import { makeFolder, openTestStore } from '../testing/testStore.ts'
import { openStore, type Store } from './openStore.ts'

const PAGE_BYTES = 4096

async function makeStoredFolder(): Promise<{ folder: string; deviceId: string; day: string }> {
  const folder = makeFolder()
  const store = await openTestStore(folder)
  store.transaction(() => {
    for (let i = 0; i < 40; i += 1) {
      const { id } = saveDevice(store, { label: 'x'.repeat(200) })
      const alarm = store.alarms.add(someAlarm(store, id.id, { details: 'x'.repeat(200) }))
      store.alarms.save({ ...alarm, cleared: true, status: 'CLEARED_ACK' })
    }
  })
  const deviceId = saveDevice(store).id.id
  const samples = Array.from({ length: 2000 }, (_, ts) => ({ ts, values: { a: ts, text: 'y'.repeat(50) } }))
  await store.data.saveTelemetry(deviceId, samples)
  await store.close()
  const day = readdirSync(join(folder, 'history')).find((name) => /^\d{4}-\d{2}-\d{2}\.db$/.test(name)) ?? ''
  return { folder, deviceId, day }
}

function breakPage(file: string, page: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, 'not a page'.repeat(400), (page - 1) * PAGE_BYTES)
  closeSync(handle)
}

/** Overwrites a page in the middle of a table. */
function breakTable(file: string, table: string): void {
  const db = new DatabaseSync(file)
  const pages = db.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path").all(table)
  db.close()
  breakPage(file, Number(pages[pages.length >> 1]?.pageno))
}

const open = (
  dataDir: string,
  more: { acceptLoss?: boolean; health?: Health; checkPagesAfterMs?: number } = {},
): Promise<Store> => openStore({ dataDir, telemetryRetentionMs: WEEK_MS, log: quietLog, ...more })

const historyOf = async (store: Store, deviceId: string): Promise<unknown> => {
  const query = { keys: ['a'], startTs: 0, endTs: 10_000, limit: 10_000, order: 'ASC', aggregation: 'NONE' } as const
  return (await store.data.history({ ...query, deviceId, intervalMs: 0 })).a
}

it('whichever page is bad, a start serves or names the file, what it holds and what to do', async () => {
  const { folder, day } = await makeStoredFolder()
  const unnamed: string[] = []
  let refused = 0
  for (const name of ['greenwave.db', 'telemetry.db', `history/${day}`]) {
    const pages = statSync(join(folder, name)).size / PAGE_BYTES
    for (let page = 1; page <= pages; page += Math.max(1, Math.floor(pages / 6))) {
      const copy = join(makeFolder(), 'data')
      cpSync(folder, copy, { recursive: true })
      breakPage(join(copy, name), page)
      const error: unknown = await open(copy).then(
        (store) => store.close(),
        (reason: unknown) => reason,
      )
      if (error === undefined) continue
      refused += 1
      const isNamed = error instanceof StoreRefused && error.message.includes(`${join(copy, name)} is damaged (`)
      if (
        !isNamed ||
        !/which holds .* restore a backup .* accept-loss/.test(error.message.replaceAll(/"greenwave /g, ''))
      )
        unnamed.push(`${name} ${page}: ${error instanceof Error ? error.message : 'no error'}`)
      await (await open(copy, { acceptLoss: true })).close()
      expect(existsSync(join(copy, 'set-aside'))).toBe(true)
      await (await open(copy)).close()
    }
  }
  expect(unnamed).toEqual([])
  expect(refused).toBeGreaterThan(3)
})

it('a bad page that is met while the platform runs is reported with its file, and can be set aside', async () => {
  const { folder, deviceId, day } = await makeStoredFolder()
  const [history, entities] = [join(folder, 'history', day), join(folder, 'greenwave.db')]
  breakTable(history, 'samples')
  breakTable(entities, 'alarms')
  const reports: string[] = []
  const store = await open(folder, {
    health: { report: (part, it) => void reports.push(`${part} ${it?.text}`), giveUp() {} },
    // Here readers meet the damage first.
    checkPagesAfterMs: 1_000_000,
  })
  await expect(historyOf(store, deviceId)).rejects.toThrow(`${history} is damaged (`)
  const link = { pageSize: 100, page: 0, textSearch: undefined, sortProperty: undefined, sortOrder: 'ASC' } as const
  await expect(store.alarms.page('user', someTenant(store), {}, link)).rejects.toThrow(`${entities} is damaged (`)
  expect(reports).toEqual([
    expect.stringMatching(`^database ${day} is damaged \\(.*which holds the history of that day: .*accept-loss`),
    expect.stringMatching(
      /^database greenwave\.db is damaged \(.*which holds the alarms: restore a backup (?!.*accept-loss)/,
    ),
  ])
  await store.close()

  const accepted = await open(folder, { acceptLoss: true })
  expect(existsSync(history)).toBe(false)
  expect(await historyOf(accepted, deviceId)).toBeUndefined()
  expect(accepted.data.latest(deviceId).get('a')?.value).toBe(1999)
  await accepted.close()
})

it('damage that no start reads is reported soon after it, with what is lost, and only a day can be set aside', async () => {
  const { folder, day } = await makeStoredFolder()
  breakTable(join(folder, 'history', day), 'samples')
  breakTable(join(folder, 'greenwave.db'), 'alarms')
  const reports = new Map<string, string | undefined>()
  const store = await open(folder, {
    health: { report: (part, it) => void reports.set(part, it?.text), giveUp() {} },
    checkPagesAfterMs: 0,
  })
  // A process of its own finds it.
  await expect.poll(() => reports.size).toBe(2)
  expect(reports.get('database greenwave.db')).toMatch(/which holds the alarms: restore a backup (?!.*accept-loss)/)
  expect(reports.get(`database ${day}`)).toMatch(/which holds the history of that day: .*accept-loss/)
  await store.close()
})

it('a database that cannot be read counts as inaccessible, not as damaged, and accept-loss leaves it in its place', async () => {
  const { folder } = await makeStoredFolder()
  const telemetry = join(folder, 'telemetry.db')
  renameSync(telemetry, `${telemetry}.real`)
  mkdirSync(telemetry)
  const refusal = `${telemetry} cannot be read (`
  await expect(open(folder)).rejects.toThrow(refusal)
  await expect(open(folder, { acceptLoss: true })).rejects.toThrow(refusal)
  expect(existsSync(join(folder, 'set-aside'))).toBe(false)
})
