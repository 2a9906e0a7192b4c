/**
 * @file How far a change has come: saved, sent to the controller, reported by it, seen on the street. It follows from
 * the change, the attributes and what is observed, so that every console shows the same, also after a reload.
 */
import type { ChangeRecord, RecordedState } from '@greenwave/contract/records/changeRecords'
import {
  type DeliveryFacts,
  type DeliveryState,
  type KeyDelivery,
  keyDelivery,
  sameValue,
  worstOf,
} from '@greenwave/controller/delivery'
import { LAMP_COLOURS } from '@greenwave/controller/controllerLimits'
import { MODE_KEY } from '@greenwave/controller/keys'
import { modeKind } from '@greenwave/controller/mode'
import { parseSettingKey } from '@greenwave/controller/settingTable/table'
import type { Deviation } from '@greenwave/observer/incident'
import type { Junction } from '@greenwave/observer/junction'
import { showsOnlyEnds } from '@greenwave/observer/phaseReading'
import { deviationsOf } from '@greenwave/observer/rules/offPlan'
import { settlingAfter } from '@greenwave/observer/settling'
import type { ObservedMode } from '@greenwave/observer/street'
import type { Styles } from '@greenwave/observer/styles'
import type { ChangeState } from './changeState.ts'

/** Facts about the device. */
export interface ProgressFacts extends DeliveryFacts {
  /** Observation of the signals since the page was opened. */
  readonly observed: Pick<Junction, 'force' | 'wholeCycle' | 'street' | 'settling' | 'styles' | 'controlLearning'>
}

/** The steps of a change, in their order. */
export const CHANGE_STEPS = ['saved', 'sent', 'reported', 'seen'] as const
type ChangeStep = (typeof CHANGE_STEPS)[number]

/**
 * - done
 * - now: in progress
 * - stopped: did not happen, with a reason
 * - todo: follows the step in progress
 * - unknown: had time to happen, but was not observed
 * - none: not part of this change
 */
type StepState = 'done' | 'now' | 'stopped' | 'todo' | 'unknown' | 'none'

/** Where a change stands: what its record, the controller and the signals have shown of it. */
type ProgressState =
  | RecordedState
  | DeliveryState
  | Extract<ChangeState, 'notWritten' | 'replaced' | 'reported' | 'seen' | 'streetDiffers'>

/** Facts behind a state. */
type ChangeDetail =
  /** The answer of the platform. */
  | { readonly kind: 'message'; readonly text: string }
  /** The values that the controller reports otherwise. */
  | { readonly kind: 'keys'; readonly keys: readonly KeyDelivery[] }
  /** The program runs later. */
  | { readonly kind: 'otherProgram'; readonly running: number | null }
  /** The signals show another mode. */
  | { readonly kind: 'mode'; readonly mode: ObservedMode }
  /** The signals show the mode, but other times. */
  | { readonly kind: 'times'; readonly deviations: readonly Deviation[] }
  /** Too few seconds of the signals were received since the change. */
  | { readonly kind: 'notLookedAt' }
  /** The displays do not show a complete cycle. */
  | { readonly kind: 'notShown' }

/** How far a change has come. */
export interface ChangeProgress {
  readonly state: ProgressState
  readonly detail: ChangeDetail | null
  readonly steps: Readonly<Record<ChangeStep, StepState>>
  /** Whether nothing more is waited for. */
  readonly isOver: boolean
}

/** For so long a platform may take to write what it was asked to, milliseconds. */
const WRITING_MS = 10_000
/** The clocks of the platform and of whoever began the change may differ by this, milliseconds. */
const AHEAD_MS = 5000

