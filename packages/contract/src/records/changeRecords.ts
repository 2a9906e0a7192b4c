/**
 * @file A change of a device's settings as telemetry of the device: one value of `gw_change` for each change, at the
 * time at which it was begun. It can be read without this code: docs/changes.md shows one.
 */
import * as z from 'zod/mini'
import type { JsonValue } from '../wire/attributes.ts'
import { parseJson } from '../jsonValue.ts'
import { Time } from '../time.ts'

/** The limits of a record. Longer texts are cut, and values that are longer are named in `unkept`. */
const MOST = { keys: 200, key: 255, value: 2000, why: 300, words: 200, line: 300, name: 255, said: 500, text: 200_000 }

const Name = z.string().check(z.minLength(1), z.maxLength(MOST.name))
const textOf = (most: number) => z._default(z.string().check(z.maxLength(most)), '')
const Key = z.string().check(z.minLength(1), z.maxLength(MOST.key))
const Values = z.pipe(
  z.record(Key, z.unknown()).check(z.refine((values) => Object.keys(values).length <= MOST.keys)),
  z.transform((values) => values as AttributeSet),
)

/** Attributes by key. */
export type AttributeSet = Readonly<Record<string, JsonValue>>

/**
 * States of a change in its record. `changeProgress` decides the states after these; `ChangeState` of packages/changes names all.
 *
 * - begun: the platform was asked to write the settings; it did if they are there
 * - written: confirmed by the platform
 * - refused: rejected by the platform, with its reason (`said`)
 * - partly: values were written, and others that were to be removed were not
 */
export const RECORDED_STATES = ['begun', 'written', 'refused', 'partly'] as const
export type RecordedState = (typeof RECORDED_STATES)[number]

const WireChange = z.object({
  v: z.literal(1),
  id: Name,
  at: Time,
  by: z.object({ id: textOf(MOST.name), name: textOf(MOST.name) }),
  from: z._default(Name, 'unknown'),
  state: z.catch(z.enum(RECORDED_STATES), 'begun'),
  why: textOf(MOST.why),
  said: textOf(MOST.said),
  words: z.catch(z._default(z.array(z.string().check(z.maxLength(MOST.line))), []), []),
  restores: z.catch(z.optional(Time), undefined),
  batch: z.catch(z.optional(Name), undefined),
  until: z.catch(z.optional(z.nullable(Time)), undefined),
  untilBefore: z.catch(z.optional(z.nullable(Time)), undefined),
  scope: z.enum(['SHARED_SCOPE', 'SERVER_SCOPE']),
  after: Values,
  before: Values,
  unkept: z.catch(z._default(z.array(Key).check(z.maxLength(MOST.keys)), []), []),
})

/** An act of one user on one device. Times are epoch milliseconds. */
export interface ChangeRecord {
  /** The same for every attempt to write the same change. */
  readonly id: string
  /** When it was begun, by the platform's clock; the time of its telemetry value. */
  readonly at: number
  /** Who says to have made it. The platform's audit log is the witness of that. */
  readonly by: { readonly id: string; readonly name: string }
  /** From where: `console`, `command line`, `watcher`. */
  readonly from: string
  readonly state: RecordedState
  readonly why: string
  readonly said: string
  /** Description of the change, one line for each value, in English. */
  readonly words: readonly string[]
  /** The time of the change whose settings it brings back, if it does. */
  readonly restores?: number | undefined
  /** The same for all changes that were made at several devices as one. */
  readonly batch?: string | undefined
  /** Automatic end of the written mode; null: none, on purpose; absent for changes without an end. */
  readonly until?: number | null | undefined
  /**
   * When the hold was to end that it replaces, or, without `until`, that it ends early; null: never; left out where
   * nothing was held, and for an end in time.
   */
  readonly untilBefore?: number | null | undefined
  readonly scope: 'SHARED_SCOPE' | 'SERVER_SCOPE'
  /** Written values; null: removed. */
  readonly after: AttributeSet
  /** All settings of the scope before it, those too that it left alone. A key that is missing was not set. */
  readonly before: AttributeSet
  /** Keys whose values were too long to keep. */
  readonly unkept: readonly string[]
}

/** Returns a change as the value of its telemetry. What people look for comes first, because audit logs cut it off. */
export function writeChangeRecord(change: ChangeRecord): { readonly v: 1 } & ChangeRecord {
  const { id, at, by, from, state, why, said, words, restores, batch, until, untilBefore, scope } = change
  const after = kept(change.after)
  const before = kept(change.before)
  return {
    v: 1,
    id: id.slice(0, MOST.name),
    at,
    by: { id: by.id.slice(0, MOST.name), name: by.name.slice(0, MOST.name) },
    from: from.slice(0, MOST.name) || 'unknown',
    state,
    why: why.slice(0, MOST.why),
    said: said.slice(0, MOST.said),
    words: words.slice(0, MOST.words).map((line) => line.slice(0, MOST.line)),
    ...(restores !== undefined && { restores }),
    ...(batch !== undefined && { batch }),
    ...(until !== undefined && { until }),
    ...(untilBefore !== undefined && { untilBefore }),
    scope,
    after: after.values,
    before: before.values,
    unkept: [...new Set([...change.unkept, ...after.unkept, ...before.unkept])].slice(0, MOST.keys),
  }
}

/** Returns the change that a telemetry value holds, as JSON or as the text of it; undefined for anything else. */
export function parseChangeRecord(ts: number, value: unknown): ChangeRecord | undefined {
  if (typeof value === 'string' && value.length > MOST.text) return undefined
  const read = parseJson(WireChange, value)
  if (!read) return undefined
  const { v: _, ...change } = read
  // The time of the value counts, because the platform sorts by it.
  return { ...change, at: ts }
}

function kept(values: AttributeSet): { readonly values: AttributeSet; readonly unkept: readonly string[] } {
  const entries = Object.entries(values)
  const fits = entries.filter(([key, value]) => key.length <= MOST.key && JSON.stringify(value).length <= MOST.value)
  const some = fits.slice(0, MOST.keys)
  const names = new Set(some.map(([key]) => key))
  return {
    values: Object.fromEntries(some),
    unkept: entries.map(([key]) => key).filter((key) => !names.has(key) && key.length <= MOST.key),
  }
}
