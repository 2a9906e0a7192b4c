/**
 * @file Checks a data folder at a start, before any database is opened for writing. Reports everything that the folder
 * contained and no longer contains, and refuses to start unless the operator has accepted the loss. Sets files aside
 * that belong elsewhere. Long: all rules about what may be missing are together here.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type HistoryRetention,
  historyDays,
  historyFile,
  isExpired,
  isOfRecords,
} from '../data/history/historyFiles.ts'
import { hasTable, type Identity, readIdentity } from '../sqlite/identity.ts'
import { isLogDamaged } from '../sqlite/logDamage.ts'
import type { StoreLog } from '../sqlite/storeLog.ts'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { checkDatabase } from './checkDatabase.ts'
import {
  databaseFiles,
  ENTITY_FILE,
  EVIDENCE_KEY_FILE,
  HISTORY_FOLDER,
  SIGNING_KEY_FILE,
  TELEMETRY_FILE,
} from './databaseFiles.ts'
import { CONTENTS_FILE, type FolderContents, readContents, writeContents } from './folderContents.ts'

/** Folder inside a data folder for files that do not belong to it, with a folder for each time. */
const SET_ASIDE_FOLDER = 'set-aside'

/** Options of the check of a data folder at a start. */
export interface CheckOptions {
  /** Start without what is missing; the log says what that is. */
  readonly acceptLoss: boolean
  readonly retention: HistoryRetention
  readonly now: number
  readonly log: StoreLog
}

/** A database file as a start finds it. An empty file counts as missing. */
interface Found {
  readonly path: string
  readonly exists: boolean
  /** Whether there is a log beside it that is not empty. */
  readonly hasLog: boolean
  /** Whether that log has lost commits. */
  readonly isLogDamaged: boolean
}

interface Folder {
  readonly dataDir: string
  readonly entities: Found
  readonly telemetry: Found
  readonly days: readonly { readonly day: string; readonly file: Found }[]
}

