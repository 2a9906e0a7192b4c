/**
 * @file Shifts: what one shift hands over to the next, and who took it over, as telemetry of the asset of the watch. A
 * hand-over stands as it was signed: what was open then, and what happened in the shift.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'
import { IncidentFacts } from './incidentDetails.ts'

/** Telemetry key; the time of a value is the one at which it was signed. */
export const SHIFT_KEY = 'gw_shift'

/** Longest note and name, characters. */
export const LONGEST_SHIFT_NOTE = 2000
export const LONGEST_SHIFT_NAME = 100

const text = z.catch(z.string(), '')
const time = z.number()
/** A device, or a corridor where `of` says so. */
const subject = { id: z.string(), name: text }
const list = <S extends z.core.$ZodType>(row: S) => z.catch(z.array(row), [])

/** An incident that was open when the shift ended. Times are epoch milliseconds. */
const ShiftIncident = z.looseObject({
  ...subject,
  of: z.catch(z.enum(['junction', 'corridor']), 'junction'),
  code: text,
  level: z.catch(z.literal([3, 4, 5]), 3),
  /** English message, and the facts for the message in another language. */
  text,
  facts: z.catch(IncidentFacts, {}),
  /** Facts when it was raised, if they differed. */
  raised: z.catch(z.optional(IncidentFacts), undefined),
  since: time,
  acknowledged: z.catch(z.boolean(), false),
  /** Name of the user who takes care of it; empty without one. */
  assignee: text,
})
export type ShiftIncident = z.infer<typeof ShiftIncident>

/** A hold or a mute, with its end (null: without one), who set it and why. */
const ShiftHold = z.looseObject({ ...subject, until: z.nullable(time), by: text, why: text })
export type ShiftHold = z.infer<typeof ShiftHold>

/** An act of the user in the shift: a change of settings with its reason, or a comment on an incident. */
const ShiftAct = z.looseObject({
  ...subject,
  at: time,
  by: text,
  text,
  /** The first keys of changes without a reason, and the number of the others. */
  keys: z.catch(z.optional(z.array(z.string())), undefined),
  more: z.catch(z.optional(z.number()), undefined),
})
export type ShiftAct = z.infer<typeof ShiftAct>

const HandOver = z.looseObject({
  kind: z.literal('handed'),
  /** When the shift began. */
  from: time,
  /** E-mail address of the account, and the name with which it was signed. */
  by: text,
  name: text,
  note: text,
  incidents: list(ShiftIncident),
  holds: list(ShiftHold),
  mutes: list(ShiftHold),
  changes: list(ShiftAct),
  comments: list(ShiftAct),
  /** Number of entries that were left out, because there were too many. */
  leftOut: z.catch(z.number(), 0),
})
export type HandOver = z.infer<typeof HandOver>

const TakeOver = z.looseObject({
  kind: z.literal('taken'),
  /** Time of the hand-over, epoch milliseconds. */
  of: time,
  by: text,
  name: text,
})

const ShiftRecord = z.discriminatedUnion('kind', [HandOver, TakeOver])
export type ShiftRecord = z.infer<typeof ShiftRecord>

/** Parses a value of the telemetry, JSON or its text; undefined for anything else. */
export function parseShiftRecord(value: unknown): ShiftRecord | undefined {
  return parseJson(ShiftRecord, value)
}