/** Decides how far a change has come. */
export function changeProgress(change: ChangeRecord, facts: ProgressFacts): ChangeProgress {
  const ends = endOfSaving(change, facts)
  if (ends) return ends
  const keys = Object.keys(change.after).filter((key) => parseSettingKey(key) && change.after[key] !== null)
  // Controllers do not report a place, a picture or the setting of a clock.
  if (keys.length === 0) {
    if (change.scope !== 'SHARED_SCOPE') return at('written', { sent: 'none', reported: 'none', seen: 'none' })
    if (facts.connected) return at('sent', { sent: 'done', reported: 'none', seen: 'none' })
    return at('waiting', { sent: 'now', reported: 'none', seen: 'none' })
  }
  const deliveries = keys.flatMap((key) => keyDelivery(facts, key) ?? [])
  const seen = seenOnStreet(change, facts)
  const later = seen.step === 'none' ? 'none' : 'todo'
  const state = worstOf(deliveries.map((delivery) => delivery.state)) ?? 'sent'
  switch (state) {
    case 'waiting':
      return at(state, { sent: 'now', reported: 'todo', seen: later })
    case 'sent':
      return at(state, { sent: 'done', reported: 'now', seen: later })
    case 'notConfirmed':
      return at(state, { sent: 'done', reported: 'stopped', seen: later })
    case 'differs': {
      const differing = deliveries.filter((delivery) => delivery.state === state)
      return at(state, { sent: 'done', reported: 'stopped', seen: later }, { kind: 'keys', keys: differing })
    }
    case 'noReport':
      // What is seen proves it all the same.
      return at(SHOWN[seen.step] ?? state, { sent: 'done', reported: 'none', seen: seen.step }, seen.detail)
    case 'taken': {
      const left = seen.step === 'none' ? 'taken' : 'reported'
      return at(SHOWN[seen.step] ?? left, { sent: 'done', reported: 'done', seen: seen.step }, seen.detail)
    }
  }
}

/** States of a change that the signals have answered. */
const SHOWN: Partial<Record<StepState, 'seen' | 'streetDiffers'>> = { done: 'seen', stopped: 'streetDiffers' }

function at(
  state: ProgressState,
  steps: Omit<ChangeProgress['steps'], 'saved'>,
  detail: ChangeDetail | null = null,
): ChangeProgress {
  const all = { saved: 'done' as const, ...steps }
  return {
    state,
    detail,
    steps: all,
    isOver: CHANGE_STEPS.every((step) => all[step] === 'done' || all[step] === 'none'),
  }
}

/** Progress of a change that was not saved or was replaced; null for any other. */
function endOfSaving(change: ChangeRecord, { desired, nowMs }: ProgressFacts): ChangeProgress | null {
  const { state, said: message, after } = change
  const end = (ended: ProgressState, saved: StepState, detail: ChangeDetail | null = null): ChangeProgress => ({
    state: ended,
    detail,
    steps: { saved, sent: 'none', reported: 'none', seen: 'none' },
    isOver: true,
  })
  if (state === 'refused' || state === 'partly') return end(state, 'stopped', { kind: 'message', text: message })
  const settings = Object.entries(after).filter(([key]) => parseSettingKey(key))
  const isThere = settings.every(([key, value]) =>
    value === null ? desired[key] === undefined || desired[key].value === '' : sameValue(desired[key]?.value, value),
  )
  if (isThere) return null
  const isNewer = settings.some(([key]) => (desired[key]?.ts ?? 0) > change.at + WRITING_MS)
  const mayBeWritten = nowMs < change.at + WRITING_MS
  if (state === 'written') {
    // The attributes may arrive after the record.
    return mayBeWritten && !isNewer ? null : end('replaced', 'done')
  }
  if (mayBeWritten) {
    const steps = { saved: 'now', sent: 'todo', reported: 'todo', seen: 'todo' } as const
    return { state, detail: null, steps, isOver: false }
  }
  return end(isNewer ? 'replaced' : 'notWritten', 'stopped')
}

/** Evidence of a change in the signals. */
interface Seen {
  readonly step: StepState
  readonly detail: ChangeDetail | null
}

const NOT_SEEN: Seen = { step: 'none', detail: null }
const WAITED_FOR: Seen = { step: 'now', detail: null }
const PROVEN: Seen = { step: 'done', detail: null }
const NOT_SHOWN: Seen = { step: 'none', detail: { kind: 'notShown' } }
const NOT_LOOKED_AT: Seen = { step: 'unknown', detail: { kind: 'notLookedAt' } }

