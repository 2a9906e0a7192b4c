/**
 * @file A rollout: one change for many junctions, sent in stages. It is an asset of type `rollout`, its content the
 * asset's `additionalInfo`, so that every writer saves with a version and no step is lost. docs/rollouts.md
 * shows one.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'
import { Time } from '../time.ts'
import type { AttributeSet } from './changeRecords.ts'
import { MOST_JUNCTIONS } from './recordKeys.ts'

/** The longest content that platforms keep in the notes of an asset, characters, with some room. */
const MOST_TEXT = 64_000
/** Most characters that are kept of a junction while the rollout is sent: time, state and reason of a failure. */
const LEFT_PER_TARGET = 45
/** The end of a mode at a junction, which one that failed does not need any more, characters. */
const END_LENGTH = `,"until":${Date.UTC(2026, 0)}`.length
/** The longest answer of a platform that is kept of a junction, characters. */
const MOST_SAID = 120

const Name = z.string().check(z.minLength(1), z.maxLength(255))
const optional = <S extends z.core.$ZodType>(schema: S) => z.catch(z.optional(schema), undefined)

/**
 * How far one junction is.
 *
 * - todo: nothing was sent yet
 * - sending: it is about to be sent, or was: whoever goes on looks at the device first
 * - sent: the platform has it, and the controller has time to answer
 * - reported: the controller reports it, and the street is watched
 * - noReport: a controller that reports nothing was given it, and the street is watched
 * - seen: the street shows it
 * - taken: the controller reports it, and the street has nothing to show of it, or did not within ten minutes
 * - same: it had these values already
 * - waiting: the controller is offline, and gets it when it comes back
 * - failed: `why` says what happened
 */
export const TARGET_STATES = [
  'todo',
  'sending',
  'sent',
  'reported',
  'noReport',
  'seen',
  'taken',
  'same',
  'waiting',
  'failed',
] as const
export type TargetState = (typeof TARGET_STATES)[number]

/**
 * Why a junction failed.
 *
 * - refused: the platform rejected the values; `said` has its reason
 * - changed: a value changed after the preview, so nothing was sent
 * - invalid: the values are out of range for this junction, so nothing was sent
 * - gone: there is no such device any more
 * - offline: the clock of a controller that is away cannot be set, so nothing was sent
 * - late: the time at which the mode was to end was over, so nothing was sent
 * - notConfirmed: connected, and it does not report the values
 * - differs: it reports other values
 * - streetDiffers: it reports them, and the street shows something else
 * - replaced: other values were written after these
 */
const FAILURES = [
  'refused',
  'changed',
  'invalid',
  'gone',
  'offline',
  'late',
  'notConfirmed',
  'differs',
  'streetDiffers',
  'replaced',
] as const
export type Failure = (typeof FAILURES)[number]

const Values = z.pipe(
  z.record(Name, z.unknown()),
  z.transform((values) => values as AttributeSet),
)

const WireTarget = z.object({
  id: Name,
  was: z.string().check(z.maxLength(16)),
  state: z.enum(TARGET_STATES),
  at: optional(Time),
  why: optional(z.enum(FAILURES)),
  said: optional(z.string().check(z.maxLength(MOST_SAID))),
  values: optional(Values),
  until: optional(Time),
})

/** A junction of a rollout. */
export interface RolloutTarget {
  /** The id of the device. */
  readonly id: string
  /** Fingerprint of the previewed values; see `fingerprint` of packages/rollout. */
  readonly was: string
  readonly state: TargetState
  /** When its change was begun, epoch milliseconds: the time of its `gw_change`. */
  readonly at?: number | undefined
  readonly why?: Failure | undefined
  readonly said?: string | undefined
  /** Values for this junction only, besides those for all: an offset in a green wave. */
  readonly values?: AttributeSet | undefined
  /** When the mode ends at this junction, such as with its next change of plan; left out: as at all others. */
  readonly until?: number | undefined
}

