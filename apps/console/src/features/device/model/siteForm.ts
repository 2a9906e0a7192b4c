/** The form of what is noted of a junction. Its fields have the keys by which a change names the values. */
import { siteMemberKey } from '@greenwave/changes/siteValues'
import {
  LONGEST_PHASE_NAME,
  type OddSiteValue,
  PHASE_SITE_RANGES,
  SITE_RANGES,
  type SiteEdit,
} from '@greenwave/contract/records/junctionSite'
import { PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { SiteFacts } from '../../../data/device/siteFacts.ts'
import { type DecimalFault, type DecimalRange, parseDecimal } from './decimal.ts'

export const PHASE_FIELDS = ['speedKmh', 'gradePercent', 'widthM', 'crossingM'] as const
export const WHOLE_FIELDS = ['walkingMps', 'shortestCycleS', 'longestCycleS'] as const
type PhaseField = (typeof PHASE_FIELDS)[number] | 'name'

/** Typed texts by key. */
export type SiteTexts = Readonly<Record<string, string>>

/** Returns the key of a field of a phase. */
export function phaseFieldKey(phase: PhaseNumber, field: PhaseField): string {
  return siteMemberKey(`phases.${phase}.${field}`)
}

/** The ranges of all numbers, by key. */
export const SITE_FIELD_RANGES: ReadonlyMap<string, DecimalRange> = new Map<string, DecimalRange>([
  ...PHASES.flatMap((phase) =>
    PHASE_FIELDS.map((field) => [phaseFieldKey(phase, field), PHASE_SITE_RANGES[field]] as const),
  ),
  ...WHOLE_FIELDS.map((field) => [siteMemberKey(field), SITE_RANGES[field]] as const),
])

const NAMES = PHASES.map((phase) => phaseFieldKey(phase, 'name'))

/** Returns the texts with which the form begins. A stored value that makes no sense is there too, to be fixed. */
export function siteTexts({ site, odd }: Pick<SiteFacts, 'site' | 'odd'>): SiteTexts {
  const stored = new Map<string, unknown>([
    ...PHASES.flatMap((phase) =>
      (['name', ...PHASE_FIELDS] as const).map(
        (field) => [phaseFieldKey(phase, field), site.phases?.[phase]?.[field]] as const,
      ),
    ),
    ...WHOLE_FIELDS.map((field) => [siteMemberKey(field), site[field]] as const),
  ])
  for (const { field, value } of odd) if (stored.has(siteMemberKey(field))) stored.set(siteMemberKey(field), value)
  return Object.fromEntries([...stored].map(([key, value]) => [key, textOf(value)]))
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the stored values that make no sense and have no field: they are lost when the form is saved. */
export function oddWithoutField(odd: readonly OddSiteValue[]): readonly OddSiteValue[] {
  return odd.filter(
    ({ field }) => !SITE_FIELD_RANGES.has(siteMemberKey(field)) && !NAMES.includes(siteMemberKey(field)),
  )
}

/** Why a field cannot be saved. */
type SiteFault = DecimalFault | 'tooLong' | 'belowShortest'

/** Reading of the form, or the reasons why it cannot be saved, by key. */
export interface SiteForm {
  /** Null while any field is wrong. */
  readonly edit: SiteEdit | null
  readonly faults: ReadonlyMap<string, SiteFault>
}

/** Parses the form. Every field may be empty. */
export function parseSiteForm(texts: SiteTexts): SiteForm {
  const faults = new Map<string, SiteFault>()
  const numbers = new Map<string, number>()
  for (const [key, range] of SITE_FIELD_RANGES) {
    const typed = parseDecimal(texts[key] ?? '', range)
    if (typed.kind === 'wrong') faults.set(key, typed.fault)
    if (typed.kind === 'number') numbers.set(key, typed.value)
  }
  for (const key of NAMES) if ((texts[key]?.trim().length ?? 0) > LONGEST_PHASE_NAME) faults.set(key, 'tooLong')
  const [shortest, longest] = [
    numbers.get(siteMemberKey('shortestCycleS')),
    numbers.get(siteMemberKey('longestCycleS')),
  ]
  if (shortest !== undefined && longest !== undefined && longest < shortest)
    faults.set(siteMemberKey('longestCycleS'), 'belowShortest')
  const phase = (number: PhaseNumber): SiteEdit['phases'][PhaseNumber] => ({
    name: texts[phaseFieldKey(number, 'name')]?.trim() || undefined,
    ...Object.fromEntries(PHASE_FIELDS.map((field) => [field, numbers.get(phaseFieldKey(number, field))])),
  })
  const whole = Object.fromEntries(WHOLE_FIELDS.map((field) => [field, numbers.get(siteMemberKey(field))]))
  return { edit: faults.size === 0 ? { phases: { 1: phase(1), 2: phase(2), 3: phase(3) }, whole } : null, faults }
}
