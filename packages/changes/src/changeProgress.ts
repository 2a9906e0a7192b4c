/**
 * @file How far a change has come: saved, sent to the controller, reported by it, seen on the street. It follows from
 * the change, the attributes and what is observed, so that every console shows the same, also after a reload.
 */
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { type DeliveryFacts, type KeyDelivery, keyDelivery, sameValue, worstOf } from '@greenwave/controller/delivery'
import { MODE_KEY } from '@greenwave/controller/keys'
import { modeKind } from '@greenwave/controller/mode'
import { parseSettingKey } from '@greenwave/controller/settingTable/table'
import type { Deviation } from '@greenwave/observer/incident'
import type { Junction } from '@greenwave/observer/junction'
import { deviationsOf } from '@greenwave/observer/rules/offPlan'
import { settlingAfter } from '@greenwave/observer/settling'
import type { ObservedMode } from '@greenwave/observer/street'

/** Facts about the device. */
export interface ProgressFacts extends DeliveryFacts {
  /** Observation of the signals since the page was opened. */
  readonly observed: Pick<Junction, 'force' | 'wholeCycle' | 'street' | 'settling'>
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

/** Why a change stands where it does; null where the step says it. */
export type ChangeRemark =
  | { readonly kind: 'refused' | 'partly'; readonly said: string }
  /** The platform gave no answer, and the values are not there. */
  | { readonly kind: 'notWritten' }
  /** Other values were written since. */
  | { readonly kind: 'replaced' }
  | { readonly kind: 'waiting' | 'notConfirmed' | 'noReport' }
  | { readonly kind: 'differs'; readonly keys: readonly KeyDelivery[] }
  /** The program runs later. */
  | { readonly kind: 'otherProgram'; readonly running: number | null }
  /** The signals show another mode, or the mode but other times. */
  | { readonly kind: 'streetDiffers'; readonly mode: ObservedMode }
  | { readonly kind: 'streetDiffers'; readonly mode?: never; readonly deviations: readonly Deviation[] }
  /** Too little of the street was seen here since the change. */
  | { readonly kind: 'notLookedAt' }

/** How far a change has come. */
export interface ChangeProgress {
  readonly steps: Readonly<Record<ChangeStep, StepState>>
  readonly remark: ChangeRemark | null
  /** Whether nothing more is waited for. */
  readonly isOver: boolean
}

/** For so long a platform may take to write what it was asked to, milliseconds. */
const WRITING_MS = 10_000
/** The clocks of the platform and of whoever began the change may differ by this, milliseconds. */
const AHEAD_MS = 5000

/** Returns how far a change has come. */
export function changeProgress(change: ChangeRecord, facts: ProgressFacts): ChangeProgress {
  const ends = endOfSaving(change, facts)
  if (ends) return ends
  const keys = Object.keys(change.after).filter((key) => parseSettingKey(key) && change.after[key] !== null)
  // Controllers do not report a place, a picture or the setting of a clock.
  if (keys.length === 0) {
    const isOfController = change.scope === 'SHARED_SCOPE'
    const sent = isOfController ? (facts.connected ? 'done' : 'now') : 'none'
    return at({ sent, reported: 'none', seen: 'none' }, sent === 'now' ? { kind: 'waiting' } : null)
  }
  const deliveries = keys.flatMap((key) => keyDelivery(facts, key) ?? [])
  const seen = seenOnStreet(change, facts)
  switch (worstOf(deliveries.map(({ state }) => state))) {
    case 'waiting':
      return at({ sent: 'now', reported: 'todo', seen: later(seen) }, { kind: 'waiting' })
    case 'notConfirmed':
      return at({ sent: 'done', reported: 'stopped', seen: later(seen) }, { kind: 'notConfirmed' })
    case 'differs':
      return at(
        { sent: 'done', reported: 'stopped', seen: later(seen) },
        { kind: 'differs', keys: deliveries.filter(({ state }) => state === 'differs') },
      )
    case 'noReport':
      // What is seen proves it all the same.
      return at({ sent: 'done', reported: 'none', seen: seen.state }, seen.remark ?? { kind: 'noReport' })
    case 'reported':
      return at({ sent: 'done', reported: 'done', seen: seen.state }, seen.remark)
    default:
      return at({ sent: 'done', reported: 'now', seen: later(seen) }, null)
  }
}

const later = ({ state }: Seen): StepState => (state === 'none' ? 'none' : 'todo')

function at(steps: Omit<ChangeProgress['steps'], 'saved'>, remark: ChangeRemark | null): ChangeProgress {
  const all = { saved: 'done' as const, ...steps }
  return { steps: all, remark, isOver: CHANGE_STEPS.every((step) => all[step] === 'done' || all[step] === 'none') }
}

/** Progress of a change that was not saved or was replaced; null for any other. */
function endOfSaving(change: ChangeRecord, { desired, nowMs }: ProgressFacts): ChangeProgress | null {
  const { state, said, after } = change
  const nothing = { sent: 'none', reported: 'none', seen: 'none' } as const
  const stopped = (remark: ChangeRemark): ChangeProgress => ({
    steps: { saved: 'stopped', ...nothing },
    remark,
    isOver: true,
  })
  if (state === 'refused' || state === 'partly') return stopped({ kind: state, said })
  const settings = Object.entries(after).filter(([key]) => parseSettingKey(key))
  const isThere = settings.every(([key, value]) =>
    value === null ? desired[key] === undefined || desired[key].value === '' : sameValue(desired[key]?.value, value),
  )
  if (isThere) return null
  const isNewer = settings.some(([key]) => (desired[key]?.ts ?? 0) > change.at + WRITING_MS)
  if (state === 'written') {
    // The attributes may arrive after the record.
    if (!isNewer && nowMs < change.at + WRITING_MS) return null
    return { steps: { saved: 'done', ...nothing }, remark: { kind: 'replaced' }, isOver: true }
  }
  if (nowMs < change.at + WRITING_MS)
    return { steps: { saved: 'now', sent: 'todo', reported: 'todo', seen: 'todo' }, remark: null, isOver: false }
  return stopped({ kind: isNewer ? 'replaced' : 'notWritten' })
}

interface Seen {
  readonly state: StepState
  readonly remark: ChangeRemark | null
}

const NOT_SEEN: Seen = { state: 'none', remark: null }
const WAITED_FOR: Seen = { state: 'now', remark: null }
const PROVEN: Seen = { state: 'done', remark: null }
const NOT_LOOKED_AT: Seen = { state: 'unknown', remark: { kind: 'notLookedAt' } }

/** Returns whether the street shows a change of programs, times or mode. Others have nothing that it could show. */
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
  if (!force?.effect) return notYet
  if (force.effect.kind !== 'program') {
    if (mode !== null && force.flashesByPlan) return seenMode(0, observed, isSettled, notYet)
    return { state: 'none', remark: { kind: 'otherProgram', running: null } }
  }
  const running = force.effect.program
  if (!isOfAll && !programs.some((program) => program === running))
    return { state: 'none', remark: { kind: 'otherProgram', running } }
  return seenCycle(change, observed, running, notYet)
}

