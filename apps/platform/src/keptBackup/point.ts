import * as z from 'zod/mini'
import { BACKED_UP_NAME } from '../store/backupManifest.ts'
import { type BackupKey, openSealed, type Sealed, sealBytes } from './seal.ts'
import { type Target, TargetFailed } from './target.ts'

/** Name of an object. */
export const OBJECT_NAME = /^[0-9a-f]{64}\.zst(?:\.age)?$/
const POINT_NAME = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)_([0-9a-f]{64}\.zst(?:\.age)?)$/
const MOST_PAGES = 4_294_967_294

const Part = z.object({
  object: z.string().check(z.regex(OBJECT_NAME)),
  bytes: z.number().check(z.nonnegative()),
})
/** Stored object with pages of a database. Pages of later parts replace those of earlier ones. */
export type Part = z.infer<typeof Part>

const Chain = z.object({
  pageSize: z.number().check(z.int(), z.minimum(512), z.maximum(65_536)),
  pageCount: z.number().check(z.int(), z.minimum(1), z.maximum(MOST_PAGES)),
  parts: z.array(Part),
  /** Size and time of a file that is no longer written, which show that it did not change; milliseconds. */
  closed: z.optional(z.object({ bytes: z.number(), changedMs: z.number() })),
})
/** Database as its parts, oldest first. */
export type Chain = z.infer<typeof Chain>

const FileName = z.string().check(z.regex(BACKED_UP_NAME))
const Point = z.object({
  format: z.literal(1),
  installation: z.string(),
  /** Version of Greenwave that made it. */
  version: z.string(),
  /** Everything acknowledged before was copied, epoch milliseconds. */
  atMs: z.number(),
  /** Time up to which history is complete, epoch milliseconds; 0 until all of it was copied once. */
  historyAtMs: z.number(),
  databases: z.record(FileName, Chain),
  /** Keys and the list of contents, base64. */
  files: z.record(FileName, z.string()),
})
/** State of a data folder at one time. Written after everything that it names, so what is listed can be restored. */
export type Point = z.infer<typeof Point>

/** Name of a stored point and its time, epoch milliseconds. */
export interface PointName {
  readonly name: string
  readonly atMs: number
}

/** Seals a point. */
export async function sealPoint(point: Point, key: BackupKey | undefined): Promise<Sealed> {
  const sealed = await sealBytes(Buffer.from(JSON.stringify(point)), key)
  const time = new Date(point.atMs).toISOString().replaceAll(/[:.]/g, '-')
  return { name: `${time}_${sealed.name}`, bytes: sealed.bytes }
}

/** Lists the points of a target, newest first. Other files are left out. */
export async function listPoints(target: Target): Promise<PointName[]> {
  const names = (await target.list('points')).flatMap((name) => {
    const atMs = timeOf(name)
    return atMs === undefined ? [] : [{ name, atMs }]
  })
  return names.toSorted((one, other) => (one.name < other.name ? 1 : -1))
}

function timeOf(name: string): number | undefined {
  const time = POINT_NAME.exec(name)?.[1]
  if (time === undefined) return undefined
  const atMs = Date.parse(time.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'))
  return Number.isNaN(atMs) ? undefined : atMs
}

/** Reads a point. @throws {TargetFailed} when it is damaged, of a newer release, or sealed with another key */
export async function openPoint(target: Target, name: string, key: BackupKey | undefined): Promise<Point> {
  const bytes = await target.get(`points/${name}`)
  if (bytes === undefined) throw new TargetFailed(`${name} of the backup is missing`, 'use another time')
  const opened = await openSealed({ name, bytes }, key)
  const point = Point.safeParse(parseJson(opened))
  if (point.success) return point.data
  throw new TargetFailed(`${name} of the backup cannot be read`, 'use another time or a newer release')
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Lists the objects of a point with their sizes. */
export function* partsOf({ databases }: Point): Generator<Part> {
  for (const { parts } of Object.values(databases)) yield* parts
}
