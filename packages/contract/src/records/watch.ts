/**
 * @file What the watcher keeps on the platform about junctions, in the platform's own terms: attributes of the server
 * scope on devices, and its pulse on an asset and on customers. Values are read tolerantly: over REST and MQTT they keep
 * their JSON types, over the live socket and in entity queries they are text.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'

/** Attributes of the server scope of a device, written when they change. */
export const JUNCTION_KEYS = {
  /** How bad: 0 to 5, see `JunctionLevel`. */
  level: 'gw_level',
  /** Code of the worst open incident, or `hold`, `muted`, `ok`, `unknown`. */
  state: 'gw_state',
  /** Since when that state holds, epoch milliseconds. */
  since: 'gw_since',
  /** Observed mode: 0, 1, 2, 4, or -1 without samples. */
  mode: 'gw_mode',
  /** A `Mute`, written by people. */
  mute: 'gw_mute',
  /** A `Hold`, written by people. */
  hold: 'gw_hold',
  /** A `Held`, written by the watcher. */
  held: 'gw_held',
} as const

/**
 * How bad a junction's state is: 5 danger, 4 fault, 3 deviation, 2 held or flashing with an end, 1 muted, 0 healthy or
 * unknown.
 */
const JUNCTION_LEVELS = [5, 4, 3, 2, 1, 0] as const
export type JunctionLevel = (typeof JUNCTION_LEVELS)[number]

/** Standing of a junction according to the watcher. */
export interface JunctionState {
  readonly level: JunctionLevel
  readonly state: string
  /** Epoch milliseconds. */
  readonly since: number
  /** Undefined when the watcher wrote none, -1 when no sample shows one. */
  readonly mode: number | undefined
}

const WireNumber = z.union([z.number(), z.pipe(z.string().check(z.regex(/^-?\d+(\.0)?$/)), z.transform(Number))])
const WireLevel = z.pipe(WireNumber, z.literal(JUNCTION_LEVELS))
const WireTime = WireNumber.check(z.nonnegative())

/**
 * Parses the standing of a junction from its attributes `gw_level`, `gw_state`, `gw_since` and `gw_mode` by
 * key. Undefined if the junction was never evaluated, or if level or state cannot be parsed.
 */
export function parseJunctionState(values: Readonly<Record<string, unknown>>): JunctionState | undefined {
  const level = z.safeParse(WireLevel, values[JUNCTION_KEYS.level])
  const state = z.safeParse(z.string().check(z.minLength(1)), values[JUNCTION_KEYS.state])
  if (!level.success || !state.success) return undefined
  const since = z.safeParse(WireTime, values[JUNCTION_KEYS.since])
  const mode = z.safeParse(WireNumber, values[JUNCTION_KEYS.mode])
  return {
    level: level.data,
    state: state.data,
    since: since.success ? since.data : 0,
    mode: mode.success ? mode.data : undefined,
  }
}

/** Attribute `gw_mute`: incidents of this junction are shown but neither counted nor notified until it ends. */
export const Mute = z.looseObject({
  /** Epoch milliseconds; a mute always has an end. */
  until: z.number(),
  /** E-mail address of the person who muted it. */
  by: z._default(z.string(), ''),
  why: z._default(z.string(), ''),
  /** When it was muted, epoch milliseconds. */
  at: z._default(z.number(), 0),
})
export type Mute = z.infer<typeof Mute>

/** Returns the mute that an attribute holds, as JSON or as the text of it; undefined for anything else. */
export function parseMute(value: unknown): Mute | undefined {
  return parseJson(Mute, value)
}

/** Type of the asset that carries the pulse for tenant administrators. */
export const WATCH_ASSET_TYPE = 'greenwave'
/** Name of that asset. */
export const WATCH_ASSET_NAME = 'Greenwave'

/** A pulse that is older than this says nothing any more, milliseconds. */
export const PULSE_VALID_MS = 180_000

/** Returns the key of the pulse of share `i` of `n`, counted from 1. */
export function pulseKey(i: number, n: number): string {
  return `gw_watch_${i}of${n}`
}

/** Returns which share an attribute is the pulse of, or undefined for another attribute. */
export function pulseShare(key: string): { readonly i: number; readonly n: number } | undefined {
  const match = /^gw_watch_([1-9]\d{0,3})of([1-9]\d{0,3})$/.exec(key)
  if (!match) return undefined
  const [i, n] = [Number(match[1]), Number(match[2])]
  return i <= n ? { i, n } : undefined
}

/** Parts that a watcher cannot hear at the moment. */
export const Unheard = z.object({
  /** silence: nothing comes of any junction, or the platform does not answer. refused: it refuses the live connection. */
  why: z.enum(['silence', 'refused']),
  /** Epoch milliseconds. */
  since: z.number(),
  /** Message of the platform; empty without one. */
  says: z._default(z.string(), ''),
})
export type Unheard = z.infer<typeof Unheard>

/**
 * Attribute `gw_watch_{i}of{n}`: written when it changes, at most once a second, and once a minute in any case. The
 * pulse of a customer counts that customer's devices.
 */
export const Pulse = z.looseObject({
  /** When the watcher wrote it, epoch milliseconds. */
  at: z.number(),
  /** Devices by level, as many as the array `JUNCTION_LEVELS`, level 0 first: `levels[5]` are in danger. */
  levels: z.array(z.number()).check(z.length(6)),
  /** Number of devices of level 0 that are not evaluated: never connected, or without settings. */
  unknown: z._default(z.number(), 0),
  /** Grows with every change of the level or state of a device. */
  revision: z.number(),
  /** How the watcher sends messages: by e-mail, and by web push with this public key (empty: not at all). Older ones send none. */
  tells: z.catch(z.optional(z.object({ email: z.boolean(), push: z.string() })), undefined),
  /** Parts that this watcher cannot hear, so that silence there raises nothing; absent while it hears all. */
  unheard: z.catch(z.optional(Unheard), undefined),
})
export type Pulse = z.infer<typeof Pulse>

/** Returns the pulse that an attribute holds, as JSON or as the text of it; undefined for anything else. */
export function parsePulse(value: unknown): Pulse | undefined {
  return parseJson(Pulse, value)
}
