/**
 * @file Keeps a backup up to date.
 *
 * Every few seconds the pages that changed in each database are read from its write-ahead log (changedPages.ts),
 * compressed, encrypted and stored as objects, which never change. Then a *point* is stored: a list of the objects of
 * each database. A point is written last, so that every point that is listed can be restored, whenever the process
 * ends. A database that is new, was lost sight of, or has more changes than content is copied completely; large ones
 * beside the rest. Points get fewer with age, and objects without a point are removed.
 *
 * The databases are read in the order of a backup: values, history, entities. History that cannot be copied prevents no
 * point: it is reported, and the point states up to when history is complete.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '@greenwave/client/version'
import {
  databaseFiles,
  ENTITY_FILE,
  EVIDENCE_KEY_FILE,
  SIGNING_KEY_FILE,
  TELEMETRY_FILE,
} from '../store/databaseFiles.ts'
import { CONTENTS_FILE, readContents } from '../store/folderContents.ts'
import { type BackupProblem, STATUS_FILE } from './backupStatus.ts'
import { CopiedDatabase, type StorePages, writtenOf } from './copiedDatabase.ts'
import { KeptPoints } from './keptPoints.ts'
import { listPoints, OBJECT_NAME, openPoint, type Point, type PointName, sealPoint } from './point.ts'
import { type BackupKey, sealBytes } from './seal.ts'
import { copyFailure, type Target, TargetFailed } from './target.ts'
import { OwnerChanged, TargetOwner } from './targetOwner.ts'

/** A clock may step back by so much, milliseconds. */
const MOST_AHEAD_MS = 60_000

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
  /** Problem in spite of which a point was stored. */
  readonly problem?: BackupProblem | undefined
}

/** Keeps the backup of one data folder at one target. */
export class BackupKeeper {
  readonly #options: KeeperOptions
  readonly #owner: TargetOwner
  #databases = new Map<string, CopiedDatabase>()
  /** Whether the target is known to be that of this installation. */
  #isBegun = false
  #kept: KeptPoints | undefined
  #lastPointMs: number | undefined
  #historyAtMs = 0
  /** Objects that may be part of no point and no chain yet. */
  readonly #fresh = new Set<string>()
  /** Copy of a large database that is under way. */
  #besides: Promise<void> | undefined
  #historyProblem: BackupProblem | undefined
  #replaced: OwnerChanged | undefined

  constructor(options: KeeperOptions) {
    this.#options = options
    this.#owner = new TargetOwner(options.target, options.shown)
    this.#lastPointMs = options.lastPointMs
  }

