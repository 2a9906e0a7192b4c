/**
 * @file Keeps a backup up to date.
 *
 * Every few seconds the pages that changed in each database are read from its write-ahead log (changedPages.ts),
 * compressed, encrypted and stored as objects, which never change. Then a *point* is stored: a list of the objects of
 * each database. A point is written last, so that every point that is listed can be restored, whenever the process
 * ends. A database that is new, was lost sight of, or has more changes than content is copied completely; large ones
 * beside the rest. Points get fewer with age, and objects without a point are removed.
 *
 * The databases are read in the order of a backup: values, history, entities.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '@greenwave/client/version'
import * as z from 'zod/mini'
import {
  databaseFiles,
  ENTITY_FILE,
  EVIDENCE_KEY_FILE,
  HISTORY_FOLDER,
  SIGNING_KEY_FILE,
  TELEMETRY_FILE,
} from '../store/databaseFiles.ts'
import { CONTENTS_FILE, readContents } from '../store/folderContents.ts'
import { CopiedDatabase, type StorePages } from './copiedDatabase.ts'
import { KeptPoints } from './keptPoints.ts'
import { listPoints, type Point, type PointName, openPoint, sealPoint } from './point.ts'
import { type BackupKey, sealBytes } from './seal.ts'
import { type Target, TargetFailed } from './target.ts'

/** File that shows whose backup a target holds. */
const OWNER_FILE = 'greenwave-backup.json'
const RECORDS = `${HISTORY_FOLDER}/records-`

const Owner = z.object({
  format: z.literal(1),
  installation: z.string(),
  /** Process that writes; changes with each start. */
  writer: z.string(),
})

/** Options of a keeper. */
export interface KeeperOptions {
  readonly dataDir: string
  readonly target: Target
  /** The target as errors name it. */
  readonly shown: string
  readonly key: BackupKey | undefined
  /** Most bytes of all that is kept; the newest point is always kept. */
  readonly limitBytes: number
  /** Time of the last point that an earlier run stored there, epoch milliseconds; undefined: none. */
  readonly lastPointMs: number | undefined
  readonly now?: () => number
}

/** Result of one round. */
export interface Round {
  readonly atMs: number
  /** Time up to which history is complete, epoch milliseconds; 0 until all of it was copied once. */
  readonly historyAtMs: number
  /** Bytes of all that is kept at the target. */
  readonly keptBytes: number
  /** Bytes of databases whose first copy is not complete. */
  readonly toCopyBytes: number
  readonly points: number
  /** Whether the newest point alone takes more than the limit. */
  readonly isAboveLimit: boolean
}

/** Keeps the backup of one data folder at one target. */
export class BackupKeeper {
  readonly #options: KeeperOptions
  readonly #writer = randomUUID()
  #databases = new Map<string, CopiedDatabase>()
  #kept: KeptPoints | undefined
  #lastPointMs: number | undefined
  #historyAtMs = 0
  /** Copy of a large database that is under way, and its failure. */
  #besides: Promise<void> | undefined
  #besidesFailure: unknown
  #replaced: OwnerChanged | undefined

  constructor(options: KeeperOptions) {
    this.#options = options
    this.#lastPointMs = options.lastPointMs
  }

