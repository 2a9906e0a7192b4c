/** Lines about a rollout, for a terminal. */

import { counted } from '@greenwave/contract/counted'
import { type Failure, type Rollout, parseRollout, type TargetState } from '@greenwave/contract/records/rollouts'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { isoSecond } from '@greenwave/controller/isoTime'
import { MODE_KEY } from '@greenwave/controller/keys'
import { modeChoice } from '@greenwave/controller/mode'
import { countStates, isUnsent } from '@greenwave/rollout/nextStep'

const STATES: Readonly<Record<TargetState, string>> = {
  todo: 'not sent yet',
  sending: 'being sent, or not: whoever goes on looks',
  sent: 'sent, no answer yet',
  reported: 'reported, not seen on the street yet',
  noReport: 'sent; the controller reports nothing',
  seen: 'seen on the street',
  taken: 'reported',
  same: 'nothing to change',
  waiting: 'saved; offline, and gets it when it comes back',
  failed: 'failed',
}

const FAILURES: Readonly<Record<Failure, string>> = {
  refused: 'refused by the platform',
  changed: 'not sent: changed after the preview',
  invalid: 'not sent: the values are out of range there',
  gone: 'there is no such device any more',
  offline: 'not sent: offline, and a clock cannot be set later',
  late: 'not sent: the time at which the mode was to end is over',
  notConfirmed: 'sent, and the controller does not report it',
  differs: 'sent, and the controller reports something else',
  streetDiffers: 'reported, and the street shows something else',
  replaced: 'replaced by a later change',
}

/** Returns one line about the asset of a rollout, which begins with its id. */
export function titleLine(
  { id, name, additionalInfo }: Pick<AssetInfo, 'id' | 'name' | 'additionalInfo'>,
  nowMs: number,
): string {
  const rollout = parseRollout(additionalInfo)
  return `${id.id}  ${rollout ? `${progressLine(rollout, nowMs)}  ${whatIsSent(rollout)}, by ${rollout.by.name}` : name}`
}

/**
 * Returns the progress of a rollout: 'running: 3 seen on the street, 5 not sent yet', or 'broken off: …' while no
 * sender is active. `nowMs` is the platform's time, epoch milliseconds.
 */
export function progressLine(rollout: Rollout, nowMs: number): string {
  const counts = countStates(rollout)
  const parts = (Object.keys(STATES) as TargetState[]).flatMap((state) =>
    counts[state] ? [`${counts[state]} ${STATES[state]}`] : [],
  )
  return `${isUnsent(rollout, nowMs) ? 'broken off' : rollout.run}: ${parts.join(', ')}`
}

/** Returns the report of a rollout: the result of each junction. */
export function reportLines(rollout: Rollout, names: ReadonlyMap<string, string>, nowMs: number): readonly string[] {
  const lines = rollout.targets.map(({ id, state, why, said: message }) => {
    const words = why ? FAILURES[why] : STATES[state]
    return `${names.get(id) ?? id}: ${words}${message ? ` (${message})` : ''}`
  })
  return [whatIsSent(rollout), ...lines, progressLine(rollout, nowMs)]
}

function whatIsSent({ kind, values, from, until, title, targets }: Rollout): string {
  if (title) return title
  if (kind === 'clock') return 'Clocks set'
  if (kind === 'settings') {
    return `${counted(Object.keys(values).length, 'value', 'values')}${from ? ` of ${from.name}` : ''}`
  }
  const mode = `Mode ${modeChoice(Number(values[MODE_KEY])).name}`
  if (targets.some((target) => target.until !== undefined)) return `${mode} until each next change of plan`
  return typeof until === 'number' ? `${mode} until ${isoSecond(until)}` : mode
}
