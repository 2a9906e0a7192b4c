/**
 * @file How a controller shows its lamps, and how its greens are controlled, as attributes hold it: in `gw_site` what an
 * engineer set, in the server attribute `gw_learned` what the watcher observed. A style is a short text: `full`, `none`,
 * `last-8` (filler 1), `last-8-0` (filler 0), each also with `+flash-3`. docs/geometry.md shows both.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'

/** The attribute of what was observed. */
export const LEARNED_KEY = 'gw_learned'

/** Longest green that limits may name, seconds. */
const LONGEST_GREEN = 999

const Style = z
  .string()
  .check(z.regex(/^(?:full|none|last-[1-9]\d?(?:-(?:0|[1-9]\d{0,2}))?)(?:\+flash-(?:[1-9]|10))?$/))

const PhaseStyles = z.looseObject({ red: z.optional(Style), yellow: z.optional(Style), green: z.optional(Style) })

/** Styles by phase and colour. A lamp that is left out has no style here. */
export const DisplayTexts = z.looseObject({
  1: z.optional(PhaseStyles),
  2: z.optional(PhaseStyles),
  3: z.optional(PhaseStyles),
})
export type DisplayTexts = z.infer<typeof DisplayTexts>

const seconds = z.int().check(z.gte(1), z.lte(LONGEST_GREEN))
const GreenLimits = z
  .looseObject({ smallest: seconds, largest: seconds })
  .check(z.refine(({ smallest, largest }) => smallest <= largest))

/** Fixed, or actuated with the limits of its greens by phase. */
export const ControlRecord = z.union([
  z.looseObject({ kind: z.literal('fixed') }),
  z.looseObject({
    kind: z.literal('actuated'),
    greens: z.optional(
      z.looseObject({ 1: z.optional(GreenLimits), 2: z.optional(GreenLimits), 3: z.optional(GreenLimits) }),
    ),
  }),
])
export type ControlRecord = z.infer<typeof ControlRecord>

const LearnedRecord = z.object({
  display: z.optional(DisplayTexts),
  control: z.optional(ControlRecord),
  /** Longest time for which each phase showed nothing between two lamps, seconds. */
  hidden: z.optional(z.tuple([z.int(), z.int(), z.int()])),
})
/** @example { display: { 1: { red: 'last-8', yellow: 'full', green: 'last-8' } }, control: { kind: 'fixed' } } */
export type LearnedRecord = z.infer<typeof LearnedRecord>

/** Reads what was learned, as JSON or as the text of it. Empty for anything else. */
export function parseLearned(value: unknown): LearnedRecord {
  return parseJson(LearnedRecord, value) ?? {}
}
