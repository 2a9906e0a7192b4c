/** Milliseconds without a sample after which what is shown is old and must not look live. */
export const STALE_AFTER_MS = 3000

/**
 * How trustworthy the lamps on screen are. `lost`: the console itself has no live connection, so nothing can be said about now.
 */
export type Freshness =
  | { readonly kind: 'live'; readonly ageMs: number }
  | { readonly kind: 'stale'; readonly ageMs: number }
  | { readonly kind: 'lost'; readonly ageMs: number | null }
  | { readonly kind: 'noData' }

/** How the newest sample's age, in milliseconds (null for no sample), is to be taken. */
export function freshness(ageMs: number | null, connected: boolean): Freshness {
  if (!connected) return { kind: 'lost', ageMs }
  if (ageMs === null) return { kind: 'noData' }
  return ageMs > STALE_AFTER_MS ? { kind: 'stale', ageMs } : { kind: 'live', ageMs }
}

/** A length of time in its two largest useful units, for a person: whole numbers, the larger unit first. */
export type SpokenLength =
  | { readonly unit: 'seconds'; readonly seconds: number }
  | { readonly unit: 'minutes'; readonly minutes: number }
  | { readonly unit: 'hours'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'days'; readonly days: number; readonly hours: number }

/** Splits milliseconds for a person: seconds below a minute, minutes below an hour, hours below a day, then days. */
export function spokenLength(ms: number): SpokenLength {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return { unit: 'seconds', seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', minutes }
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return { unit: 'hours', hours, minutes: minutes % 60 }
  return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 }
}