/** Decides whether the signals show a change of programs, times or mode. They cannot show any other change. */
function seenOnStreet(change: ChangeRecord, { observed, nowMs }: ProgressFacts): Seen {
  const parts = Object.keys(change.after).flatMap((key) => parseSettingKey(key) ?? [])
  const { force, settling } = observed
  const isSettled = nowMs > settling.untilMs
  // Signals under observation would have shown the change by then.
  const isDue = isSettled && (!force || nowMs > settlingAfter(settling, null, force, change.at).untilMs)
  const notYet = isDue ? NOT_LOOKED_AT : WAITED_FOR
  const mode = parts.some(({ kind }) => kind === 'mode') ? Number(change.after[MODE_KEY]) : null
  if (mode !== null && modeKind(mode).kind !== 'automatic') return seenMode(mode, observed, isSettled, notYet)
  const programs = parts.flatMap((part) => ('program' in part ? [part.program] : []))
  const isOfAll = mode !== null || parts.some(({ kind }) => kind === 'yellow' || kind === 'redClearance')
  if (!isOfAll && programs.length === 0) return NOT_SEEN
  // Actuated greens follow no splits, so that no cycle shows them.
  if (!isOfAll && observed.styles.control?.kind === 'actuated') return NOT_SEEN
  if (!force?.effect) return notYet
  if (force.effect.kind !== 'program') {
    if (mode !== null && force.flashesByPlan) return seenMode(0, observed, isSettled, notYet)
    return { step: 'none', detail: { kind: 'otherProgram', running: null } }
  }
  const running = force.effect.program
  if (!isOfAll && !programs.some((program) => program === running))
    return { step: 'none', detail: { kind: 'otherProgram', running } }
  // A display that shows only the ends of lamps may still show a short program completely.
  return seenCycle(change, observed, running, isDue && hidesLamps(observed.styles) ? NOT_SHOWN : notYet)
}

function hidesLamps({ display }: Styles): boolean {
  return display.some((phase) => LAMP_COLOURS.some((colour) => showsOnlyEnds(phase[colour])))
}

/** Returns whether the last two cycles had the same greens, as those of fixed control do. */
function isSteady(learning: ProgressFacts['observed']['controlLearning']): boolean {
  const [last, newest] = learning?.greens.slice(-2) ?? []
  return (
    last !== undefined && newest !== undefined && last.every((green, nth) => Math.abs(green - (newest[nth] ?? 0)) <= 1)
  )
}

function seenMode(mode: number, { street }: ProgressFacts['observed'], isSettled: boolean, notYet: Seen): Seen {
  if (street?.mode?.mode === mode) return PROVEN
  if (!street?.mode) return notYet
  if (!isSettled) return WAITED_FOR
  return { step: 'stopped', detail: { kind: 'mode', mode: street.mode.mode } }
}

/** Finds the proof of a change: one full cycle that began after it and matches the settings to the second. */
function seenCycle(
  change: ChangeRecord,
  { wholeCycle, force, styles, controlLearning }: ProgressFacts['observed'],
  running: number | null,
  notYet: Seen,
): Seen {
  if (!wholeCycle || !force || wholeCycle.startMs < change.at - AHEAD_MS || wholeCycle.program !== running)
    return notYet
  const ofTimes = (found: readonly Deviation[]) => found.filter(({ what }) => what !== 'plan')
  const isExact = ofTimes(deviationsOf(wholeCycle, force, 0, styles)).length === 0
  const { yellow, redClearance } = force.clearance
  const served = wholeCycle.phases.filter(({ green }) => green > 0)
  const hasTimes = served.every((phase) => phase.yellow === yellow && phase.clearance >= redClearance)
  if (isExact && hasTimes) return PROVEN
  const deviations = ofTimes(deviationsOf(wholeCycle, force, undefined, styles))
  if (wholeCycle.inChange || deviations.length === 0) return WAITED_FOR
  // Until the control is known, greens that differ may be actuated.
  if (styles.control === null && !isSteady(controlLearning)) return notYet
  return { step: 'stopped', detail: { kind: 'times', deviations } }
}
