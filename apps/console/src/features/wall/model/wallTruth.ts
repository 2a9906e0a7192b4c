import type { FleetStatus } from '../../../data/fleet/Fleet.ts'
import type { WatchState } from '../../../data/watch.ts'

/** Whether what the wall shows is so now. Times are epoch milliseconds; null if they are not known. */
export type WallTruth =
  /** First read in progress. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'now' }
  /** The live connection is gone: this is how it was. */
  | { readonly kind: 'lost'; readonly sinceMs: number | null }
  /** No watcher evaluates the junctions. */
  | { readonly kind: 'unwatched'; readonly sinceMs: number | null }
  /** The connection is there, but the incidents or the junctions cannot be read. */
  | { readonly kind: 'old'; readonly sinceMs: number | null }

/** The facts from which it follows. */
export interface TruthFacts {
  readonly lost: boolean
  readonly watch: WatchState
  /** How true the incidents are, and how true the junctions. */
  readonly status: Pick<FleetStatus, 'atMs' | 'error'>
  readonly fleet: Pick<FleetStatus, 'atMs' | 'error'>
  /** The platform's time. */
  readonly nowMs: number
}

/** Age beyond which data counts as old, milliseconds. Incidents are read every ten seconds, junctions every minute. */
const OLD_AFTER_MS = 60_000

/** Returns whether what is shown is so now, and why not. */
export function wallTruth({ lost, watch, status: { atMs, error }, fleet, nowMs }: TruthFacts): WallTruth {
  const reportedMs = 'atMs' in watch && watch.atMs > 0 ? watch.atMs : null
  if (lost) return { kind: 'lost', sinceMs: reportedMs }
  switch (watch.kind) {
    case 'unknown':
      return { kind: 'reading' }
    case 'never':
    case 'lapsed':
      return { kind: 'unwatched', sinceMs: reportedMs }
    case 'watched':
      if (atMs === null) return error ? { kind: 'old', sinceMs: null } : { kind: 'reading' }
      if (nowMs - atMs > OLD_AFTER_MS) return { kind: 'old', sinceMs: atMs }
      if (fleet.error && nowMs - (fleet.atMs ?? 0) > OLD_AFTER_MS) return { kind: 'old', sinceMs: fleet.atMs }
      return { kind: 'now' }
  }
}
