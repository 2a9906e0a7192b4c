/** Long: opens, checks and connects all parts of the store in one order. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { CONNECTIVITY_KEYS } from '@greenwave/contract/wire/attributes'
import { createSignerKey, type Signer, signerOf } from '@greenwave/evidence/signer'
import { createDeviceDataStore, type DeviceDataStore } from '../data/memory/deviceDataStore.ts'
import type { DeviceData } from '../data/port/deviceData.ts'
import type { CommitBatch, ValueStorage } from '../data/port/valueStorage.ts'
import { openFileStorage } from '../data/worker/fileStorage.ts'
import { openMemoryStorage } from '../data/worker/memoryStorage.ts'
import { DiskWatch } from '../meter/diskWatch.ts'
import type { Meter } from '../meter/meter.ts'
import { type Health, NO_HEALTH } from '../meter/readiness.ts'
import { restrictFolder } from '../sqlite/privateFiles.ts'
import type { StoreLog } from '../sqlite/storeLog.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { createAlarmRepository } from './alarms.ts'
import { createApiKeyRepository } from './apiKeys.ts'
import { createAssetProfileRepository } from './assetProfiles.ts'
import { createAssetRepository } from './assets.ts'
import { createAuditRepository } from './audit.ts'
import { backupDataDir } from './backup.ts'
import { checkContents, lookAtFolder, setDamagedAside } from './checkContents.ts'
import {
  createCredentialsRepository,
  createEmailChangeRepository,
  createKnownAddressRepository,
  createProviderIdentityRepository,
  createRevocationRepository,
  createSecondFactorRepository,
} from './signInRepositories.ts'
import { createCustomerRepository } from './customers.ts'
import { checkDatabaseFiles, ENTITY_FILE, HISTORY_FOLDER, TELEMETRY_FILE } from './databaseFiles.ts'
import { prepareDataDir, refusalOf, refuseUnfinishedRestore } from './dataDir.ts'
import { lockDataDir } from './dataDirLock.ts'
import { createDeviceRepository, type DeviceTable } from './devices.ts'
import { type EntityDatabase, openEntitiesInMemory, openEntityDatabase } from './entityDatabase.ts'
import { createImageRepository } from './images.ts'
import { readOrMakeEvidenceKey, warnOfReadableKey } from './evidenceKey.ts'
import { CONTENTS_FILE, digestOfKey, type FolderContents, writeContents } from './folderContents.ts'
import { CHECK_PAGES_AFTER_MS, checkPagesSoon } from './pageCheck.ts'
import { createProfileRepository } from './profiles.ts'
import { MAINTENANCE_FILE, MaintenanceStop } from './maintenance.ts'
import { keepRetention } from './retention.ts'
import { createSessionRepository } from './sessions.ts'
import { createSigningKey, readOrMakeSigningKey } from './signingKey.ts'
import { createTenantRepository } from './tenants.ts'
import { finishPutBack, keepDatabases, putDatabasesBack, type UpgradeStep } from './upgradeCopies.ts'
import { createUserRepository } from './users.ts'
import { watchClock } from './watchClock.ts'

/** The options of a store. */
export interface StoreOptions {
  /** Folder of the databases and the signing key; `:memory:` keeps nothing. */
  readonly dataDir: string
  /** Retention of samples, milliseconds. They are deleted by whole days. */
  readonly telemetryRetentionMs: number
  /** Retention of audit records, milliseconds; default: forever. */
  readonly auditRetentionMs?: number
  /** Retention of cleared alarms, milliseconds; default: forever. */
  readonly recordRetentionMs?: number
  /** Number of journal rows that starts a round of settling; small in tests. */
  readonly settleAfterWrites?: number
  /** Returns epoch milliseconds; tests pass their own clock. */
  readonly now?: () => number
  /** Start even if something is missing from the data folder; otherwise this is refused. */
  readonly acceptLoss?: boolean
  /** What this start does for an upgrade that is under way; default: nothing. */
  readonly upgrade?: UpgradeStep | undefined
  /** Counter of commits; default: none. */
  readonly meter?: Meter
  /** Takes reports of threads that stand still and of damaged files; default: none. */
  readonly health?: Health
  /** Time from the start to the check of all pages in the background, milliseconds; short in tests. */
  readonly checkPagesAfterMs?: number
  readonly log: StoreLog
}

/**
 * Enough writes that, even with 5,000 devices, each device's share fills much of a history page; few enough that a
 * start after a crash reads them in some tenths of a second.
 */
const SETTLE_AFTER_WRITES = 120_000
/** Pause between the small steps that prepare the first lists, milliseconds. */
const WARM_UP_PAUSE_MS = 20

