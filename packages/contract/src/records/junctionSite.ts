/**
 * @file What engineers note of a junction: how its phases are called, and what its streets are like. It is one attribute
 * of the server scope, `gw_site`, JSON, written by people. docs/geometry.md shows one. It is read tolerantly: a value that
 * makes no sense is left out and named, and members that are not known here stay when it is written again.
 */
import * as z from 'zod/mini'
import { parsedJson } from '../jsonValue.ts'
import type { AttributeSet } from './changeRecords.ts'
import { ControlRecord, DisplayTexts } from './displays.ts'

/** The attribute's key. */
export const SITE_KEY = 'gw_site'

/** Longest name of a phase, characters. */
export const LONGEST_PHASE_NAME = 40
/** A longer text is not looked into, characters. */
const LONGEST_TEXT = 20_000

/** The ranges of what is noted of a phase, both ends included. A phase that serves several approaches has their worst. */
export const PHASE_SITE_RANGES = {
  /** At which 85 of 100 vehicles drive at most, km/h. */
  speedKmh: { min: 5, max: 120 },
  /** Rise of the approach in its direction, percent; negative downhill. */
  gradePercent: { min: -15, max: 15 },
  /** From the stop line to the far side of the last conflicting lane, metres. */
  widthM: { min: 1, max: 150 },
  /** Length of the crossing on which people walk while the phase is green, metres. */
  crossingM: { min: 1, max: 150 },
} as const

/** The ranges of what is noted of the whole junction. */
export const SITE_RANGES = {
  /** How fast the slow ones walk, metres per second. */
  walkingMps: { min: 0.3, max: 3 },
  /** The junction's own limits of the cycle, seconds. */
  shortestCycleS: { min: 1, max: 999, whole: true },
  longestCycleS: { min: 1, max: 999, whole: true },
} as const

interface Range {
  readonly min: number
  readonly max: number
  readonly whole?: boolean
}

const within = ({ min, max, whole }: Range) => z.optional((whole ? z.int() : z.number()).check(z.gte(min), z.lte(max)))

const PhaseSite = z.looseObject({
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_PHASE_NAME))),
  speedKmh: within(PHASE_SITE_RANGES.speedKmh),
  gradePercent: within(PHASE_SITE_RANGES.gradePercent),
  widthM: within(PHASE_SITE_RANGES.widthM),
  crossingM: within(PHASE_SITE_RANGES.crossingM),
})
type PhaseSite = z.infer<typeof PhaseSite>

const JunctionSite = z.looseObject({
  phases: z.optional(z.looseObject({ 1: z.optional(PhaseSite), 2: z.optional(PhaseSite), 3: z.optional(PhaseSite) })),
  walkingMps: within(SITE_RANGES.walkingMps),
  shortestCycleS: within(SITE_RANGES.shortestCycleS),
  longestCycleS: within(SITE_RANGES.longestCycleS),
  /** Where an engineer set them; otherwise they are learned. */
  display: z.optional(DisplayTexts),
  control: z.optional(ControlRecord),
})
/** @example { phases: { 1: { name: 'Lê Lợi', speedKmh: 50 } }, walkingMps: 1.2, display: { 1: { green: 'last-8' } } } */
type JunctionSite = z.infer<typeof JunctionSite>

/** A value of the notes that makes no sense. */
export interface OddSiteValue {
  /** Where it stands: `phases.1.speedKmh`; empty for the whole. */
  readonly field: string
  readonly value: unknown
}

/** Parsed attribute, and its invalid parts. */
export interface SiteReading {
  readonly site: JunctionSite
  readonly odd: readonly OddSiteValue[]
}

/** Parses the attribute, as JSON or as the text of it. Never throws. */
export function parseSite(value: unknown): SiteReading {
  if (value === undefined || value === null || value === '') return { site: {}, odd: [] }
  const json = typeof value === 'string' && value.length > LONGEST_TEXT ? undefined : parsedJson(value)
  if (!isObject(json)) return { site: {}, odd: [{ field: '', value }] }
  // A copy, from which is taken out what makes no sense.
  const kept = JSON.parse(JSON.stringify(json)) as Record<string, unknown>
  const odd: OddSiteValue[] = []
  let read = z.safeParse(JunctionSite, kept)
  while (!read.success) {
    const paths = new Map(read.error.issues.map(({ path }) => [path.join('.'), path]))
    for (const [field, path] of paths) odd.push({ field, value: takeOut(kept, path) })
    read = z.safeParse(JunctionSite, kept)
  }
  return { site: read.data, odd }
}

/** Returns how the notes call the phases, phase 1 first; undefined for one without a name. Empty if none has one. */
export function phaseNamesOf({ phases }: JunctionSite): readonly (string | undefined)[] {
  const names = PHASES.map((phase) => phases?.[phase]?.name)
  return names.some((name) => name !== undefined) ? names : []
}

/** Returns how the attribute calls the phases, as `phaseNamesOf`. Never throws. */
export function parsePhaseNames(value: unknown): readonly (string | undefined)[] {
  return phaseNamesOf(parseSite(value).site)
}

/** Form of a junction's notes: an empty name or an undefined member is not stored; what the form leaves out stays. */
export interface SiteEdit {
  readonly phases: Readonly<Record<1 | 2 | 3, Pick<PhaseSite, 'name' | keyof typeof PHASE_SITE_RANGES>>>
  readonly whole: Pick<JunctionSite, keyof typeof SITE_RANGES | 'display' | 'control'>
}

/**
 * Returns the attribute to write: the stored value with what a form says. Members that are not known here stay. Null, which
 * removes it, when nothing is left.
 */
export function siteToWrite(stored: unknown, { phases, whole }: SiteEdit): AttributeSet {
  const { site } = parseSite(stored)
  const edited = PHASES.map((phase) => [phase, noted({ ...site.phases?.[phase], ...phases[phase] })] as const)
  const all = noted({ ...site.phases, ...Object.fromEntries(edited) })
  const value = noted({ ...site, ...whole, phases: all })
  return { [SITE_KEY]: value === undefined ? null : (value as AttributeSet) }
}

const PHASES = [1, 2, 3] as const

/** Leaves out what is not noted. Undefined if nothing is left. */
function noted(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const left = Object.entries(members).filter(([, value]) => value !== undefined && value !== '')
  return left.length > 0 ? Object.fromEntries(left) : undefined
}

function takeOut(from: Record<string, unknown>, path: readonly PropertyKey[]): unknown {
  const owner = path.slice(0, -1).reduce<unknown>((at, key) => (isObject(at) ? at[String(key)] : undefined), from)
  const last = String(path.at(-1))
  if (!isObject(owner)) return undefined
  const value = owner[last]
  delete owner[last]
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