  /** Stores what changed, and a point. @throws {TargetFailed} when the target fails; the next round goes on */
  async round(): Promise<Round> {
    const { limitBytes, target, key, now = Date.now } = this.#options
    if (this.#replaced) throw this.#replaced
    try {
      this.#kept ??= await this.#begin()
      const kept = this.#kept
      await this.#checkOwner()
      const atMs = now()
      await this.#advance()
      const point = this.#pointOf(atMs)
      if (this.#besidesFailure !== undefined) {
        const failure = this.#besidesFailure
        this.#besidesFailure = undefined
        throw failure
      }
      const sealed = await sealPoint(point, key)
      await target.put(`points/${sealed.name}`, sealed.bytes)
      this.#lastPointMs = atMs
      this.#historyAtMs = point.historyAtMs
      kept.add({ name: sealed.name, atMs }, point, sealed.bytes.length)
      const needed = this.#neededObjects()
      await target.remove(kept.thin(limitBytes).filter((name) => !needed.has(name)))
      return {
        ...{ atMs, historyAtMs: point.historyAtMs, keptBytes: kept.bytes, points: kept.count },
        toCopyBytes: [...this.#databases.values()]
          .filter(({ chain, isCopying }) => chain === undefined || isCopying)
          .reduce((sum, { bytes }) => sum + bytes, 0),
        isAboveLimit: kept.bytes > limitBytes,
      }
    } catch (error) {
      if (error instanceof OwnerChanged) this.#replaced = error
      // The target may be another one now: it is looked at again.
      if (error instanceof TargetFailed) this.#kept = undefined
      throw error
    }
  }

  /** Releases logs that grew large because the target is slow. Called beside rounds. */
  releaseLargeLogs(): void {
    for (const database of this.#databases.values()) database.releaseLargeLog()
  }

  async close(): Promise<void> {
    for (const database of this.#databases.values()) database.release()
    await this.#besides
    for (const database of this.#databases.values()) database.close()
  }

  /** Looks at what the target has, takes it over, and removes what an earlier run left unfinished. */
  async #begin(): Promise<KeptPoints> {
    const { target, key, dataDir, shown } = this.#options
    const installation = this.#installation()
    const owner = await this.#readOwner()
    if (owner === undefined && this.#lastPointMs !== undefined) {
      throw new TargetFailed(
        `${shown} no longer has the backups of this installation`,
        `see that the share is mounted; to begin again there, delete ${join(dataDir, 'backup-status.json')} and restart`,
      )
    }
    if (owner !== undefined && owner.installation !== installation) {
      throw new TargetFailed(`${shown} holds backups of another installation`, 'name another place')
    }
    await target.put(OWNER_FILE, Buffer.from(JSON.stringify({ format: 1, installation, writer: this.#writer })))
    const kept = new KeptPoints()
    const names = await listPoints(target)
    const unreadable: PointName[] = []
    for (const [index, name] of names.entries()) {
      const point = await this.#readOwnPoint(name, index === 0, key)
      if (point === undefined) unreadable.push(name)
      else kept.add(name, point, 0)
      if (point !== undefined && this.#databases.size === 0 && index === unreadable.length) this.#takeOver(point)
    }
    const needed = this.#neededObjects()
    const strays = (await target.list('objects'))
      .filter((name) => /^[0-9a-f]{64}\.zst(?:\.age)?$/.test(name))
      .filter((name) => !kept.isUsed(name) && !needed.has(`objects/${name}`))
    // An unreadable point may need them; a wrong key must not remove a backup.
    if (unreadable.length === 0) await target.remove(strays.map((name) => `objects/${name}`))
    return kept
  }

  /** Resolves with undefined for a damaged point. A wrong key is refused with the newest. */
  async #readOwnPoint({ name }: PointName, isNewest: boolean, key: BackupKey | undefined): Promise<Point | undefined> {
    try {
      return await openPoint(this.#options.target, name, key)
    } catch (error) {
      const isKey = error instanceof TargetFailed && error.fix.includes('GREENWAVE_BACKUP_KEY')
      if (isKey && isNewest) throw error
      if (error instanceof TargetFailed) return undefined
      throw error
    }
  }

  #takeOver(point: Point): void {
    this.#historyAtMs = point.historyAtMs
    for (const { name, path } of databaseFiles(this.#options.dataDir)) {
      this.#databases.set(name, new CopiedDatabase(name, path, point.databases[name]))
    }
  }

  async #readOwner(): Promise<z.infer<typeof Owner> | undefined> {
    const bytes = await this.#options.target.get(OWNER_FILE)
    if (bytes === undefined) return undefined
    let content: unknown
    try {
      content = JSON.parse(new TextDecoder().decode(bytes))
    } catch {
      content = undefined
    }
    const owner = Owner.safeParse(content)
    if (owner.success) return owner.data
    throw new TargetFailed(`${OWNER_FILE} in ${this.#options.shown} is damaged`, 'delete it, or name another place')
  }

  /** Refuses to write beside another process, such as that of a restored copy of this installation. */
  async #checkOwner(): Promise<void> {
    const owner = await this.#readOwner()
    if (owner?.writer === this.#writer) return
    const fix = 'give each its own place in GREENWAVE_BACKUP_TO, then restart this one'
    throw new OwnerChanged(`another Greenwave keeps its backup in ${this.#options.shown}`, fix)
  }

  #installation(): string {
    const contents = readContents(this.#options.dataDir)
    if (contents) return contents.installation
    throw new TargetFailed(`${this.#options.dataDir} lacks ${CONTENTS_FILE}`, 'start Greenwave, which writes it')
  }

  /** Stores what changed since the last round. */
  async #advance(): Promise<void> {
    const files = databaseFiles(this.#options.dataDir)
    const names = new Set(files.map(({ name }) => name))
    for (const [name, database] of this.#databases) {
      if (names.has(name) || database.isCopying) continue
      database.close()
      this.#databases.delete(name)
    }
    const written = writtenOf([...names])
    for (const { name, path } of files) {
      const database = this.#databases.get(name) ?? new CopiedDatabase(name, path, undefined)
      this.#databases.set(name, database)
      if (database.isCopying || (!written.has(name) && (database.isClosedCopy() || this.#besides !== undefined)))
        continue
      const needsCopy = database.needsCopy()
      const isHistory = name !== TELEMETRY_FILE && name !== ENTITY_FILE
      if (needsCopy && isHistory && (database.isLarge || !written.has(name))) this.#copyBesides(database)
      else if (needsCopy) await database.copy(this.#store)
      else {
        await database.storeChanges(this.#store)
        if (!written.has(name)) database.closeFile()
      }
    }
  }

  /** Copies large databases one after the other, while rounds go on. */
  #copyBesides(database: CopiedDatabase): void {
    if (this.#besides !== undefined) return
    this.#besides = database
      .copy(this.#store)
      .catch((error: unknown) => {
        this.#besidesFailure = error
      })
      .finally(() => {
        this.#besides = undefined
      })
  }

  readonly #store: StorePages = async (bytes) => {
    const sealed = await sealBytes(bytes, this.#options.key)
    await this.#options.target.put(`objects/${sealed.name}`, sealed.bytes)
    return { object: sealed.name, bytes: sealed.bytes.length }
  }

  #pointOf(atMs: number): Point {
    const { dataDir } = this.#options
    const databases = [...this.#databases.values()]
    const isWhole = databases.every(({ isBehind }) => !isBehind)
    const files = [SIGNING_KEY_FILE, EVIDENCE_KEY_FILE, CONTENTS_FILE]
      .filter((name) => existsSync(join(dataDir, name)))
      .map((name) => [name, readFileSync(join(dataDir, name)).toString('base64')] as const)
    return {
      ...{ format: 1, installation: this.#installation(), version: VERSION, atMs },
      historyAtMs: isWhole ? atMs : this.#historyAtMs,
      databases: Object.fromEntries(databases.flatMap(({ name, chain }) => (chain ? [[name, chain]] : []))),
      files: Object.fromEntries(files),
    }
  }

  #neededObjects(): Set<string> {
    return new Set(
      [...this.#databases.values()].flatMap((each) => Array.from(each.objects(), (name) => `objects/${name}`)),
    )
  }
}

/** Thrown when another process took the target over; this one must not write any more. */
class OwnerChanged extends TargetFailed {}

/** Returns the databases that are being written: values, entities, the newest day and month of history. */
function writtenOf(names: readonly string[]): Set<string> {
  const history = names.filter((name) => name.startsWith(`${HISTORY_FOLDER}/`)).toSorted()
  const records = history.filter((name) => name.startsWith(RECORDS))
  const days = history.filter((name) => !name.startsWith(RECORDS))
  return new Set([TELEMETRY_FILE, ENTITY_FILE, records.at(-1), days.at(-1)].filter((name) => name !== undefined))
}