/** Looks at the files before anything opens them, because opening may create a log. */
export function lookAtFolder(dataDir: string): Folder {
  const historyFolder = join(dataDir, HISTORY_FOLDER)
  return {
    dataDir,
    entities: look(join(dataDir, ENTITY_FILE)),
    telemetry: look(join(dataDir, TELEMETRY_FILE)),
    days: (existsSync(historyFolder) ? historyDays(historyFolder) : []).map((day) => ({
      day,
      file: look(historyFile(historyFolder, day)),
    })),
  }
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function look(path: string): Found {
  const hasLog = bytesOf(`${path}-wal`) > 0
  const isDamaged = hasLog && isLogDamaged(`${path}-wal`)
  return {
    path,
    exists: bytesOf(path) > 0 || (existsSync(path) && hasLog),
    hasLog,
    isLogDamaged: isDamaged,
  }
}

/**
 * Checks a folder, writes what it contains from now on, and returns that. Throws StoreRefused, and changes nothing,
 * when something is missing whose loss was not accepted, or when databases belong to different installations.
 */
export function checkContents(folder: Folder, options: CheckOptions): FolderContents {
  const { dataDir, entities, telemetry } = folder
  const { log } = options
  const entityIdentity = entities.exists ? readIdentity(entities.path) : undefined
  const telemetryIdentity = telemetry.exists ? readIdentity(telemetry.path) : undefined
  const stated = readContents(dataDir) ?? contentsOf(dataDir, entityIdentity, telemetryIdentity, log)
  if (stated === undefined || stated.state === 'making') return adopt(folder, stated, options)

  refuseStrangers(folder, stated, entityIdentity, telemetryIdentity)
  const missing = findMissing(folder, stated, options)
  if (missing.length > 0 && !options.acceptLoss) throw lossRefusal(dataDir, missing)
  for (const what of missing) log.warn({ missing: what }, 'The platform starts without what its data folder lacks')
  tellMissingKey(dataDir, stated, log)

  if (!entities.exists) {
    // The values belong to devices that no longer exist; the start would delete them.
    const paths = [entities.path, telemetry.path, ...folder.days.map(({ file }) => file.path)]
    setAside(folder, paths, 'Values of an installation whose devices and accounts are lost were set aside', options)
    return begin(dataDir, {
      installation: randomUUID(),
      telemetry: randomUUID(),
    })
  }
  if (!telemetry.exists) {
    const paths = [telemetry.path, ...folder.days.map(({ file }) => file.path)]
    setAside(
      folder,
      paths,
      'History whose telemetry.db is lost was set aside: its numbers mean nothing without',
      options,
    )
    return begin(dataDir, {
      installation: stated.installation,
      telemetry: randomUUID(),
    })
  }
  setStrangeDaysAside(folder, stated.telemetry, options)
  const contents: FolderContents = { ...stated, state: 'closed' }
  // The checks have opened and closed the databases, which removes their logs, so none is expected from here on.
  writeContents(dataDir, contents)
  return contents
}

/**
 * Returns the contents of a folder without contents.json from the identities of its databases; undefined when they have
 * none.
 */
function contentsOf(
  dataDir: string,
  entities: Identity | undefined,
  telemetry: Identity | undefined,
  log: StoreLog,
): FolderContents | undefined {
  const installation = entities?.installation ?? telemetry?.installation
  if (installation === undefined) return undefined
  log.warn({}, `${join(dataDir, CONTENTS_FILE)} was missing and is rewritten from what the databases say`)
  return {
    format: 1,
    installation,
    telemetry: telemetry?.telemetry ?? 'unknown',
    state: 'closed',
  }
}

/** Takes over a new folder, a folder of an earlier release, or one whose first start was interrupted. */
function adopt(folder: Folder, begun: FolderContents | undefined, options: CheckOptions): FolderContents {
  const { dataDir, entities, telemetry, days } = folder
  const values = [...(telemetry.exists ? [TELEMETRY_FILE] : []), ...(days.length > 0 ? [`${HISTORY_FOLDER}/`] : [])]
  const lacks =
    !entities.exists && values.length > 0 ? ENTITY_FILE : !telemetry.exists && days.length > 0 ? TELEMETRY_FILE : ''
  if (begun === undefined && lacks !== '') {
    if (!options.acceptLoss) throw lossRefusal(dataDir, [`${lacks}, to which ${values.join(' and ')} belongs`])
    const lost = lacks === ENTITY_FILE ? [entities.path, telemetry.path] : [telemetry.path]
    const paths = [...lost, ...days.map(({ file }) => file.path)]
    setAside(folder, paths, `What belongs to a lost ${lacks} was set aside`, options)
  } else if (begun === undefined && entities.exists && !telemetry.exists) {
    options.log.warn({}, `${telemetry.path} is not there: the platform starts without attributes and telemetry`)
  }
  const ids = begun ?? { installation: randomUUID(), telemetry: randomUUID() }
  // Files of an earlier release have no identity; a file that names another telemetry.db does not belong here.
  setStrangeDaysAside(folder, ids.telemetry, options, 'takeUnstated')
  return begin(dataDir, ids)
}

function begin(
  dataDir: string,
  { installation, telemetry }: { installation: string; telemetry: string },
): FolderContents {
  const contents: FolderContents = {
    format: 1,
    installation,
    telemetry,
    state: 'making',
  }
  writeContents(dataDir, contents)
  return contents
}

/** Refuses databases of different origins in one folder: values would be deleted or shown to the wrong users. */
function refuseStrangers(
  { entities, telemetry, dataDir }: Folder,
  stated: FolderContents,
  entityIdentity: Identity | undefined,
  telemetryIdentity: Identity | undefined,
): void {
  const strange = [
    entityIdentity && entityIdentity.installation !== stated.installation ? entities.path : undefined,
    telemetryIdentity &&
    (telemetryIdentity.installation !== stated.installation || telemetryIdentity.telemetry !== stated.telemetry)
      ? telemetry.path
      : undefined,
  ].filter((path) => path !== undefined)
  if (strange.length === 0) return
  throw new StoreRefused(
    `${strange.join(' and ')} ${strange.length > 1 ? 'do' : 'does'} not belong to the data folder ${dataDir}: put its own file back, or restore a whole backup with "greenwave restore --overwrite".`,
  )
}

/**
 * Moves damaged databases aside, so that they count as missing: those that a start refuses, and history with any damaged
 * page.
 */
export function setDamagedAside(dataDir: string, options: Pick<CheckOptions, 'now' | 'log'>): void {
  for (const { path, migrations, depthAtStart } of databaseFiles(dataDir)) {
    try {
      checkDatabase(path, migrations, depthAtStart === 'outline' ? 'pages' : depthAtStart)
    } catch (error) {
      if (!(error instanceof StoreRefused) || !error.message.includes(' is damaged (')) throw error
      setAside({ dataDir }, [path], error.message, options)
    }
  }
}

/** Lists the files that a data folder should contain and lacks, in words for the operator. Changes nothing. */
export function missingFromFolder(dataDir: string, retention: HistoryRetention, now: number): string[] {
  const stated = readContents(dataDir)
  return stated === undefined ? [] : findMissing(lookAtFolder(dataDir), stated, { retention, now })
}

/** Lists the missing contents of a folder, in words for the operator. */
function findMissing(
  { dataDir, entities, telemetry, days }: Folder,
  { state, evidenceKey }: FolderContents,
  { retention, now }: Pick<CheckOptions, 'retention' | 'now'>,
): string[] {
  const missing: string[] = []
  if (!entities.exists) missing.push(`${ENTITY_FILE} (accounts, customers, devices, assets)`)
  if (!telemetry.exists)
    missing.push(`${TELEMETRY_FILE} (attributes, latest values, and the numbers that history goes by)`)
  if (state === 'open') {
    for (const { path, exists, hasLog } of [entities, telemetry]) {
      if (exists && !hasLog) missing.push(`${basename(path)}-wal (the last writes before the platform was cut short)`)
    }
  }
  for (const { path, isLogDamaged: isDamaged } of [entities, telemetry, ...days.map(({ file }) => file)]) {
    if (isDamaged) missing.push(`a sound ${relative(dataDir, path)}-wal (the last writes to that file)`)
  }
  if (evidenceKey !== undefined && !existsSync(join(dataDir, EVIDENCE_KEY_FILE))) {
    missing.push(`${EVIDENCE_KEY_FILE} (the key that signs evidence; another one would be made)`)
  }
  if (!telemetry.exists) return missing
  const there = new Map(days.map(({ day, file }) => [day, file]))
  for (const { day, isOpen } of readDays(telemetry.path)) {
    const file = there.get(day)
    if (file?.exists) {
      if (isOpen && !file.hasLog) missing.push(`${HISTORY_FOLDER}/${day}.db-wal (the last writes to that history)`)
    } else if (!isExpired(day, now, retention)) {
      missing.push(`${HISTORY_FOLDER}/${day}.db (the history of that ${isOfRecords(day) ? "month's records" : 'day'})`)
    }
  }
  return missing
}

/** Returns the days of history registered in `telemetry.db`. */
function readDays(telemetryFile: string): { day: string; isOpen: boolean }[] {
  const db = new DatabaseSync(telemetryFile, { readOnly: true, timeout: 5000 })
  try {
    if (!hasTable(db, 'history_days')) return []
    return db
      .prepare('SELECT day, is_open FROM history_days ORDER BY day')
      .all()
      .map((row) => ({ day: String(row.day), isOpen: row.is_open === 1 }))
  } finally {
    db.close()
  }
}

function lossRefusal(dataDir: string, missing: readonly string[]): StoreRefused {
  return new StoreRefused(
    `The data folder ${dataDir} lacks ${missing.join('; ')}: put it back, restore a backup with "greenwave restore --overwrite", or permanently accept the loss with "greenwave accept-loss".`,
  )
}

/** A lost key loses nothing else, but signs everyone out. */
function tellMissingKey(dataDir: string, { signingKey }: FolderContents, log: StoreLog): void {
  const path = join(dataDir, SIGNING_KEY_FILE)
  if (signingKey === undefined || existsSync(path)) return
  log.warn({}, `${path} was missing and is created again: everyone is signed out, nothing else is lost`)
}

/** Sets days aside that belong to another `telemetry.db`; with its numbers they would show values of other devices. */
function setStrangeDaysAside(
  folder: Folder,
  telemetryId: string,
  options: CheckOptions,
  unstated?: 'takeUnstated',
): void {
  const strange = findStrangeDays(folder, telemetryId, unstated)
  setAside(folder, strange, 'History that belongs to another telemetry.db was set aside', options)
}

function findStrangeDays({ days }: Folder, telemetryId: string, unstated?: 'takeUnstated'): string[] {
  const isStrange = (file: Found): boolean => {
    if (!file.exists) return false
    const { telemetry } = readIdentity(file.path)
    return telemetry === undefined ? unstated !== 'takeUnstated' && holdsSamples(file.path) : telemetry !== telemetryId
  }
  return days
    .map(({ file }) => file)
    .filter(isStrange)
    .map(({ path }) => path)
}

/**
 * Throws StoreRefused for a folder with sound databases of another installation. Changes nothing. Call it for databases
 * that can be read.
 */
export function refuseForeignDatabases(dataDir: string): void {
  const stated = readContents(dataDir)
  if (stated === undefined || stated.state === 'making') return
  const folder = lookAtFolder(dataDir)
  const identityOf = ({ exists, path }: Found): Identity | undefined => (exists ? readIdentity(path) : undefined)
  refuseStrangers(folder, stated, identityOf(folder.entities), identityOf(folder.telemetry))
  const days = findStrangeDays(folder, stated.telemetry)
  if (days.length === 0) return
  throw new StoreRefused(
    `${days.join(' and ')} belongs to another telemetry.db, and is set aside at the next start: put its own file back, or restore a backup with "greenwave restore --overwrite".`,
  )
}

function holdsSamples(path: string): boolean {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    return hasTable(db, 'samples') && db.prepare('SELECT 1 FROM samples LIMIT 1').get() !== undefined
  } finally {
    db.close()
  }
}

/**
 * Moves files, and the files that SQLite keeps beside them, to a folder where nothing reads them and nothing is lost.
 */
function setAside(
  { dataDir }: Pick<Folder, 'dataDir'>,
  paths: readonly string[],
  why: string,
  { now, log }: Pick<CheckOptions, 'now' | 'log'>,
): void {
  const files = paths
    .flatMap((path) => ['', '-wal', '-shm'].map((suffix) => path + suffix))
    .filter((path) => existsSync(path))
  if (files.length === 0) return
  const target = join(dataDir, SET_ASIDE_FOLDER, new Date(now).toISOString().replaceAll(':', '-'))
  for (const file of files) {
    const below = dirname(file) === dataDir ? target : join(target, HISTORY_FOLDER)
    mkdirSync(below, { recursive: true, mode: 0o700 })
    renameSync(file, join(below, basename(file)))
  }
  log.warn({ files: files.map((file) => file.slice(dataDir.length + 1)), target }, why)
}
