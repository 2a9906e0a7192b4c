import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Health, NO_HEALTH } from '../meter/readiness.ts'
import type { StoreLog } from '../sqlite/storeLog.ts'
import { openStore, type Store } from '../store/openStore.ts'
import type { PageLink } from '../store/store.ts'
import { quietLog, WEEK_MS } from './testEntities.ts'

/** Creates a folder that is deleted when the test has finished. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a store in a folder, or in memory, that is closed when the test has finished. */
export async function openTestStore(
  dataDir: string = ':memory:',
  log: StoreLog = quietLog,
  health: Health = NO_HEALTH,
): Promise<Store> {
  const store = await openStore({ dataDir, telemetryRetentionMs: WEEK_MS, log, health })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= store.close()
    return closing
  }
  const opened: Store = { ...store, close }
  onTestFinished(() => opened.close())
  return opened
}

/** The two kinds of stores that one suite of tests runs with. */
export const STORE_KINDS: readonly { kind: string; open: () => Promise<Store> }[] = [
  { kind: 'in memory', open: () => openTestStore() },
  { kind: 'in files', open: () => openTestStore(makeFolder()) },
]

/** Returns a page request with the usual defaults. */
export function link(asked: Partial<PageLink> = {}): PageLink {
  return { pageSize: 10, page: 0, textSearch: undefined, sortProperty: undefined, sortOrder: 'ASC', ...asked }
}
