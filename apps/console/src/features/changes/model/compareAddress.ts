import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

const SIDE =
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:(now|reported|observed)|(before|after)-([1-9]\d{0,15}))$/i
const Side = z.string().check(z.regex(SIDE))

/**
 * The query parameters of a comparison. A side is the id of a device and what of it, such as `<id>.now` or
 * `<id>.after-1795309200123`. An invalid one counts as none.
 */
export const CompareAddress = z.object({
  left: otherwise(z.optional(Side), undefined),
  right: otherwise(z.optional(Side), undefined),
  /** Whether what is the same is shown, too. */
  all: otherwise(z.optional(z.boolean()), undefined),
})
export type CompareAddress = z.infer<typeof CompareAddress>

/**
 * Settings of a device to compare: as set, as reported, as observed, or all settings before or after a change, by its
 * time in epoch milliseconds.
 */
export type ComparedPoint =
  | { readonly kind: 'now' | 'reported' | 'observed' }
  | { readonly kind: 'before' | 'after'; readonly atMs: number }

/** Side of a comparison. */
export interface ComparedSide {
  readonly deviceId: string
  readonly point: ComparedPoint
}

/** Returns the side that a parameter names; undefined for none. */
export function parseSide(text: string | undefined): ComparedSide | undefined {
  const [, deviceId, live, edge, ms] = SIDE.exec(text ?? '') ?? []
  if (!deviceId) return undefined
  if (live) return { deviceId, point: { kind: live.toLowerCase() as 'now' } }
  return { deviceId, point: { kind: edge?.toLowerCase() as 'before', atMs: Number(ms) } }
}

/** Returns the parameter that names a side. */
export function writeSide({ deviceId, point }: ComparedSide): string {
  return `${deviceId}.${point.kind}${'atMs' in point ? `-${point.atMs}` : ''}`
}