  /** Stores what changed, and a point. @throws {TargetFailed} when the target fails; the next round goes on */
  async round(): Promise<Round> {
    const { limitBytes, target, key, now = Date.now } = this.#options
    if (this.#replaced) throw this.#replaced
    try {
      if (!this.#isBegun) await this.#begin()
      this.#isBegun = true
      await this.#owner.check()
      const atMs = now()
      this.#checkClock(atMs)
      const isWhole = await this.#advance()
      const point = this.#pointOf(atMs, isWhole)
      const sealed = await sealPoint(point, key)
      await target.put(`points/${sealed.name}`, sealed.bytes)
      this.#lastPointMs = atMs
      this.#historyAtMs = point.historyAtMs
      // After the point: reading all that there are takes long on some targets.
      if (this.#kept === undefined) this.#kept = await this.#readKept()
      else this.#kept.add({ name: sealed.name, atMs }, point, sealed.bytes.length)
      const kept = this.#kept
      const removed = kept.thin(limitBytes)
      const needed = this.#neededObjects()
      await target.remove(removed.filter((name) => !needed.has(name)))
      if (this.#besides === undefined) this.#fresh.clear()
      const problem = this.#historyProblem ?? kept.problemAbove(limitBytes)
      this.#historyProblem = undefined
      return {
        ...{ atMs, historyAtMs: point.historyAtMs, keptBytes: kept.bytes, points: kept.count, problem },
        toCopyBytes: [...this.#databases.values()]
          .filter(({ chain, isCopying }) => chain === undefined || isCopying)
          .reduce((sum, { bytes }) => sum + bytes, 0),
      }
    } catch (error) {
      if (error instanceof OwnerChanged) this.#replaced = error
      // The target may be another one now: it is looked at again.
      if (error instanceof TargetFailed) {
        this.#isBegun = false
        this.#kept = undefined
      }
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

  /** Makes sure that the target is that of this installation, and goes on from its newest point. */
  async #begin(): Promise<void> {
    const { target, key, dataDir } = this.#options
    const mustExist = this.#lastPointMs !== undefined
    await this.#owner.claim(this.#installation(), mustExist && join(dataDir, STATUS_FILE))
    const names = await listPoints(target)
    this.#lastPointMs = names[0]?.atMs
    if (this.#databases.size > 0) return
    for (const [index, name] of names.entries()) {
      const point = await this.#readOwnPoint(name, index === 0, key)
      if (point === undefined) continue
      this.#takeOver(point)
      return
    }
  }

  /** Reads all points, removes objects that an earlier run left without one, and has missing ones copied again. */
  async #readKept(): Promise<KeptPoints> {
    const { target, key } = this.#options
    const kept = new KeptPoints()
    let isAllReadable = true
    for (const name of await listPoints(target)) {
      const point = await this.#readOwnPoint(name, false, key)
      if (point === undefined) isAllReadable = false
      else kept.add(name, point, 0)
    }
    const known = this.#neededObjects()
    const found = new Set(await target.list('objects'))
    for (const [name, { chain, isCopying }] of this.#databases) {
      const isLost = chain?.parts.some(({ object }) => known.has(`objects/${object}`) && !found.has(object)) ?? false
      if (isLost && !isCopying) this.#forget(name)
    }
    // An unreadable point may need the others; a wrong key must not remove a backup.
    if (!isAllReadable) return kept
    const needed = this.#neededObjects()
    const strays = [...found].filter((name) => OBJECT_NAME.test(name) && !kept.isUsed(name))
    await target.remove(strays.map((name) => `objects/${name}`).filter((name) => !needed.has(name)))
    return kept
  }

  #forget(name: string): void {
    this.#databases.get(name)?.close()
    this.#databases.delete(name)
  }

  /** Refuses a clock before the newest point: new points would count as old ones, and be removed. */
  #checkClock(atMs: number): void {
    if (this.#lastPointMs === undefined || this.#lastPointMs <= atMs + MOST_AHEAD_MS) return
    const last = new Date(this.#lastPointMs).toISOString()
    throw new TargetFailed(
      `the newest backup in ${this.#options.shown} is of ${last}, and the clock is at ${new Date(atMs).toISOString()}`,
      'set the clock; if it was ahead before, move the files of later times out of the folder points',
    )
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

  #installation(): string {
    const contents = readContents(this.#options.dataDir)
    if (contents) return contents.installation
    throw new TargetFailed(`${this.#options.dataDir} lacks ${CONTENTS_FILE}`, 'start Greenwave, which writes it')
  }

  /** Stores what changed since the last round. Resolves with whether all history is in it. */
  async #advance(): Promise<boolean> {
    const files = databaseFiles(this.#options.dataDir)
    const names = new Set(files.map(({ name }) => name))
    for (const [name, database] of this.#databases) {
      if (!names.has(name) && !database.isCopying) this.#forget(name)
    }
    const written = writtenOf([...names])
    let isWhole = true
    for (const { name, path } of files) {
      const database = this.#databases.get(name) ?? new CopiedDatabase(name, path, undefined)
      this.#databases.set(name, database)
      const isHistory = name !== TELEMETRY_FILE && name !== ENTITY_FILE
      try {
        await this.#advanceOne(database, isHistory, written.has(name))
      } catch (error) {
        if (!isHistory || error instanceof TargetFailed) throw copyFailure(error, name)
        this.#historyProblem = copyFailure(error, name).status
      }
      if (database.isBehind && !isHistory) {
        throw new TargetFailed(`${name} changes faster than it can be stored`, 'see that the target is quick enough')
      }
      isWhole &&= !database.isBehind
    }
    return isWhole
  }

  async #advanceOne(database: CopiedDatabase, isHistory: boolean, isWritten: boolean): Promise<void> {
    if (database.isCopying || (!isWritten && (database.isClosedCopy() || this.#besides !== undefined))) return
    const needsCopy = database.needsCopy()
    if (needsCopy && isHistory && (database.isLarge || !isWritten)) this.#copyBesides(database)
    else if (needsCopy) await database.copy(this.#store)
    else {
      await database.storeChanges(this.#store)
      if (!isWritten) database.closeFile()
    }
  }

  /** Copies large databases one after the other, while rounds go on. */
  #copyBesides(database: CopiedDatabase): void {
    if (this.#besides !== undefined) return
    this.#besides = database
      .copy(this.#store)
      .catch((error: unknown) => {
        this.#historyProblem = copyFailure(error, database.name).status
      })
      .finally(() => {
        this.#besides = undefined
      })
  }

  readonly #store: StorePages = async (bytes) => {
    const sealed = await sealBytes(bytes, this.#options.key)
    this.#fresh.add(`objects/${sealed.name}`)
    await this.#options.target.put(`objects/${sealed.name}`, sealed.bytes)
    return { object: sealed.name, bytes: sealed.bytes.length }
  }

  #pointOf(atMs: number, isWhole: boolean): Point {
    const { dataDir } = this.#options
    const databases = [...this.#databases.values()]
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
    const parts = [...this.#databases.values()].flatMap(({ chain }) => chain?.parts ?? [])
    return new Set([...this.#fresh, ...parts.map(({ object }) => `objects/${object}`)])
  }
}