function seenMode(mode: number, { street }: ProgressFacts['observed'], isSettled: boolean, notYet: Seen): Seen {
  if (street?.mode?.mode === mode) return PROVEN
  if (!street?.mode) return notYet
  if (!isSettled) return WAITED_FOR
  return { state: 'stopped', remark: { kind: 'streetDiffers', mode: street.mode.mode } }
}

/** Finds the proof of a change: one full cycle that began after it and matches the settings to the second. */
function seenCycle(
  change: ChangeRecord,
  { wholeCycle, force }: ProgressFacts['observed'],
  running: number | null,
  notYet: Seen,
): Seen {
  if (!wholeCycle || !force || wholeCycle.startMs < change.at - AHEAD_MS || wholeCycle.program !== running)
    return notYet
  const ofTimes = (found: readonly Deviation[]) => found.filter(({ what }) => what !== 'plan')
  const isExact = ofTimes(deviationsOf(wholeCycle, force, 0)).length === 0
  const { yellow, redClearance } = force.clearance
  const served = wholeCycle.phases.filter(({ green }) => green > 0)
  const hasTimes = served.every((phase) => phase.yellow === yellow && phase.clearance >= redClearance)
  if (isExact && hasTimes) return PROVEN
  const deviations = ofTimes(deviationsOf(wholeCycle, force))
  if (wholeCycle.inChange || deviations.length === 0) return WAITED_FOR
  return { state: 'stopped', remark: { kind: 'streetDiffers', deviations } }
}
