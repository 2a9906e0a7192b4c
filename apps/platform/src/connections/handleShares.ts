/** @file How many handles the process may open, and which part of it takes how many. */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import {
  HANDLES_OF_DAY,
  MAX_DEVICE_CONNECTIONS,
  MAX_HTTP_CONNECTIONS,
  MAX_LIVE_SOCKETS,
  OWN_HANDLES,
  WANTED_DEVICE_CONNECTIONS,
} from './limits.ts'

/** Most connections of each kind. */
export interface HandleShares {
  readonly http: number
  readonly live: number
  readonly devices: number
  /** What stays free for the store's files. */
  readonly files: number
  /** Handles that would be enough for everything; undefined when there are as many. */
  readonly tooFewFor: number | undefined
}

const DAY_MS = 86_400_000
/** Even a process that may open next to nothing takes a connection. */
const LEAST = 1

/** Returns how many handles this process may open; undefined where the system does not say. */
export function handleLimit(): number | undefined {
  try {
    // Node raises the soft limit to the hard one as it starts.
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
 * Divides handles. Files come first, since a platform that cannot open them loses its work; connections share the rest, in the
 * proportion in which they are wanted when it is too little.
 * @param limit handles that the process may open; undefined counts as enough
 * @param retentionMs how long telemetry is kept: each day of it is a file
 */
export function shareHandles(limit: number | undefined, retentionMs: number): HandleShares {
  const days = Math.ceil(retentionMs / DAY_MS) + 2
  const files = OWN_HANDLES + days * HANDLES_OF_DAY
  const wanted = MAX_HTTP_CONNECTIONS + MAX_LIVE_SOCKETS + WANTED_DEVICE_CONNECTIONS
  if (limit === undefined || limit >= files + wanted) {
    const rest = (limit ?? Number.POSITIVE_INFINITY) - files - MAX_HTTP_CONNECTIONS - MAX_LIVE_SOCKETS
    const devices = Math.min(MAX_DEVICE_CONNECTIONS, rest)
    return { http: MAX_HTTP_CONNECTIONS, live: MAX_LIVE_SOCKETS, devices, files, tooFewFor: undefined }
  }
  // A very long retention may not starve the connections altogether.
  const kept = Math.min(files, Math.floor(limit / 2))
  const part = (count: number): number => Math.max(LEAST, Math.floor((count * (limit - kept)) / wanted))
  return {
    http: part(MAX_HTTP_CONNECTIONS),
    live: part(MAX_LIVE_SOCKETS),
    devices: part(WANTED_DEVICE_CONNECTIONS),
    files: kept,
    tooFewFor: files + wanted,
  }
}
