/**
 * What the checks find. Findings are data, so that each user interface words them in its own language; describe.ts
 * words them in English.
 */

import type { PhaseNumber } from '../controllerLimits.ts'

/**
 * The rule of a finding. V8 has no findings of its own: it re-checks programs, and each finding keeps its rule. V14 is the
 * end of a hold.
 */
type CheckId = 'V1' | 'V2' | 'V3' | 'V4' | 'V5' | 'V6' | 'V7' | 'V9' | 'V10' | 'V11' | 'V12' | 'V14'

/** Errors block sending. Warnings are advice that the user must tick. */
type FindingLevel = 'error' | 'warning'

/**
 * Every kind of finding with its data. Times are seconds unless the name says otherwise; lists are texts such as '1,
 * 3'.
 */
export interface FindingData {
  notANumber: { readonly value: string }
  notWhole: { readonly value: number }
  outOfRange: { readonly value: number; readonly min: number; readonly max: number }
  belowMinimum: { readonly value: number; readonly min: number }
  leftOutOfRange: { readonly value: number; readonly min: number; readonly max: number }
  greenShort: { readonly program: number; readonly phase: number; readonly value: number; readonly limit: number }
  /** People need `limit` seconds for a crossing of `crossing` m at `speed` m/s. */
  greenShortToWalk: {
    readonly program: number
    readonly phase: number
    readonly value: number
    readonly limit: number
    readonly crossing: number
    readonly speed: number
  }
  greenLong: { readonly program: number; readonly phase: number; readonly value: number; readonly limit: number }
  programWithoutGreen: { readonly program: number; readonly plans: string }
  periodDiffers: { readonly program: number; readonly value: number; readonly limit: number }
  conflictingGreen: Overlap
  greenDuringYellow: Overlap
  clearanceShort: Overlap & { readonly value: number; readonly limit: number }
  cycleShort: { readonly program: number; readonly value: number; readonly limit: number }
  /** The limits of the cycle that this junction has of its own. */
  cycleShortHere: { readonly program: number; readonly value: number; readonly limit: number }
  cycleLongHere: { readonly program: number; readonly value: number; readonly limit: number }
  cycleLong: { readonly program: number; readonly value: number; readonly limit: number }
  unusedTime: {
    readonly program: number
    readonly value: number
    readonly cycle: number
    readonly percent: number
    readonly limit: number
  }
  yellowShort: { readonly value: number; readonly limit: number }
  /** Phase `phase` needs `limit` seconds at `speed` km/h and `grade` percent of rise. */
  yellowShortHere: {
    readonly value: number
    readonly limit: number
    readonly phase: number
    readonly speed: number
    readonly grade: number
  }
  yellowLong: { readonly value: number; readonly limit: number }
  redClearanceNone: { readonly value: number; readonly limit: number }
  /** Phase `phase` needs `limit` seconds for `width` m at `speed` km/h. */
  redClearanceShortHere: {
    readonly value: number
    readonly limit: number
    readonly phase: number
    readonly speed: number
    readonly width: number
  }
  redClearanceLong: { readonly value: number; readonly limit: number }
  sameStart: { readonly plan: number; readonly other: number; readonly time: string }
  planAboveTotal: { readonly plan: number; readonly limit: number }
  noEnabledPlan: { readonly limit: number }
  planWithoutGreen: { readonly plan: number; readonly program: number }
  planWithoutProgram: { readonly plan: number; readonly program: number }
  dateDoesNotExist: { readonly day: number; readonly month: number; readonly year: number }
  timeFarFromServer: { readonly value: number; readonly limit: number }
  oneCoordinate: { readonly missing: string }
  zeroCoordinates: Record<never, never>
  outsideVietnam: { readonly latitude: number; readonly longitude: number }
  offline: Record<never, never>
  changedMeanwhile: { readonly opened: string; readonly current: string }
  holdWithoutEnd: { readonly mode: number }
  holdEndMissing: { readonly days: number }
}

/** Phase `other` gets its green at second `at`, `overlap` seconds before the block of `phase` ends. */
interface Overlap {
  readonly program: number
  readonly phase: PhaseNumber
  readonly other: PhaseNumber
  readonly at: number
  readonly overlap: number
}

/** The kind of a finding, by which its sentence is looked up. */
export type FindingCode = keyof FindingData

/** A finding of one code. */
export interface FindingOf<Code extends FindingCode> {
  readonly check: CheckId
  readonly level: FindingLevel
  readonly code: Code
  /** The attribute key that it concerns; '' if there is none (V11). */
  readonly field: string
  readonly params: FindingData[Code]
}

/** @example { check: 'V2', level: 'warning', code: 'greenShort', field: 'Pr1_X3', params: { program: 1, phase: 3, value: 3, limit: 5 } } */
export type Finding = { readonly [Code in FindingCode]: FindingOf<Code> }[FindingCode]

const CHECKS: Readonly<Record<FindingCode, readonly [CheckId, FindingLevel]>> = {
  notANumber: ['V1', 'error'],
  notWhole: ['V1', 'error'],
  outOfRange: ['V1', 'error'],
  belowMinimum: ['V1', 'error'],
  leftOutOfRange: ['V1', 'warning'],
  greenShort: ['V2', 'warning'],
  greenShortToWalk: ['V2', 'warning'],
  greenLong: ['V2', 'warning'],
  programWithoutGreen: ['V2', 'warning'],
  periodDiffers: ['V3', 'warning'],
  conflictingGreen: ['V4', 'warning'],
  greenDuringYellow: ['V4', 'warning'],
  clearanceShort: ['V4', 'warning'],
  cycleShort: ['V5', 'warning'],
  cycleShortHere: ['V5', 'warning'],
  cycleLongHere: ['V5', 'warning'],
  cycleLong: ['V5', 'warning'],
  unusedTime: ['V5', 'warning'],
  yellowShort: ['V6', 'warning'],
  yellowShortHere: ['V6', 'warning'],
  yellowLong: ['V6', 'warning'],
  redClearanceNone: ['V6', 'warning'],
  redClearanceShortHere: ['V6', 'warning'],
  redClearanceLong: ['V6', 'warning'],
  sameStart: ['V7', 'warning'],
  planAboveTotal: ['V7', 'warning'],
  noEnabledPlan: ['V7', 'warning'],
  planWithoutGreen: ['V7', 'warning'],
  planWithoutProgram: ['V7', 'warning'],
  dateDoesNotExist: ['V9', 'error'],
  timeFarFromServer: ['V9', 'warning'],
  oneCoordinate: ['V10', 'error'],
  zeroCoordinates: ['V10', 'warning'],
  outsideVietnam: ['V10', 'warning'],
  offline: ['V11', 'warning'],
  changedMeanwhile: ['V12', 'warning'],
  holdWithoutEnd: ['V14', 'warning'],
  holdEndMissing: ['V14', 'error'],
}

/** Returns a finding. Its check and level follow from its code. */
export function found<Code extends FindingCode>(code: Code, field: string, params: FindingData[Code]): FindingOf<Code> {
  const [check, level] = CHECKS[code]
  return { check, level, code, field, params }
}

/** Returns whether any finding blocks sending. */
export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.level === 'error')
}

/** Returns the findings without duplicates, which two settings can have in common. */
export function withoutDuplicates(findings: readonly Finding[]): Finding[] {
  const byKey = new Map(findings.map((finding) => [JSON.stringify(finding), finding]))
  return [...byKey.values()]
}
