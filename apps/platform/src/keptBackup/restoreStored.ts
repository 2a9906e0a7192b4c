import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { noteCopiedDays } from '../store/backup.ts'
import {
  checkDatabaseFiles,
  ENTITY_FILE,
  HISTORY_FOLDER,
  SIGNING_KEY_FILE,
  TELEMETRY_FILE,
} from '../store/databaseFiles.ts'
import { readContents, writeContents } from '../store/folderContents.ts'
import { putIntoPlace } from '../store/restore.ts'
import { writeSynced } from '../store/writeSynced.ts'
import { decodePages } from './pageSet.ts'
import { type Chain, listPoints, type Point, type PointName, openPoint } from './point.ts'
import { type BackupKey, openSealed } from './seal.ts'
import { type Target, TargetFailed } from './target.ts'

/** Objects that are read at once. */
const READ_AHEAD = 4

/** Where a stored backup is restored from, and to which time. */
export interface StoredBackup {
  readonly target: Target
  readonly shown: string
  readonly key: BackupKey | undefined
  /** Epoch milliseconds; default: the newest. */
  readonly atMs?: number | undefined
  /** Replace existing data; default: the folder must be empty. */
  readonly overwrite?: boolean
}

/**
 * Restores a stored backup into a data folder. An interrupted restore can be run again.
 * @throws {StoreRefused} when the backup is damaged, needs another key, or the folder has data and `overwrite` is not set
 */
export async function restoreStored(
  from: StoredBackup,
  dataDir: string,
  onProgress: (doneFraction: number) => void = () => {},
): Promise<Point> {
  const point = await findPoint(from)
  await putIntoPlace(dataDir, {
    overwrite: from.overwrite ?? false,
    names: [...Object.keys(point.databases), ...Object.keys(point.files)],
    gather: (folder) => gatherPoint(from, point, folder, onProgress),
  })
  return point
}

/** Resolves with the newest point, or the last one before a time. @throws {TargetFailed} when there is none */
export async function findPoint({ target, shown, key, atMs = Infinity }: StoredBackup): Promise<Point> {
  const points = await listPoints(target)
  const found: PointName | undefined = points.find((point) => point.atMs <= atMs)
  if (found === undefined) {
    const oldest = points.at(-1)
    const since = oldest ? `; the oldest is of ${new Date(oldest.atMs).toISOString()}` : ''
    throw new TargetFailed(`${shown} has no backup of this time${since}`, 'name a later time, or another address')
  }
  return openPoint(target, found.name, key)
}

/** Writes the files of a point into a folder, and checks them as a start does. */
export async function gatherPoint(
  { target, key }: Pick<StoredBackup, 'target' | 'key'>,
  point: Point,
  folder: string,
  onProgress: (doneFraction: number) => void = () => {},
): Promise<void> {
  for (const name of [ENTITY_FILE, TELEMETRY_FILE]) {
    if (point.databases[name] !== undefined) continue
    throw new TargetFailed(`the backup lacks ${name}`, 'use another time of the backup')
  }
  if (point.files[SIGNING_KEY_FILE] === undefined) {
    throw new TargetFailed(`the backup lacks ${SIGNING_KEY_FILE}`, 'use another time of the backup')
  }
  mkdirSync(join(folder, HISTORY_FOLDER), { recursive: true, mode: 0o700 })
  const chains = Object.entries(point.databases)
  const total = chains.reduce((sum, [, { parts }]) => sum + parts.length, 0)
  let done = 0
  for (const [name, chain] of chains) {
    await writeChain(target, key, chain, join(folder, name), () => {
      done += 1
      onProgress(done / total)
    })
  }
  for (const [name, content] of Object.entries(point.files)) {
    writeSynced(join(folder, name), Buffer.from(content, 'base64'), 0o600)
  }
  const contents = readContents(folder)
  if (contents) writeContents(folder, { ...contents, state: 'closed' })
  noteCopiedDays(join(folder, TELEMETRY_FILE), (day) => existsSync(join(folder, HISTORY_FOLDER, `${day}.db`)))
  checkDatabaseFiles(folder)
}

/** Writes a database from its parts. */
async function writeChain(
  target: Target,
  key: BackupKey | undefined,
  { parts, pageSize, pageCount }: Chain,
  path: string,
  onPart: () => void,
): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'wx', 0o600)
  const read = async (name: string): Promise<Uint8Array> => {
    const bytes = await target.get(`objects/${name}`)
    if (bytes === undefined) {
      throw new TargetFailed(`${name} of the backup is missing`, 'use another time of the backup')
    }
    return openSealed({ name, bytes }, key)
  }
  try {
    const ahead: Promise<Uint8Array>[] = []
    for (let index = 0; index < parts.length; index += 1) {
      for (const part of parts.slice(index + ahead.length, index + READ_AHEAD)) {
        const reading = read(part.object)
        // Reported when its turn comes.
        reading.catch(() => {})
        ahead.push(reading)
      }
      const next = await ahead.shift()
      if (next === undefined) break
      writePages(file, next, pageSize)
      onPart()
    }
    ftruncateSync(file, pageCount * pageSize)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Writes pages to their places, those in a row at once. */
function writePages(file: number, bytes: Uint8Array, expectedSize: number): void {
  const { pageSize, numbers, pages } = decodePages(bytes)
  if (pageSize !== expectedSize) {
    throw new TargetFailed('a part of the backup has other pages', 'use another time of the backup')
  }
  for (let first = 0; first < numbers.length; ) {
    let last = first
    while (last + 1 < numbers.length && numbers[last + 1] === (numbers[last] ?? 0) + 1) last += 1
    const [start, end] = [pages[first], pages[last]]
    if (start && end) {
      const run = Buffer.from(start.buffer, start.byteOffset, (last - first + 1) * pageSize)
      writeSync(file, run, 0, run.length, ((numbers[first] ?? 1) - 1) * pageSize)
    }
    first = last + 1
  }
}

/** Returns the bytes of a restored point, about: of its databases. */
export function bytesOfPoint({ databases }: Point): number {
  return Object.values(databases).reduce((sum, { pageSize, pageCount }) => sum + pageSize * pageCount, 0)
}