const WireRollout = z.object({
  v: z.literal(1),
  kind: z.enum(['settings', 'mode', 'clock']),
  values: Values,
  title: optional(z.string().check(z.maxLength(255))),
  until: optional(z.nullable(Time)),
  notBefore: optional(Time),
  from: optional(z.object({ id: Name, name: z.string() })),
  by: z.object({ id: z.string(), name: z.string() }),
  why: z._default(z.string(), ''),
  at: Time,
  groupSize: z.int().check(z.positive()),
  stopAfter: z.int().check(z.positive()),
  run: z.enum(['running', 'stopped', 'over']),
  asked: optional(z.enum(['stop'])),
  tolerated: z._default(z.int().check(z.nonnegative()), 0),
  sender: z._default(z.nullable(z.object({ id: Name, name: z.string(), until: Time })), null),
  targets: z.array(WireTarget).check(z.minLength(1), z.maxLength(MOST_JUNCTIONS)),
})

/** A change for many junctions. Times are epoch milliseconds by the platform's clock. */
export interface Rollout {
  readonly kind: 'settings' | 'mode' | 'clock'
  /** The shared attributes that every junction is to have; empty for `clock`, whose value is the time of sending. */
  readonly values: AttributeSet
  /** Purpose, if it adds to the values: the name of a green wave. */
  readonly title?: string | undefined
  /** Until when a mode holds, or null for one without an end. Where each has an end of its own, the last of these. */
  readonly until?: number | null | undefined
  /** Nothing is sent before this time: the next change of plan, say. Whoever has it open sends it then, or else the watcher. */
  readonly notBefore?: number | undefined
  /** The junction whose settings are copied. */
  readonly from?: { readonly id: string; readonly name: string } | undefined
  /** Who made it, and why. */
  readonly by: { readonly id: string; readonly name: string }
  readonly why: string
  readonly at: number
  /** How many junctions are sent to at once, after the first one has shown it. */
  readonly groupSize: number
  /** After how many failures it stops. */
  readonly stopAfter: number
  /** running, also without a sender at the moment; stopped by a user or by failures; over. */
  readonly run: 'running' | 'stopped' | 'over'
  /** A user requests the sender to stop. */
  readonly asked?: 'stop' | undefined
  /** Number of failures when a user last continued the rollout. */
  readonly tolerated: number
  /** Sender, and the end of its lease. */
  readonly sender: { readonly id: string; readonly name: string; readonly until: number } | null
  /** In the order in which they are sent to. */
  readonly targets: readonly RolloutTarget[]
}

/** Returns whether platforms keep a rollout: hundreds of junctions with values of their own may be too much for one. */
export function fitsRollout(rollout: Rollout): boolean {
  const left = rollout.targets.map(({ until }) => LEFT_PER_TARGET - (until === undefined ? 0 : END_LENGTH))
  return JSON.stringify(rollout).length <= MOST_TEXT - left.reduce((sum, length) => sum + length, 0)
}

/** Most characters of a rollout besides its targets, and of a target besides its values. */
const MOST_HEAD = 2500
const MOST_OF_TARGET = 90

/** Returns how many junctions with values of their own fit into one rollout, from the first one on. */
export function howManyFit(own: readonly AttributeSet[]): number {
  let left = MOST_TEXT - MOST_HEAD
  const first = own.findIndex((values) => {
    left -= JSON.stringify(values).length + MOST_OF_TARGET + LEFT_PER_TARGET
    return left < 0
  })
  return Math.min(first === -1 ? own.length : first, MOST_JUNCTIONS)
}

/**
 * Returns a rollout as the notes of its asset. Where they do not fit, the answers of platforms are left out, and then the
 * ends of a mode where it failed.
 */
export function writeRollout(rollout: Rollout): { readonly v: 1 } & Rollout {
  const cut = rollout.targets.map((target) =>
    target.said === undefined ? target : { ...target, said: target.said.slice(0, MOST_SAID) },
  )
  const whole = { v: 1 as const, ...rollout, targets: cut }
  if (isShort(whole)) return whole
  const unsaid = { ...whole, targets: cut.map((target) => ({ ...target, said: undefined })) }
  if (isShort(unsaid)) return unsaid
  const endless = unsaid.targets.map((target) => (target.state === 'failed' ? { ...target, until: undefined } : target))
  return { ...unsaid, targets: endless }
}

const isShort = (rollout: Rollout): boolean => JSON.stringify(rollout).length <= MOST_TEXT

/** Returns the rollout in the notes of an asset; undefined if there is none that can be gone on with. */
export function parseRollout(additionalInfo: unknown): Rollout | undefined {
  const read = parseJson(WireRollout, additionalInfo)
  if (!read) return undefined
  const { v: _, ...rollout } = read
  return rollout
}
