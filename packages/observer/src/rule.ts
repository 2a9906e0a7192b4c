/** The definition of a rule: one row for each incident, in a file of its own under rules/, beside its words. */
import type { Cycle } from './cycle.ts'
import type { Force } from './force.ts'
import type { IncidentCode, IncidentFacts, Severity } from './incident.ts'
import type { Settling } from './settling.ts'
import type { Street } from './street.ts'
import type { Styles } from './styles.ts'

/** Connection of a controller according to the platform. Times are epoch milliseconds. */
export interface Link {
  /** Null where the platform does not say. */
  readonly connected: boolean | null
  /** Since when; null if unknown. */
  readonly sinceMs: number | null
}

/** Notes of users about a junction. Times are epoch milliseconds. */
export interface Notes {
  /** End of a requested hold or flash, past or to come (§8); null: none. */
  readonly holdUntilMs: number | null
  /** Null: not muted. */
  readonly mute: { readonly sinceMs: number; readonly untilMs: number } | null
  /** Deviation from the kind of the day, and names of kinds: what runs, empty if unknown, and what should; left out for none. */
  readonly offCalendar?: OffCalendar | null
}

/** Deviation from the calendar. Since when, epoch milliseconds. */
export interface OffCalendar {
  readonly sinceMs: number
  readonly runs: string
  readonly day: string
}

/** Input of a rule of the lamps: the newest sample, and what led to it. */
export interface SampleView {
  /** The time of the sample, epoch milliseconds. */
  readonly atMs: number
  /** The street before the sample; null at the first. */
  readonly before: Street | null
  readonly street: Street
  readonly force: Force
  readonly settling: Settling
  readonly styles: Styles
  /** The cycle that ended before this sample; null if none did. */
  readonly ended: Cycle | null
  /** (R16) How far the controller's clock is ahead, whole seconds; null if the sample has no clock. */
  readonly aheadSeconds: number | null
  readonly notes: Notes
  /** When the lamps last flashed because a plan says so, epoch milliseconds; 0 if they never did. */
  readonly plannedFlashMs: number
}

/** Input of a rule of the connection, at a moment. Times are epoch milliseconds. */
export interface MomentView {
  readonly atMs: number
  readonly link: Link
  /** When the newest lamps arrived; null if none ever did. */
  readonly lampsMs: number | null
  /** When anything was last heard of the controller; null if never. */
  readonly heardMs: number | null
  /** Since when the observer has missed nothing itself. */
  readonly watchedMs: number
  /** Settings that the controller could have taken and has not. */
  readonly untaken: number
  /** Deviation from the calendar that no user made. */
  readonly offCalendar: OffCalendar | null
  /** Whether it counts as not connected. */
  readonly isOffline: boolean
  /** Whether nothing can be heard of any junction, so that silence says nothing of this one. */
  readonly isDeaf: boolean
}

/**
 * What a rule says of its condition. `between`: neither does it hold, nor does that count towards its end. Null: it
 * cannot be evaluated now, and the known state stays.
 */
export type Verdict<Code extends IncidentCode> =
  | {
      readonly holds: true
      readonly facts: IncidentFacts[Code]
      /** When it began, if before this moment. */
      readonly sinceMs?: number
      /** From when its persistence counts, if later than it began. */
      readonly countedMs?: number
    }
  | { readonly holds: false }
  | { readonly holds: 'between' }
  | null

/** How often a verdict must be repeated, and for how long it must last, until it counts. */
interface Persistence {
  readonly times: number
  readonly seconds: number
}

/** The numbers of a rule, which an installation may change. Lengths are seconds. */
export type Limits = Readonly<Record<string, number>>

interface RowBase<Code extends IncidentCode, Own extends Limits> {
  readonly code: Code
  readonly severity: Severity | ((facts: IncidentFacts[Code], before: Severity | null, limits: Own) => Severity)
  readonly limits: Own
  readonly raise: (limits: Own) => Persistence
  readonly clear: (limits: Own) => Persistence
  /** The incident that it ends, as the same cause. */
  readonly ends?: IncidentCode
}

/** A rule of the lamps, evaluated with each sample. */
export interface LampRow<Code extends IncidentCode, Own extends Limits> extends RowBase<Code, Own> {
  readonly input: 'lamps'
  /** never: always evaluated; gap: not within 5 s after a gap; change: nor while a change settles. */
  readonly pauses: 'never' | 'gap' | 'change'
  /** Whether the rule is not evaluated while the lamps themselves are faulty: the faults that `SHADOWING` lists. */
  readonly yields?: boolean
  /** @param seenMs when it held last; null if it has not lately */
  readonly evaluate: (view: SampleView, limits: Own, seenMs: number | null) => Verdict<Code>
}

/** A rule of the connection or the settings, evaluated as time passes. */
export interface MomentRow<Code extends IncidentCode, Own extends Limits> extends RowBase<Code, Own> {
  readonly input: 'moment'
  readonly evaluate: (view: MomentView, limits: Own) => Verdict<Code>
}

interface RuleBase<Code extends IncidentCode> {
  readonly code: Code
  readonly limits: Limits
  readonly raise: Persistence
  readonly clear: Persistence
  readonly ends: IncidentCode | null
  severityOf(facts: IncidentFacts[Code], before: Severity | null): Severity
  /** Returns the rule with other limits, which must be limits that it has. */
  withLimits(changed: Limits): Rule<Code>
}

/** A rule as the observer applies it. */
export type Rule<Code extends IncidentCode = IncidentCode> = LampRule<Code> | MomentRule<Code>

/** A rule of the lamps. */
export interface LampRule<Code extends IncidentCode = IncidentCode> extends RuleBase<Code> {
  readonly input: 'lamps'
  readonly pauses: 'never' | 'gap' | 'change'
  readonly yields: boolean
  evaluate(view: SampleView, seenMs: number | null): Verdict<Code>
}

/** A rule of the connection or the settings. */
export interface MomentRule<Code extends IncidentCode = IncidentCode> extends RuleBase<Code> {
  readonly input: 'moment'
  evaluate(view: MomentView): Verdict<Code>
}

/** Makes a rule of the lamps from its row. */
export function lampRule<const Code extends IncidentCode, Own extends Limits>(row: LampRow<Code, Own>): LampRule<Code> {
  const { limits, input, pauses } = row
  return {
    ...baseOf(row),
    input,
    pauses,
    yields: row.yields ?? false,
    evaluate: (view, seenMs) => row.evaluate(view, limits, seenMs),
    withLimits: (changed) => lampRule({ ...row, limits: { ...limits, ...changed } }),
  }
}

/** Makes a rule of the connection or the settings from its row. */
export function momentRule<const Code extends IncidentCode, Own extends Limits>(
  row: MomentRow<Code, Own>,
): MomentRule<Code> {
  const { limits, input } = row
  return {
    ...baseOf(row),
    input,
    evaluate: (view) => row.evaluate(view, limits),
    withLimits: (changed) => momentRule({ ...row, limits: { ...limits, ...changed } }),
  }
}

function baseOf<Code extends IncidentCode, Own extends Limits>(row: RowBase<Code, Own>) {
  const { code, limits, severity } = row
  return {
    code,
    limits,
    raise: row.raise(limits),
    clear: row.clear(limits),
    ends: row.ends ?? null,
    severityOf: (facts: IncidentFacts[Code], before: Severity | null) =>
      typeof severity === 'function' ? severity(facts, before, limits) : severity,
  }
}
