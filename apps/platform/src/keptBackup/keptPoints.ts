/** @file Which points of a backup are kept, and which objects are then no longer needed. */
import type { BackupProblem } from './backupStatus.ts'
import { type Part, partsOf, type Point, type PointName } from './point.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Every point of the last quarter of an hour is kept; after that the newest of each span, as many spans. */
const ALL_MS = 15 * MINUTE_MS
const SPANS: readonly { readonly ms: number; readonly count: number }[] = [
  { ms: HOUR_MS, count: 48 },
  { ms: DAY_MS, count: 14 },
  { ms: 7 * DAY_MS, count: 8 },
]

/** Selects the points to keep by their age. `points` are newest first. */
export function pointsToKeep<P extends { readonly atMs: number }>(points: readonly P[]): P[] {
  const [newest] = points
  if (newest === undefined) return []
  const kept = new Set(points.filter(({ atMs }) => newest.atMs - atMs <= ALL_MS))
  for (const { ms, count } of SPANS) {
    const firstSpan = Math.floor(newest.atMs / ms) - count
    const spans = new Set<number>()
    for (const point of points) {
      const span = Math.floor(point.atMs / ms)
      if (span <= firstSpan || spans.has(span)) continue
      spans.add(span)
      kept.add(point)
    }
  }
  return points.filter((point) => kept.has(point))
}

/** Object, and the number of points that need it. */
interface Use extends Part {
  count: number
}

interface Kept extends PointName {
  readonly bytes: number
  readonly uses: readonly Use[]
}

/** Points of a target with the bytes that they need. */
export class KeptPoints {
  /** Newest first. */
  #points: Kept[] = []
  readonly #uses = new Map<string, Use>()
  #bytes = 0

  /** Bytes of all points and their objects. */
  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#points.length
  }

  isUsed(object: string): boolean {
    return this.#uses.has(object)
  }

  add(name: PointName, point: Point, bytes: number): void {
    const uses = Array.from(partsOf(point), (part) => this.#use(part))
    this.#points.push({ ...name, bytes, uses })
    this.#points.sort((one, other) => other.atMs - one.atMs)
    this.#bytes += bytes
  }

  #use({ object, bytes }: Part): Use {
    const known = this.#uses.get(object)
    if (known) {
      known.count += 1
      return known
    }
    const use = { object, bytes, count: 1 }
    this.#uses.set(object, use)
    this.#bytes += bytes
    return use
  }

  /** Drops points by age, then the oldest until all fit into `limitBytes`; returns the files to remove. */
  thin(limitBytes: number): string[] {
    const kept = new Set(pointsToKeep(this.#points))
    const removed = this.#points.filter((point) => !kept.has(point)).flatMap((point) => this.#drop(point))
    while (this.#bytes > limitBytes && this.#points.length > 1) {
      const oldest = this.#points.at(-1)
      if (oldest) removed.push(...this.#drop(oldest))
    }
    return removed
  }

  /** Explains that the newest point alone takes more than the limit; undefined when all points fit. */
  problemAbove(limitBytes: number): BackupProblem | undefined {
    if (this.#bytes <= limitBytes) return undefined
    return {
      says: `the newest backup alone takes ${Math.ceil(this.#bytes / 1e9)} GB`,
      fix: 'raise GREENWAVE_BACKUP_LIMIT, or keep less history: GREENWAVE_TELEMETRY_RETENTION',
    }
  }

  #drop(point: Kept): string[] {
    this.#points = this.#points.filter((each) => each !== point)
    this.#bytes -= point.bytes
    const removed = [`points/${point.name}`]
    for (const use of point.uses) {
      use.count -= 1
      if (use.count > 0) continue
      this.#uses.delete(use.object)
      this.#bytes -= use.bytes
      removed.push(`objects/${use.object}`)
    }
    return removed
  }
}
