/**
 * @file What the watcher notes of the calendar on each junction: which kind of day runs there, why, and what follows. It
 * names everything, so that whoever may read the device needs neither the calendar nor its rules.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'
import { Time } from '../time.ts'

/** Longest texts of a note, characters. */
const LONGEST = 255

/**
 * How far a junction is with its kind of day.
 *
 * - sent: it has the settings of the kind
 * - due: they are to be sent yet: at their minute, or when the controller is connected again
 * - hand: a user set others after the day began; they stay until the next day begins
 * - danger, invalid: checks refuse the settings, and they are never sent
 * - none: no rule matches, or the kind has no settings at this junction
 */
const KIND_STATES = ['sent', 'due', 'hand', 'danger', 'invalid', 'none'] as const
export type KindState = (typeof KIND_STATES)[number]

const text = z._default(z.string().check(z.maxLength(LONGEST)), '')
const kindOfDay = {
  /** Id of the kind; empty without a rule. */
  kind: text,
  /** Name of the kind. */
  name: text,
  /** Name of the rule; may be empty. */
  rule: text,
  /** Form of the rule, such as `weekdays`, and `hand`; empty without a rule. */
  on: text,
  /** Who set a rule by hand. */
  by: text,
  /** Since when the kind applies, local time such as 2026-11-28T03:00. */
  slot: text,
}

const KindNote = z.object({
  ...kindOfDay,
  state: z.catch(z.enum(KIND_STATES), 'none'),
  /** When the junction had its settings, epoch milliseconds; 0 before. */
  at: z._default(Time, 0),
  /** Id of the calendar's asset. */
  calendar: text,
  /** Next other kind within the next day, and when it is sent, epoch milliseconds; null if the kind stays. */
  next: z.catch(z.nullable(z.object({ ...kindOfDay, at: Time })), null),
})
/** Attribute `gw_kind`: the kind of day of a junction. */
export type KindNote = z.infer<typeof KindNote>

/** Parses the kind of day that an attribute holds, as JSON or its text; undefined for anything else. */
export function parseKindNote(value: unknown): KindNote | undefined {
  return parseJson(KindNote, value)
}

/** Telemetry of a device: the kind of day whose settings it has from this time on. Written by the watcher. */
export const RAN_KIND_KEY = 'gw_kind_ran'

const RanKind = z.object({ v: z.literal(1), kind: text, name: text })
/** The value of `gw_kind_ran`; without a kind the junction has settings of none. */
export interface RanKind {
  /** Epoch milliseconds. */
  readonly fromMs: number
  /** Id of the kind, and its name at that time. */
  readonly kind: string
  readonly name: string
}

/** Returns the value that says which kind a junction runs from now on; undefined where what it ran before goes on. */
export function writeRanKind({ state, kind, name }: Pick<KindNote, 'state' | 'kind' | 'name'>) {
  if (state === 'sent') return { v: 1, kind, name } as const
  return state === 'hand' ? ({ v: 1, kind: '', name: '' } as const) : undefined
}

/** Parses a value of `gw_kind_ran`; undefined for anything else. */
export function parseRanKind(ts: number, value: unknown): RanKind | undefined {
  const read = parseJson(RanKind, value)
  return read && { fromMs: ts, kind: read.kind, name: read.name }
}

const SWITCH_KEY = /^gw_switch_[1-9]\d{0,3}of[1-9]\d{0,3}$/

/** Returns the server attribute of a calendar with the `SwitchNote` of share `i` of `n`, counted from 1. */
export function switchKey(i: number, n: number): string {
  return `gw_switch_${i}of${n}`
}

/** Returns whether an attribute is the `SwitchNote` of any share. */
export function isSwitchKey(key: string): boolean {
  return SWITCH_KEY.test(key)
}

const count = z._default(z.int().check(z.nonnegative()), 0)
const kinds = z.catch(z.array(z.object({ name: text, junctions: count })), [])

const SwitchNote = z.object({
  /** The next switch; null if none is known within a day. `from` and `until`: the first and last sending. */
  next: z.catch(z.nullable(z.object({ slot: text, kinds, from: Time, until: Time })), null),
  /** The slot that applies, and its junctions: with the settings of their kinds, and those without. */
  now: z.catch(
    z.nullable(
      z.object({
        ...{ slot: text, kinds },
        ...{ right: count, due: count, hand: count, refused: count, differs: count },
      }),
    ),
    null,
  ),
})
/** How far the junctions of a calendar and a share are with their days. */
export type SwitchNote = z.infer<typeof SwitchNote>

/** Parses the note that an attribute holds, as JSON or its text; undefined for anything else. */
export function parseSwitchNote(value: unknown): SwitchNote | undefined {
  return parseJson(SwitchNote, value)
}
