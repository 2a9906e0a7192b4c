import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CONNECTIVITY_KEYS } from '@greenwave/contract/attributes'
import { createDeviceDataStore } from '../data/deviceDataStore.ts'
import { openFileStorage } from '../data/fileStorage.ts'
import { openMemoryStorage } from '../data/memoryStorage.ts'
import { createAlarmRepository } from './alarms.ts'
import { createAuditRepository } from './audit.ts'
import { createCredentialsRepository } from './credentials.ts'
import { createCustomerRepository } from './customers.ts'
import { createDeviceRepository } from './devices.ts'
import { openEntityDatabase } from './entityDatabase.ts'
import { createProfileRepository } from './profiles.ts'
import { createRevocationRepository } from './revocations.ts'
import { makeSigningKey, readOrMakeSigningKey } from './signingKey.ts'
import type { Store } from './store.ts'
import type { StoreLog } from './storeLog.ts'
import { createTenantRepository } from './tenants.ts'
import { createUserRepository } from './users.ts'

export interface StoreOptions {
  /** Folder of the databases and the signing key; `:memory:` keeps nothing. */
  readonly dataDir: string
  /** How long samples are kept, milliseconds. They leave by whole days. */
  readonly telemetryRetentionMs: number
  readonly log: StoreLog
}

/** Opens the store. Rejects with StoreRefused, whose message says what to do, and leaves everything as it was. */
export async function openStore({ dataDir, telemetryRetentionMs, log }: StoreOptions): Promise<Store> {
  const inMemory = dataDir === ':memory:'
  if (!inMemory) mkdirSync(join(dataDir, 'history'), { recursive: true })
  const database = openEntityDatabase(inMemory ? dataDir : join(dataDir, 'greenwave.db'))
  const storage = inMemory
    ? openMemoryStorage()
    : openFileStorage(
        {
          telemetryFile: join(dataDir, 'telemetry.db'),
          historyFolder: join(dataDir, 'history'),
          retentionMs: telemetryRetentionMs,
        },
        log,
      )
  const data = createDeviceDataStore(storage, log)
  const devices = createDeviceRepository(database, storage.stored.activeIds())
  data.subscribeAll((change) => {
    if (change.kind !== 'attributes' || change.scope !== 'SERVER_SCOPE') return
    const active = change.values[CONNECTIVITY_KEYS.active]
    if (active !== undefined) devices.setActive(change.deviceId, active === true)
  })

  return {
    tenants: createTenantRepository(database),
    users: createUserRepository(database),
    customers: createCustomerRepository(database, devices),
    devices,
    credentials: createCredentialsRepository(database),
    profiles: createProfileRepository(database),
    audit: createAuditRepository(database),
    alarms: createAlarmRepository(database),
    revocations: createRevocationRepository(database),
    data,
    signingKey: inMemory ? makeSigningKey() : readOrMakeSigningKey(dataDir),
    transaction: database.transaction,
    backup: async () => {},
    async close() {
      await data.close()
      database.db.close()
    },
  }
}
