/**
 * @file Commissioning of a junction: what was checked when its controller was connected, by whom, and the signature. It
 * is one server attribute, so that another device can go on with it; the signature is also a `gw_change`.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'

/** Longest name and note of a signature, characters. */
export const LONGEST_COMMISSIONING_NAME = 100
export const LONGEST_COMMISSIONING_NOTE = 300

const text = z.catch(z.string(), '')
const count = z.catch(z.optional(z.number()), undefined)
/** When a step was done, epoch milliseconds, and the account that did it. */
const mark = { at: z.number(), by: text }

/** Whether a lamp was seen on the street, and what the console showed at that second: 'green 12'. */
const LampAnswer = z.looseObject({ ...mark, seen: z.boolean(), shown: text })
export type LampAnswer = z.infer<typeof LampAnswer>

/** Facts about the connection when it was signed; left out where they were not known. */
const ConnectionFacts = z.looseObject({
  address: z.catch(z.optional(z.string()), undefined),
  /** Clock offset, seconds; positive when the controller is ahead. */
  driftS: count,
  /** Settings that the controller has taken, of those that were set. */
  taken: count,
  wanted: count,
  /** Findings of the checks of its settings. */
  findings: count,
  /** Code of the settings, as on the timing sheet. */
  code: z.catch(z.optional(z.string()), undefined),
})
export type ConnectionFacts = z.infer<typeof ConnectionFacts>

const Signature = z.looseObject({ ...mark, name: text, note: text, facts: z.catch(ConnectionFacts, {}) })

const Commissioning = z.looseObject({
  begun: z.looseObject(mark),
  /** The position was taken; `accuracyM` is null when it was chosen on the map. */
  place: z.catch(z.optional(z.looseObject({ ...mark, accuracyM: z.nullable(z.number()) })), undefined),
  /** Names, geometry and settings were looked at. */
  checked: z.catch(z.optional(z.looseObject(mark)), undefined),
  /** Answers by phase and colour: `1.green`. */
  lamps: z.catch(z.record(z.string(), LampAnswer), {}),
  signed: z.catch(z.optional(Signature), undefined),
})
export type Commissioning = z.infer<typeof Commissioning>

/** Parses the attribute, JSON or its text; undefined for anything else. */
export function parseCommissioning(value: unknown): Commissioning | undefined {
  return parseJson(Commissioning, value)
}