/** Opens the store. Rejects with StoreRefused, whose message says what to do, and then leaves everything as it was. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, log, now = Date.now } = options
  if (dataDir === ':memory:') {
    return assemble({
      database: openEntitiesInMemory(),
      storage: openMemoryStorage(),
      signingKey: createSigningKey(),
      evidenceSigner: signerOf(randomUUID(), createSignerKey()),
      meter: options.meter,
      log,
      now,
      maintenance: new MaintenanceStop(undefined, now),
      backup: async () => {
        throw new StoreRefused('A store in memory cannot be backed up: give it a data folder.')
      },
      noteEnd: () => {},
      endPageCheck: () => {},
      release: () => {},
    })
  }

  prepareDataDir(dataDir)
  const unlock = lockDataDir(dataDir)
  const opened: (() => unknown)[] = [unlock]
  try {
    refuseUnfinishedRestore(dataDir)
    if (options.upgrade === 'put back') putDatabasesBack(dataDir, now(), log)
    finishPutBack(dataDir)
    warnOfReadableKey(dataDir, log)
    restrictFolder(dataDir)
    if (options.acceptLoss) setDamagedAside(dataDir, { now: now(), log })
    const folder = lookAtFolder(dataDir)
    checkDatabaseFiles(dataDir)
    const { acceptLoss = false, telemetryRetentionMs, recordRetentionMs: recordsMs = Infinity } = options
    const historyRetention = { samplesMs: telemetryRetentionMs, recordsMs }
    const contents = checkContents(folder, { acceptLoss, retention: historyRetention, now: now(), log })
    if (options.upgrade === 'keep') keepDatabases(dataDir)
    const disk = new DiskWatch(dataDir, options.health ?? NO_HEALTH)
    opened.push(() => disk.close())
    const stated = { installation: contents.installation }
    const database = openEntityDatabase(join(dataDir, ENTITY_FILE), stated, log, options.health, disk)
    opened.push(() => database.close())
    const signingKey = readOrMakeSigningKey(dataDir)
    const evidenceSigner = readOrMakeEvidenceKey(dataDir, contents, log)
    const files = openFileStorage(
      {
        telemetryFile: join(dataDir, TELEMETRY_FILE),
        historyFolder: join(dataDir, HISTORY_FOLDER),
        retention: historyRetention,
        settleAfterWrites: options.settleAfterWrites ?? SETTLE_AFTER_WRITES,
      },
      contents,
      log,
      options.health,
    )
    opened.push(() => files.close())
    const storage = { ...files, commit: (batch: CommitBatch) => disk.watched(files.commit(batch)) }
    const note = (state: FolderContents['state']): void =>
      writeContents(dataDir, {
        ...contents,
        signingKey: digestOfKey(signingKey),
        evidenceKey: evidenceSigner.fingerprint,
        state,
      })
    // Only from now on does every database have a log whose absence at the next start would mean a loss.
    note('open')
    const noteEnd = (): void => {
      try {
        note('closed')
      } catch (error) {
        log.warn({ err: error }, `${CONTENTS_FILE} could not be written`)
      }
    }
    const backup: Parts['backup'] = async (folder, onProgress) => {
      await database.committed()
      await backupDataDir(dataDir, folder, onProgress)
    }
    const { auditRetentionMs, recordRetentionMs, checkPagesAfterMs = CHECK_PAGES_AFTER_MS } = options
    const endPageCheck = checkPagesSoon(dataDir, checkPagesAfterMs, log, options.health ?? NO_HEALTH)
    const retention = { auditRetentionMs, recordRetentionMs }
    return assemble({
      ...{ database, storage, signingKey, evidenceSigner, log, now, ...retention },
      ...{ backup, noteEnd, endPageCheck, release: unlock, meter: options.meter, disk },
      maintenance: new MaintenanceStop(join(dataDir, MAINTENANCE_FILE), now),
    })
  } catch (error) {
    for (const close of opened.reverse()) await close()
    throw refusalOf(error, dataDir)
  }
}

interface Parts {
  readonly maintenance: MaintenanceStop
  readonly database: EntityDatabase
  readonly storage: ValueStorage
  readonly signingKey: Uint8Array
  readonly evidenceSigner: Signer
  readonly log: StoreLog
  readonly now: () => number
  readonly meter: Meter | undefined
  readonly auditRetentionMs?: number | undefined
  readonly recordRetentionMs?: number | undefined
  /** Writes a consistent copy into an empty folder while the platform runs. */
  readonly backup: (folder: string, onProgress?: (doneFraction: number) => void) => Promise<void>
  /** Called before the databases are closed, which removes their logs. */
  readonly noteEnd: () => void
  readonly endPageCheck: () => void
  readonly disk?: DiskWatch
  readonly release: () => void
}

/**
 * Everything that survives a restart. Calls on entities are synchronous, because they read and write memory. Writes are
 * on disk when `committed` resolves; only then may they be acknowledged. A `save` inserts when the id is unknown. It sets
 * `version` to 1 or adds 1, and throws VersionConflict when `expectedVersion` is given and is not the stored one.
 */
export type Store = ReturnType<typeof assemble>

