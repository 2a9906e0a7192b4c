/** @file How many file handles the process may open, and how they are shared out. */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import type { FastifyBaseLogger } from 'fastify'
import { LIMITS } from '../limits/limits.ts'

/** Controller connections that there must be room for: twice the number that one process promises to carry. */
export const WANTED_DEVICE_CONNECTIONS = 10_000

/**
 * Handles that the process needs whatever it stores: its own files, its threads, the entity database, the latest
 * values.
 */
const OWN_HANDLES = 128
/** Handles for one day's history: the database, its log and the log's index. */
const HANDLES_OF_DAY = 3

/** The most connections of each kind, and the handles kept for files. */
export interface HandleShares {
  readonly http: number
  readonly live: number
  readonly devices: number
  /** Handles kept free for the store's files. */
  readonly files: number
  /** Number of handles that would be enough for everything; undefined when the process has that many. */
  readonly tooFewFor: number | undefined
}

const DAY_MS = 86_400_000
/** Every kind gets at least one connection, even in a process with hardly any handles. */
const LEAST = 1

/** Returns how many handles this process may open, or undefined when the system does not tell. */
export function handleLimit(): number | undefined {
  try {
    // Node raises the soft limit to the hard limit when it starts.
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined || soft === 'unlimited' ? undefined : Number(soft)
  } catch {
    return limitOfReport()
  }
}

function limitOfReport(): number | undefined {
  const report: unknown = process.report?.getReport()
  const limits: unknown = Reflect.get(Object(report), 'userLimits')
  const soft: unknown = Reflect.get(Object(Reflect.get(Object(limits), 'open_files')), 'soft')
  return typeof soft === 'number' ? soft : undefined
}

/**
 * Shares out the handles. Files come first, because a platform that cannot open its files loses data. When the rest is
 * too little for all connections, each kind gets its part in proportion to what it wants.
 * @param limit handles that the process may open; undefined counts as enough
 * @param retentionMs how long telemetry is kept, milliseconds; each day of it is a file
 * @param recordRetentionMs how long records are kept, milliseconds; each month of them is a file
 */
export function shareHandles(limit: number | undefined, retentionMs: number, recordRetentionMs = 0): HandleShares {
  const days = Math.ceil(retentionMs / DAY_MS) + 2
  const months = Math.ceil(recordRetentionMs / (28 * DAY_MS)) + 2
  const files = OWN_HANDLES + (days + months) * HANDLES_OF_DAY
  const wanted = LIMITS.httpConnections.value + LIMITS.liveSockets.value + WANTED_DEVICE_CONNECTIONS
  if (limit === undefined || limit >= files + wanted) {
    const rest = (limit ?? Number.POSITIVE_INFINITY) - files - LIMITS.httpConnections.value - LIMITS.liveSockets.value
    const devices = Math.min(LIMITS.deviceConnections.value, rest)
    return { http: LIMITS.httpConnections.value, live: LIMITS.liveSockets.value, devices, files, tooFewFor: undefined }
  }
  // Even with a very long retention, half of the handles stay for connections.
  const kept = Math.min(files, Math.floor(limit / 2))
  const part = (count: number): number => Math.max(LEAST, Math.floor((count * (limit - kept)) / wanted))
  return {
    http: part(LIMITS.httpConnections.value),
    live: part(LIMITS.liveSockets.value),
    devices: part(WANTED_DEVICE_CONNECTIONS),
    files: kept,
    tooFewFor: files + wanted,
  }
}

/** Logs a warning when there are too few handles for all connections. */
export function warnOfFewHandles({ tooFewFor, ...most }: HandleShares, log: FastifyBaseLogger): void {
  if (tooFewFor === undefined) return
  log.warn(
    { most },
    `this process may open fewer files than the ${tooFewFor} that it can use: it takes fewer connections; raise LimitNOFILE, or ulimit -n`,
  )
}
