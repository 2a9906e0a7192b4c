/** Displays and control as attributes hold them: what an engineer set in `gw_site`, what was learned in `gw_learned`. */
import { type ControlRecord, type LearnedRecord, parseLearned } from '@greenwave/contract/records/displays'
import { parseSite } from '@greenwave/contract/records/junctionSite'
import {
  type Control,
  type Display,
  type DisplayStyle,
  displayTexts,
  FULL,
  parseDisplay,
  type PhaseDisplay,
} from '@greenwave/controller/display'
import type { LampColour } from '@greenwave/controller/lamps'
import { ofPhase, type PerPhase, PHASES, perPhase } from '@greenwave/controller/controllerLimits'
import { type KnownStyles, type LearnedStyles, NOTHING_LEARNED, NOTHING_SET } from '../styles.ts'

/** Parses what an engineer set. Nothing where the attribute says nothing. */
export function parseSetStyles(site: unknown): KnownStyles {
  const { display, control } = parseSite(site).site
  return display || control ? { display: parseDisplay(display), control: controlOf(control) } : NOTHING_SET
}

/** Parses what was learned. Nothing where the attribute says nothing. */
export function parseLearnedStyles(learned: unknown): LearnedStyles {
  const { display, control, hidden = NOTHING_LEARNED.hidden } = parseLearned(learned)
  if (!display && !control) return NOTHING_LEARNED
  return { display: parseDisplay(display), control: controlOf(control), hidden }
}

/** Writes learned styles as the value of their attribute. */
export function learnedRecord({ display, control, hidden }: LearnedStyles): LearnedRecord {
  return {
    display: displayTexts(display),
    ...(control && { control: controlRecord(control) }),
    ...(hidden.some((seconds) => seconds > 0) && { hidden: [...hidden] }),
  }
}

/** Display facts that a replay needs. */
export interface ReplayDisplay {
  readonly display: Display
  /** Longest time for which each phase showed nothing between two lamps, as far as it was learned, seconds. */
  readonly hidden: PerPhase<number>
}

/**
 * Returns the displays of a junction as they are set or learned now; undefined where every lamp counts every second, as a
 * lamp does of which nothing is known.
 */
export function replayDisplay(site: unknown, learned: unknown): ReplayDisplay | undefined {
  const [set, seen] = [parseSetStyles(site), parseLearnedStyles(learned)]
  let isFull = true
  const display = perPhase((phase): PhaseDisplay => {
    const of = (colour: LampColour): DisplayStyle => {
      const style = ofPhase(set.display, phase)[colour] ?? ofPhase(seen.display, phase)[colour] ?? FULL
      if (style.kind !== 'full' || style.flash > 0) isFull = false
      return style
    }
    return { red: of('red'), yellow: of('yellow'), green: of('green') }
  })
  return isFull ? undefined : { display, hidden: seen.hidden }
}

/** Returns whether greens are actuated by what is set or learned now; what is set wins. */
export function isActuatedNow(site: unknown, learned: unknown): boolean {
  const control = parseSetStyles(site).control ?? parseLearnedStyles(learned).control
  return control?.kind === 'actuated'
}

function controlOf(record: ControlRecord | undefined): Control | null {
  if (!record || record.kind === 'fixed') return record ? { kind: 'fixed' } : null
  return { kind: 'actuated', greens: perPhase((phase) => record.greens?.[phase] ?? null) }
}

function controlRecord(control: Control): ControlRecord {
  if (control.kind === 'fixed') return control
  const known = PHASES.flatMap((phase) => {
    const limits = control.greens[phase - 1]
    return limits ? [[phase, limits] as const] : []
  })
  return { kind: 'actuated', greens: Object.fromEntries(known) }
}