function assemble(parts: Parts) {
  const { database, storage, signingKey, evidenceSigner, log, now, backup, noteEnd, endPageCheck, release } = parts
  const data = createDeviceDataStore(storage, log, now, parts.meter)
  const devices = createDeviceRepository(database, storage.stored.activeIds())
  followActivity(data, devices)
  const customers = createCustomerRepository(database, devices)
  const assets = createAssetRepository(database)
  const isKnown = (id: string): boolean => [devices, customers, assets].some((kind) => kind.ownerOf(id) !== undefined)
  forgetStrayValues(storage, data, isKnown, log)
  const users = createUserRepository(database)
  warnOfTwins(users, log)
  const stopWarmUp = warmUpLists(devices)
  const clock = watchClock(storage.clock, now, log, () => data.recoverLatest())
  const keep = (of: string, retentionMs: number | undefined, prune: (beforeMs: number) => Promise<void>) =>
    retentionMs === undefined
      ? () => {}
      : keepRetention({ of, prune, retentionMs, believed: () => clock.believed(), log })
  const stopRetention = [
    keep('audit records', parts.auditRetentionMs, (beforeMs) => database.pruneAudit(beforeMs)),
    keep('alarms', parts.recordRetentionMs, (beforeMs) => database.pruneAlarms(beforeMs)),
  ]

  const values: DeviceData = data
  const listed: Omit<DeviceTable, 'setActive' | 'customerChanged' | 'warmUp'> = devices
  return {
    tenants: createTenantRepository(database),
    users,
    customers,
    devices: listed,
    assets,
    assetProfiles: createAssetProfileRepository(database),
    credentials: createCredentialsRepository(database),
    profiles: createProfileRepository(database),
    audit: createAuditRepository(database),
    alarms: createAlarmRepository(database),
    images: createImageRepository(database),
    sessions: createSessionRepository(database),
    providerIdentities: createProviderIdentityRepository(database),
    emailChanges: createEmailChangeRepository(database),
    apiKeys: createApiKeyRepository(database),
    knownAddresses: createKnownAddressRepository(database),
    revocations: createRevocationRepository(database),
    secondFactors: createSecondFactorRepository(database),
    data: values,
    /** The secret that signs tokens, made at the first start. */
    signingKey,
    /** The key that signs evidence, made at the first start. */
    evidenceSigner,
    /** Runs steps in one transaction: either all of their writes stay or none. */
    transaction: <T>(steps: () => T): T => database.transaction(steps),
    /** Resolves when all entities written by now are on disk. Rejects when they could not be, and are gone again. */
    committed: (): Promise<void> => database.committed(),
    backup,
    /** Current problem of this machine's clock; undefined when there is none. */
    clockTrouble: () => clock.trouble(),
    maintenance: parts.maintenance,
    async close(): Promise<void> {
      stopWarmUp()
      for (const stop of stopRetention) stop()
      clock.stop()
      endPageCheck()
      parts.disk?.close()
      noteEnd()
      try {
        await data.close()
      } finally {
        await database.close().finally(release)
      }
    },
  }
}

/**
 * Updates the index when the server attribute `active` changes; lists filter and sort by it. A missing attribute counts
 * as false.
 */
function followActivity(data: DeviceDataStore, devices: DeviceTable): void {
  data.subscribeAll((change) => {
    if (change.kind === 'attributes' && change.scope === 'SERVER_SCOPE') {
      const active = change.values[CONNECTIVITY_KEYS.active]
      if (active !== undefined) devices.setActive(change.deviceId, active === true)
    } else if (change.kind === 'attributesDeleted' && change.scope === 'SERVER_SCOPE') {
      if (change.keys.includes(CONNECTIVITY_KEYS.active)) devices.setActive(change.deviceId, false)
    }
  })
}

/**
 * Warns about accounts whose addresses differ by case only, as the first release allowed. Each can sign in only with
 * the exact spelling.
 */
function warnOfTwins(users: Pick<Store['users'], 'twinAddresses'>, log: StoreLog): void {
  const emails = users.twinAddresses()
  if (emails.length > 0) {
    log.warn(
      { emails },
      'Accounts differ by the case of their addresses only: give one of each another address, or delete it',
    )
  }
}

/** Deletes values of entities that no longer exist, left by a crash between the two deletions. */
function forgetStrayValues(
  { stored }: ValueStorage,
  data: DeviceDataStore,
  isKnown: (id: string) => boolean,
  log: StoreLog,
): void {
  for (const id of stored.deviceIds()) {
    if (isKnown(id)) continue
    data.forget(id).catch((error: unknown) => {
      log.warn({ err: error, id }, 'Deleting the values of a removed entity failed; will retry at the next start')
    })
  }
}

function warmUpLists(devices: DeviceTable): () => void {
  const step = (): void => {
    if (devices.warmUp()) timer = setTimeout(step, WARM_UP_PAUSE_MS).unref()
  }
  let timer = setTimeout(step, WARM_UP_PAUSE_MS).unref()
  return () => clearTimeout(timer)
}
